/** Metadata in a document's head for browsers and search engines. The server writes it; no script changes it. */
import { escapeMarkup } from '../../html/escape.ts'
import { manifestOf } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { SHARE_SIZE } from './share-picture.ts'
import { dataBlock } from './structured-data.ts'

/** Icons by size; the vector icon is last, since browsers that support it use the last matching one. */
const ICONS = [
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
].join('')

const LOCALE = { ar: 'ar_SA', en: 'en_GB' }

/** Open Graph tags that are the same on every page of a language. All share pictures have one size. */
function sharing(lang: Lang, siteName: string): string {
  const properties = [
    ['og:site_name', siteName],
    ['og:locale', LOCALE[lang]],
    ['og:locale:alternate', LOCALE[lang === 'ar' ? 'en' : 'ar']],
    ['og:image:type', 'image/png'],
    ['og:image:width', SHARE_SIZE.width],
    ['og:image:height', SHARE_SIZE.height],
  ]
  const tags = properties.map(
    ([name, content]) => `<meta property="${name}" content="${escapeMarkup(String(content))}">`,
  )
  return `${tags.join('')}<meta name="twitter:card" content="summary_large_image">`
}

/** The metadata at the end of a page's head. */
export function headOf(lang: Lang, siteName: string, structuredData: readonly object[]): string {
  return `${sharing(lang, siteName)}${ICONS}<link rel="manifest" href="${manifestOf(lang)}">${dataBlock(structuredData)}`
}

/** Whether the page with this head asks search engines not to index it. */
export function asksNotToBeIndexed(head: string): boolean {
  return head.includes('<meta name="robots" content="noindex"')
}
