/** What a document's head holds for machines alone. It is written by the server and no script of ours touches it. */
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { dataBlock } from './structured-data.ts'

/** Every icon by its size; the vector one comes last, since browsers that can draw it take the last that fits. */
const ICONS = [
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
].join('')

/** The page with what machines read at the end of its head. */
export function withHead(html: string, lang: Lang, structuredData: readonly object[]): string {
  const end = html.indexOf('</head>')
  if (end < 0) return html
  const manifest = `<link rel="manifest" href="${linksFor(lang).manifest}">`
  return html.slice(0, end) + ICONS + manifest + dataBlock(structuredData) + html.slice(end)
}

/** Whether the page says of itself that search engines should leave it out. */
export function asksNotToBeIndexed(html: string): boolean {
  return html.slice(0, html.indexOf('</head>')).includes('<meta name="robots" content="noindex"')
}
