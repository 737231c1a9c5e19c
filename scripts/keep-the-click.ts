/** A part of the build: what happens when a route's file does not load. */
import { join } from 'node:path'
import type { Plugin } from 'vite'

const LOADER = join(import.meta.dirname, '..', 'app', 'shell', 'page-parts.ts')

/**
 * Where a route's file fails to load, the router reloads the page on which the visitor pressed something, and forgets
 * what. Our own loading takes its place; see docs/decisions/0013.
 */
export function keepTheClick(): Plugin {
  let replaced = false
  return {
    name: 'keep-the-click',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js/ },
      handler() {
        replaced = true
        return `
          import { loadPart } from ${JSON.stringify(LOADER)}
          export async function loadRouteModule(route, known) {
            return (known[route.id] ??= await loadPart(() => import(/* @vite-ignore */ route.module)))
          }`
      },
    },
    buildEnd(failure) {
      if (!replaced && !failure) this.error('The router loads its routes elsewhere now: see keepTheClick.')
    },
  }
}
