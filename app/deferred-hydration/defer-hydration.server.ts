/** Pages are complete without scripts, so a guest's page loads none before the first interaction: see decision 0012. */
import type { EntryContext } from 'react-router'
import type { Lang } from '../locales/lang.ts'
import { textsIn } from '../locales/texts.tsx'
import type { DocumentParts } from '../page-handler.server.tsx'
import type { RouteHandle } from '../request-context.ts'
import banners from './early-banners.js?raw'
import drafts from './early-drafts.js?raw'
import forms from './early-forms.js?raw'
import password from './early-password.js?raw'
import source from './early-script.js?raw'
import textareas from './early-textareas.js?raw'

/** Without comments and indentation. */
const compact = (script: string) =>
  script
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/\n\s*/g, '\n')
    .trim()

const EARLY_SCRIPT = compact(source)
const EARLY_BANNERS = compact(banners)
const EARLY_DRAFTS = compact(drafts)
const EARLY_FORMS = compact(forms)
const EARLY_PASSWORD = compact(password)
const EARLY_TEXTAREAS = compact(textareas)

/** True when no route of the page has an action, or each that has one declares that it works without scripts. */
export function mayDeferHydration({ manifest, staticHandlerContext }: EntryContext): boolean {
  const { matches, loaderData } = staticHandlerContext
  return matches.every(({ route }) => {
    if (!manifest.routes[route.id]?.hasAction) return true
    const { deferHydration } = (route.handle ?? {}) as RouteHandle
    return typeof deferHydration === 'function' ? deferHydration(loaderData[route.id]) : deferHydration === true
  })
}

const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g
const HEAD = '<head><meta charSet="utf-8"/>'

/**
 * Puts the early script into the head and, when hydration is deferred, makes the router's module script inert until the
 * early script starts it. Its text does not change, so the hash in the content security policy still matches.
 */
export function withEarlyScript(
  { head, body, end }: DocumentParts,
  lang: Lang,
  nonce: string,
  isDeferred: boolean,
): DocumentParts {
  const script = earlyScriptOf(body, lang, isDeferred)
  const page = { head: head.replace(HEAD, () => `${HEAD}<script nonce="${nonce}">${script}</script>`), body, end }
  return isDeferred ? deferScripts(page, nonce) : page
}

/** With the parts that this page needs. */
function earlyScriptOf(body: string, lang: Lang, isDeferred: boolean): string {
  const parts = [EARLY_SCRIPT]
  if (isDeferred && body.includes(' method="post"'))
    parts.push(EARLY_FORMS.replace("'{texts}'", () => JSON.stringify(textsIn(lang).ui.invalid)))
  if (body.includes(' data-banner="')) parts.push(EARLY_BANNERS)
  if (body.includes(' data-eye="')) parts.push(EARLY_PASSWORD)
  if (body.includes('<textarea')) parts.push(EARLY_TEXTAREAS)
  if (body.includes(' name="draft"')) parts.push(EARLY_DRAFTS)
  return parts.join('\n')
}

/** React puts the links to the modules into the head, and the router its script at the end of the body. */
function deferScripts({ head, body, end }: DocumentParts, nonce: string): DocumentParts {
  const start = `<script nonce="${nonce}" type="module" async="">`
  const at = body.lastIndexOf(start)
  if (at < 0) return { head, body, end }
  const modules: string[] = []
  const withoutLinks = head.replace(PRELOAD, (_, href: string) => {
    modules.push(href)
    return ''
  })
  const deferred = `<script nonce="${nonce}" type="text/plain" data-deferred="${modules.join(' ')}">`
  return { head: withoutLinks, body: body.slice(0, at), end: deferred + body.slice(at + start.length) + end }
}
