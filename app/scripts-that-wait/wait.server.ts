/** Pages are whole without scripts, so a guest's page loads none before the visitor gives a sign of life. */
import type { EntryContext } from 'react-router'
import type { RouteHandle } from '../request-context.ts'
import first from './first.js?raw'

/** Comments and indents are for us. */
const FIRST = first
  .replace(/^\s*\/\/.*\n/gm, '')
  .replace(/\n\s*/g, '\n')
  .trim()

/** Whether nothing on a guest's page needs scripts before the visitor does something: it answers to no form. */
export function mayWait({ manifest, staticHandlerContext }: EntryContext): boolean {
  return staticHandlerContext.matches.every(
    ({ route }) => !manifest.routes[route.id]?.hasAction || (route.handle as RouteHandle | undefined)?.scriptsMayWait,
  )
}

const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g
const HEAD = '<head><meta charSet="utf-8"/>'

/**
 * Puts the first script into the head and, when the page's own may wait, makes them inert until that one starts them.
 * The router's script keeps its text, so that the security policy knows it by the same hash when it runs.
 */
export function withFirstScript(html: string, nonce: string, waits: boolean): string {
  const page = html.replace(HEAD, () => `${HEAD}<script nonce="${nonce}">${FIRST}</script>`)
  return waits ? waiting(page, nonce) : page
}

function waiting(html: string, nonce: string): string {
  const start = `<script nonce="${nonce}" type="module" async="">`
  if (!html.includes(start)) return html
  const modules = Array.from(html.matchAll(PRELOAD), ([, href]) => href)
  return html
    .replace(PRELOAD, '')
    .replace(start, () => `<script nonce="${nonce}" type="text/plain" data-wait="${modules.join(' ')}">`)
}
