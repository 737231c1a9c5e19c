/** A Vite plugin: lets a navigation survive a route module that fails to load. */
import { join } from 'node:path'
import type { Plugin } from 'vite'

const LOADER = join(import.meta.dirname, '..', 'app', 'shell', 'navigation-recovery', 'page-chunks.ts')

/**
 * When a route module fails to load, the router reloads the page that the visitor wanted to leave, and the navigation
 * is lost. It has no option for this yet, so its loader is replaced: see decision 0013. To be removed when
 * https://github.com/remix-run/react-router/pull/12638 is released.
 */
export function navigationRecovery(): Plugin {
  let isReplaced = false
  return {
    name: 'navigation-recovery',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js/ },
      handler() {
        isReplaced = true
        return `
          import { loadChunk } from ${JSON.stringify(LOADER)}
          export async function loadRouteModule(route, loaded) {
            return (loaded[route.id] ??= await loadChunk(() => import(/* @vite-ignore */ route.module)))
          }`
      },
    },
    buildEnd(failure) {
      if (!isReplaced && !failure) this.error('The router loads its modules elsewhere now: see navigationRecovery.')
    },
  }
}
