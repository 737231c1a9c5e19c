/** Renders Markdown of the content and of members as sanitized HTML. No other file does this. */
import { Marked, type Tokens } from 'marked'
import sanitizeHtml from 'sanitize-html'
import type { Localized } from '../../../db/shapes.ts'
import { escapeMarkup } from '../../html/escape.ts'
import { blockDirection } from '../../locales/block-direction.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import type { Lang } from '../../locales/lang.ts'
import { bareAddresses } from './bare-addresses.ts'
import { embedName, embedOf } from './embeds.ts'
import { isMention, type Mentions, mentionSyntax } from './mentions.server.ts'

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h3', 'h4', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a'],
    ...['div', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    ol: ['start'],
    th: ['scope', 'align'],
    td: ['align'],
    div: [
      { name: 'data-scroll', values: ['inline'] },
      { name: 'tabindex', values: ['0'] },
    ],
    pre: [{ name: 'tabindex', values: ['0'] }],
    '*': ['dir'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
}

/**
 * Sanitized HTML. Headings are h3 and h4, since the page itself has h1 and h2; internal links (`/faq`) lead to the page
 * in `lang`; each block has `dir="auto"`; tables are in an element that scrolls.
 */
export function renderMarkdown(markdown: string, lang: Lang): string {
  const html = parserFor(lang).parse(markdown, { async: false })
  return sanitizeHtml(html, ALLOWED).trim()
}

/** A member's text: as above, but links are `nofollow`, and mentions are links to the member. */
export function renderMemberText(markdown: string, lang: Lang, mentions: Mentions = NONE): string {
  const parser = memberParserFor(lang)
  const tokens = parser.lexer(markdown)
  parser.walkTokens(tokens, (token) => {
    if (isMention(token)) token.mention = mentions.get(token.written)
  })
  return sanitizeHtml(parser.parser(tokens), MEMBER_TEXT).trim()
}

const NONE: Mentions = new Map()
/** More mentions in one text would be spam. */
const MAX_MENTIONS = 10

/** The names that a member's text mentions, as written. */
export function mentionsIn(markdown: string): string[] {
  const parser = memberParserFor('ar')
  const found = new Set<string>()
  parser.walkTokens(parser.lexer(markdown), (token) => {
    if (isMention(token)) found.add(token.written)
  })
  return [...found].slice(0, MAX_MENTIONS)
}

const withNofollow: sanitizeHtml.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: { ...attribs, rel: 'nofollow ugc noopener' },
})

const MEMBER_TEXT: sanitizeHtml.IOptions = {
  ...ALLOWED,
  allowedTags: [...(ALLOWED.allowedTags as string[]), 'bdi'],
  transformTags: { a: withNofollow },
}

/** The beginning of a member's text as plain text, for lists. */
export function excerptOf(markdown: string, maxLength: number): string {
  const html = parserFor('ar').parse(markdown.slice(0, maxLength * 4), { async: false })
  const text = decodeEntities(sanitizeHtml(html.replace(/<\/(?:p|li|h\d|pre|td|th)>/g, '$& '), { allowedTags: [] }))
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength).replace(/\s+\S*$/, '')}…`
}

export type RenderedArticle = { html: string; contents: { id: string; title: string }[] }

/**
 * A text that fills a page: its headings begin at h2 and have ids. Its language is known, so its blocks need no
 * `dir="auto"`: a paragraph that begins with a foreign name keeps the direction of the text. Only quotations have it,
 * and blocks wholly in the other script have their own direction.
 */
export function renderArticle(
  text: Localized,
  lang: Lang,
  pictureAt: (address: string) => ShownPicture = (src) => ({ src }),
): RenderedArticle {
  const translated = lang === 'ar' ? text.ar : text.en
  const direction = translated && lang === 'en' ? 'ltr' : 'rtl'
  const rendered = articleParserFor(lang, direction).parse(translated ?? text.ar, { async: false })
  const clean = withEmbeds(withPictures(sanitizeHtml(rendered, ARTICLE).trim(), pictureAt), lang)
  const contents: RenderedArticle['contents'] = []
  const html = clean.replace(/<h2>(.*?)<\/h2>/gs, (_, inside: string) => {
    const id = `part-${contents.length + 1}`
    contents.push({ id, title: decodeEntities(inside.replace(/<[^>]*>/g, '')) })
    return `<h2 id="${id}">${inside}</h2>`
  })
  return { html: translated ? html : `<div lang="ar" dir="rtl">${html}</div>`, contents }
}

/** Articles may have pictures, but only those of the content. */
const ARTICLE: sanitizeHtml.IOptions = {
  ...ALLOWED,
  allowedTags: [...(ALLOWED.allowedTags as string[]), 'h2', 'img', 'bdi'],
  allowedAttributes: { ...ALLOWED.allowedAttributes, img: ['src', 'alt'] },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/media\/[\w-]+\/[\w.-]+$/.test(attribs.src ?? ''),
}

export type ShownPicture = {
  src: string
  /** In the place of words that the text does not have. */
  alt?: string
  width?: number
  height?: number
  sources?: { type: string; srcset: string }[]
}

/** The width of the text column. */
const TEXT_WIDTH = '(min-width: 48rem) 42rem, 100vw'

/** Called after sanitizing, so that no author can write `<source>`. A picture becomes a figure of its own. */
function withPictures(html: string, pictureAt: (address: string) => ShownPicture): string {
  const shown = html.replace(/<img src="([^"]*)" alt="([^"]*)" \/>/g, (_, address: string, alt: string) => {
    const { src, alt: otherWords = '', width, height, sources = [] } = pictureAt(address)
    const choices = sources
      .map(({ type, srcset }) => `<source type="${type}" srcset="${escapeMarkup(srcset)}" sizes="${TEXT_WIDTH}">`)
      .join('')
    const size = width && height ? ` width="${width}" height="${height}"` : ''
    return `<picture>${choices}<img src="${escapeMarkup(src)}" alt="${alt || escapeMarkup(otherWords)}"${size} loading="lazy" decoding="async"></picture>`
  })
  return shown.replace(/<p(?: dir="\w+")?>(<picture>.*?<\/picture>)<\/p>/gs, '<figure>$1</figure>')
}

/**
 * A paragraph that is only the address of a film becomes a frame of our own page, which loads nothing of the other site
 * before the reader asks for it. Called after sanitizing, so that no author can write a frame.
 */
function withEmbeds(html: string, lang: Lang): string {
  return html.replace(
    /^<p(?: dir="\w+")?><a href="([^"]+)" rel="noopener" dir="ltr">\1<\/a><\/p>$/gm,
    (paragraph, written: string) => {
      const embed = embedOf(decodeEntities(written))
      if (!embed) return paragraph
      const address = escapeMarkup(embed.address)
      const src = `/${lang}/embed/${embed.host}/${embed.id}`
      return `<figure data-embed="${embed.host}"><iframe src="${src}" title="${embedName(embed.host)}" loading="lazy" allow="fullscreen; encrypted-media; picture-in-picture"></iframe><figcaption><a href="${address}" rel="noopener" dir="ltr">${address}</a></figcaption></figure>`
    },
  )
}

/** Where the links of a text lead, each once, internal ones with the language. */
export function linkTargets(markdown: string, lang: Lang): string[] {
  // Most texts have none, and need not be rendered to know it.
  if (!/\]\(|:\/\/|\]:/.test(markdown)) return []
  const found = renderMarkdown(markdown, lang).matchAll(/<a [^>]*?href="([^"]*)"/g)
  return [...new Set([...found].map(([, href]) => decodeEntities(href!)))]
}

function decodeEntities(html: string): string {
  return html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}

/** A text in the reader's language. Without English it is in Arabic, marked with `lang` (for screen readers) and `dir`. */
export function renderText(text: Localized, lang: Lang): string {
  const translated = lang === 'ar' ? text.ar : text.en
  return translated
    ? renderMarkdown(translated, lang)
    : `<div lang="ar" dir="rtl">${renderMarkdown(text.ar, lang)}</div>`
}

const parsers = new Map<string, Marked>()

function parserFor(lang: Lang): Marked {
  const cached = parsers.get(lang)
  if (cached) return cached
  const parser = new Marked({ gfm: true })
  parser.use({ renderer: rendererFor(lang), tokenizer: bareAddresses })
  parsers.set(lang, parser)
  return parser
}

/** @param direction of the text, which may be Arabic on an English page */
function articleParserFor(lang: Lang, direction: Direction): Marked {
  const cached = parsers.get(`${lang}/${direction}`)
  if (cached) return cached
  const parser = new Marked({ gfm: true })
  parser.use({ renderer: { ...rendererFor(lang), ...blocksOfArticle(direction) }, tokenizer: bareAddresses })
  parsers.set(`${lang}/${direction}`, parser)
  return parser
}

function memberParserFor(lang: Lang): Marked {
  const cached = parsers.get(`${lang}/member`)
  if (cached) return cached
  // Members need not know Markdown: a new line is one.
  const parser = new Marked({ gfm: true, breaks: true })
  const [renderer, extensions] = [rendererFor(lang), [mentionSyntax(escapeMarkup)]]
  parser.use({ renderer, extensions, tokenizer: bareAddresses })
  parsers.set(`${lang}/member`, parser)
  return parser
}

type Direction = 'rtl' | 'ltr'
type Renderer = { parser: { parse(tokens: Tokens.Generic[]): string; parseInline(tokens: Tokens.Generic[]): string } }

function rendererFor(lang: Lang) {
  return {
    heading(this: Renderer, { depth, tokens }: Tokens.Heading) {
      const level = depth <= 3 ? 3 : 4
      return `<h${level} dir="auto">${this.parser.parseInline(tokens)}</h${level}>\n`
    },
    paragraph(this: Renderer, { tokens }: Tokens.Paragraph) {
      return `<p dir="auto">${this.parser.parseInline(tokens)}</p>\n`
    },
    listitem(this: Renderer, { tokens }: Tokens.ListItem) {
      return `<li dir="auto">${this.parser.parse(tokens)}</li>\n`
    },
    blockquote(this: Renderer, { tokens }: Tokens.Blockquote) {
      return `<blockquote dir="auto">\n${this.parser.parse(tokens)}</blockquote>\n`
    },
    text(this: Renderer, token: Tokens.Text | Tokens.Escape) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens)
      const text = keepSigns(token.text)
      return 'escaped' in token && token.escaped ? text : withEntities(escapeMarkup(text))
    },
    code({ text }: Tokens.Code) {
      // Only a focusable element can be scrolled with the keyboard; the same holds for tables.
      return `<pre dir="ltr" tabindex="0"><code>${escapeMarkup(text)}</code></pre>\n`
    },
    // Isolates the code: it stays left-to-right in Arabic and does not set the direction of a sentence it begins.
    codespan({ text }: Tokens.Codespan) {
      return `<code dir="ltr">${escapeMarkup(text)}</code>`
    },
    table(this: Renderer, table: Tokens.Table) {
      return tableOf(table, ({ tokens }) => this.parser.parseInline(tokens), 'dir="auto"')
    },
    link(this: Renderer, { href, text: written, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens)
      if (/^\/(?!\/)/.test(href)) return `<a href="${escapeMarkup(inLanguage(href, lang))}">${text}</a>`
      const isLatin = /^(tel|mailto):/.test(href) || /^(https?:\/\/|www\.)\S+$/i.test(written)
      const direction = isLatin ? ' dir="ltr"' : ''
      return `<a href="${escapeMarkup(href)}" rel="noopener"${direction}>${text}</a>`
    },
  }
}

/**
 * Blocks without a direction, which is the text's. One that is wholly in the other script has its own; an item, a cell or
 * a heading stays in line with its neighbours, so that only its words have it. A quotation has that of its first word.
 */
function blocksOfArticle(around: Direction) {
  // What is rendered at the moment stands in so many of them.
  const within = { quotations: 0, items: 0 }
  const insideOf = (kind: keyof typeof within, render: () => string) => {
    within[kind] += 1
    const html = render()
    within[kind] -= 1
    return html
  }
  const own = (text: string) => (within.quotations > 0 ? undefined : blockDirection(withoutAddresses(text), around))
  const isolated = (text: string, html: string) => {
    const direction = own(text)
    return direction ? `<bdi dir="${direction}">${html}</bdi>` : html
  }
  return {
    heading(this: Renderer, { depth, text, tokens }: Tokens.Heading) {
      const level = Math.min(Math.max(depth, 2), 4)
      return `<h${level}>${isolated(text, this.parser.parseInline(tokens))}</h${level}>\n`
    },
    paragraph(this: Renderer, { text, tokens }: Tokens.Paragraph) {
      const html = this.parser.parseInline(tokens)
      if (within.items > 0) return `<p>${isolated(text, html)}</p>\n`
      const direction = own(text)
      return `<p${direction ? ` dir="${direction}"` : ''}>${html}</p>\n`
    },
    listitem(this: Renderer, { tokens }: Tokens.ListItem) {
      const part = (token: Tokens.Generic) => {
        const html = this.parser.parse([token])
        return token.type === 'text' ? isolated(token.raw, html) : html
      }
      return `<li>${insideOf('items', () => tokens.map(part).join(''))}</li>\n`
    },
    blockquote(this: Renderer, { tokens }: Tokens.Blockquote) {
      return `<blockquote dir="auto">\n${insideOf('quotations', () => this.parser.parse(tokens))}</blockquote>\n`
    },
    table(this: Renderer, table: Tokens.Table) {
      return tableOf(table, ({ text, tokens }) => isolated(text, this.parser.parseInline(tokens)))
    },
  }
}

/** The words of a block without the signs, code, pictures and addresses of its Markdown. */
const withoutAddresses = (markdown: string) =>
  markdown.replace(/!\[[^\]]*\]\([^)]*\)|`[^`]*`/g, '').replace(/\]\([^)]*\)|[*_~[]/g, '')

function tableOf({ header, rows }: Tokens.Table, inside: (cell: Tokens.TableCell) => string, direction = ''): string {
  const cell = (name: 'th' | 'td', data: Tokens.TableCell) => {
    const attributes = [name, name === 'th' && 'scope="col"', data.align && `align="${data.align}"`, direction]
    return `<${attributes.filter(Boolean).join(' ')}>${inside(data)}</${name}>`
  }
  // An empty corner cell must not be announced as a heading.
  const head = `<tr>${header.map((data) => cell(data.text.trim() ? 'th' : 'td', data)).join('')}</tr>`
  const body = rows.map((row) => `<tr>${row.map((data) => cell('td', data)).join('')}</tr>`).join('\n')
  return `<div data-scroll="inline" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`
}

/** In Markdown `&copy;` is a sign, and `&amp;copy;` what it is written with. */
const withEntities = (escaped: string) => escaped.replace(/&amp;(?=(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);)/gi, '&')

/** `/faq` becomes `/ar/faq` on an Arabic page; a path with a language is unchanged. */
export function inLanguage(path: string, lang: Lang): string {
  if (/^\/(ar|en)(?=[/?#]|$)/.test(path) || path.startsWith('/media/')) return path
  return path === '/' ? `/${lang}` : `/${lang}${path}`
}
