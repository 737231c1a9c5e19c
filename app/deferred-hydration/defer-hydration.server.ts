/** Pages are complete without scripts, so a guest's page loads none before the first interaction: see decision 0012. */
import type { EntryContext } from 'react-router'
import type { RouteHandle } from '../request-context.ts'
import source from './early-script.js?raw'

/** Without comments and indentation. */
const EARLY_SCRIPT = source
  .replace(/^\s*\/\/.*\n/gm, '')
  .replace(/\n\s*/g, '\n')
  .trim()

/** True when no route of the page has an action, or each that has one declares that it works without scripts. */
export function mayDeferHydration({ manifest, staticHandlerContext }: EntryContext): boolean {
  return staticHandlerContext.matches.every(
    ({ route }) => !manifest.routes[route.id]?.hasAction || (route.handle as RouteHandle | undefined)?.deferHydration,
  )
}

const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g
const HEAD = '<head><meta charSet="utf-8"/>'

/**
 * Puts the early script into the head and, when hydration is deferred, makes the router's module script inert until the
 * early script starts it. Its text does not change, so the hash in the content security policy still matches.
 */
export function withEarlyScript(html: string, nonce: string, isDeferred: boolean): string {
  const page = html.replace(HEAD, () => `${HEAD}<script nonce="${nonce}">${EARLY_SCRIPT}</script>`)
  return isDeferred ? deferScripts(page, nonce) : page
}

function deferScripts(html: string, nonce: string): string {
  const start = `<script nonce="${nonce}" type="module" async="">`
  if (!html.includes(start)) return html
  const modules = Array.from(html.matchAll(PRELOAD), ([, href]) => href)
  return html
    .replace(PRELOAD, '')
    .replace(start, () => `<script nonce="${nonce}" type="text/plain" data-deferred="${modules.join(' ')}">`)
}
