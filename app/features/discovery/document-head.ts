/** What a document's head holds for machines alone. It is written by the server and no script of ours touches it. */
import { manifestOf } from '../../links.ts'
import { shell as ar } from '../../locales/ar/shell.ts'
import { shell as en } from '../../locales/en/shell.ts'
import type { Lang } from '../../locales/lang.ts'
import { SHARE_SIZE } from './share-picture.ts'
import { dataBlock } from './structured-data.ts'

/** Every icon by its size; the vector one comes last, since browsers that can draw it take the last that fits. */
const ICONS = [
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
].join('')

const SITE_NAME = { ar: ar.siteName, en: en.siteName }
const LOCALE = { ar: 'ar_SA', en: 'en_GB' }

/** For those who share a page, the same on each of a language. Every picture is drawn by us in one size. */
function sharing(lang: Lang): string {
  const properties = [
    ['og:site_name', SITE_NAME[lang]],
    ['og:locale', LOCALE[lang]],
    ['og:locale:alternate', LOCALE[lang === 'ar' ? 'en' : 'ar']],
    ['og:image:type', 'image/png'],
    ['og:image:width', SHARE_SIZE.width],
    ['og:image:height', SHARE_SIZE.height],
  ]
  const tags = properties.map(([name, content]) => `<meta property="${name}" content="${content}">`)
  return `${tags.join('')}<meta name="twitter:card" content="summary_large_image">`
}

/** The page with what machines read at the end of its head. */
export function withHead(html: string, lang: Lang, structuredData: readonly object[]): string {
  const end = html.indexOf('</head>')
  if (end < 0) return html
  const manifest = `<link rel="manifest" href="${manifestOf(lang)}">`
  return html.slice(0, end) + sharing(lang) + ICONS + manifest + dataBlock(structuredData) + html.slice(end)
}

/** Whether the page says of itself that search engines should leave it out. */
export function asksNotToBeIndexed(html: string): boolean {
  return html.slice(0, html.indexOf('</head>')).includes('<meta name="robots" content="noindex"')
}
