/** Markdown of the content and of members, as HTML that may stand in a page: the one place where it is made and cleaned. */
import { Marked, type Tokens } from 'marked'
import sanitizeHtml from 'sanitize-html'
import type { Localized } from '../../db/shapes.ts'
import { escapeMarkup } from '../html/escape.ts'
import type { Lang } from '../locales/lang.ts'
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
 * HTML of `markdown`: headings are h3 and h4, since a page owns the first two; links of ours (`/faq`) lead to the page
 * in `lang`; each block finds its own direction; tables lie in an element that scrolls.
 */
export function renderMarkdown(markdown: string, lang: Lang): string {
  const html = parserFor(lang, 3).parse(markdown, { async: false })
  return sanitizeHtml(html, ALLOWED).trim()
}

/** What a member wrote: as above, but no link of theirs is recommended to anybody, and who is named is shown by name. */
export function renderMemberText(markdown: string, lang: Lang, mentions: Mentions = NONE): string {
  const parser = memberParserFor(lang)
  const tokens = parser.lexer(markdown)
  parser.walkTokens(tokens, (token) => {
    if (isMention(token)) token.mention = mentions.get(token.written)
  })
  return sanitizeHtml(parser.parser(tokens), MEMBER_TEXT).trim()
}

const NONE: Mentions = new Map()
/** More would be advertising. */
const MAX_MENTIONS = 10

/** The names that a member's text mentions, as they are written. */
export function mentionsIn(markdown: string): string[] {
  const parser = memberParserFor('ar')
  const found = new Set<string>()
  parser.walkTokens(parser.lexer(markdown), (token) => {
    if (isMention(token)) found.add(token.written)
  })
  return [...found].slice(0, MAX_MENTIONS)
}

const unrecommended: sanitizeHtml.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: { ...attribs, rel: 'nofollow ugc noopener' },
})

const MEMBER_TEXT: sanitizeHtml.IOptions = {
  ...ALLOWED,
  allowedTags: [...(ALLOWED.allowedTags as string[]), 'bdi'],
  transformTags: { a: unrecommended },
}

/** The first words of a member's text without its marks, to be shown in a list. */
export function excerptOf(markdown: string, letters: number): string {
  const html = parserFor('ar', 3).parse(markdown.slice(0, letters * 4), { async: false })
  const text = decoded(sanitizeHtml(html.replace(/<\/(?:p|li|h\d|pre|td|th)>/g, '$& '), { allowedTags: [] }))
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= letters) return text
  return `${text.slice(0, letters).replace(/\s+\S*$/, '')}…`
}

export type RenderedArticle = { html: string; contents: { id: string; title: string }[] }

/**
 * A text that is a page of its own: its headings begin at h2, and those can be jumped to. Its language is known, so a
 * paragraph that begins with a foreign name keeps the text's direction; a quotation finds its own.
 */
export function renderArticle(
  text: Localized,
  lang: Lang,
  pictureAt: (address: string) => ShownPicture = (src) => ({ src }),
): RenderedArticle {
  const own = lang === 'ar' ? text.ar : text.en
  const made = parserFor(lang, 2).parse(own ?? text.ar, { async: false })
  const clean = withPictures(sanitizeHtml(made, ARTICLE).trim(), pictureAt)
  const contents: RenderedArticle['contents'] = []
  const html = clean.replace(FOUND_DIRECTION, '$1').replace(/<h2>(.*?)<\/h2>/gs, (_, inside: string) => {
    const id = `part-${contents.length + 1}`
    contents.push({ id, title: decoded(inside.replace(/<[^>]*>/g, '')) })
    return `<h2 id="${id}">${inside}</h2>`
  })
  return { html: own ? html : `<div lang="ar" dir="rtl">${html}</div>`, contents }
}

const FOUND_DIRECTION = /(<(?!blockquote)\w+[^>]*) dir="auto"/g
/** Pictures of the content alone, in the sizes that a browser may choose from. */
const ARTICLE: sanitizeHtml.IOptions = {
  ...ALLOWED,
  allowedTags: [...(ALLOWED.allowedTags as string[]), 'h2', 'img'],
  allowedAttributes: { ...ALLOWED.allowedAttributes, img: ['src', 'alt'] },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/media\/[\w-]+\/[\w.-]+$/.test(attribs.src ?? ''),
}

export type ShownPicture = {
  src: string
  width?: number
  height?: number
  sources?: { type: string; srcset: string }[]
}

/** As wide as a text is. */
const TEXT_WIDTH = '(min-width: 48rem) 42rem, 100vw'

/** After the cleaning, so that nothing that somebody wrote becomes a source. A picture stands between paragraphs. */
function withPictures(html: string, pictureAt: (address: string) => ShownPicture): string {
  const shown = html.replace(/<img src="([^"]*)" alt="([^"]*)" \/>/g, (_, address: string, alt: string) => {
    const { src, width, height, sources = [] } = pictureAt(address)
    const choices = sources
      .map(({ type, srcset }) => `<source type="${type}" srcset="${escapeMarkup(srcset)}" sizes="${TEXT_WIDTH}">`)
      .join('')
    const size = width && height ? ` width="${width}" height="${height}"` : ''
    return `<picture>${choices}<img src="${escapeMarkup(src)}" alt="${alt}"${size} loading="lazy" decoding="async"></picture>`
  })
  return shown.replace(/<p(?: dir="auto")?>(<picture>.*?<\/picture>)<\/p>/gs, '<figure>$1</figure>')
}

function decoded(html: string): string {
  return html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}

/** A text in the reader's language; one that has no English is Arabic and says so, for ears and for direction. */
export function renderText(text: Localized, lang: Lang): string {
  const own = lang === 'ar' ? text.ar : text.en
  return own ? renderMarkdown(own, lang) : `<div lang="ar" dir="rtl">${renderMarkdown(text.ar, lang)}</div>`
}

/** The level that the headings `#` and `##` get. */
type Top = 2 | 3
const parsers = new Map<string, Marked>()

function parserFor(lang: Lang, top: Top): Marked {
  const known = parsers.get(`${lang}/${top}`)
  if (known) return known
  const made = new Marked({ gfm: true })
  made.use({ renderer: rendererFor(lang, top) })
  parsers.set(`${lang}/${top}`, made)
  return made
}

function memberParserFor(lang: Lang): Marked {
  const known = parsers.get(`${lang}/member`)
  if (known) return known
  const made = new Marked({ gfm: true })
  made.use({ renderer: rendererFor(lang, 3), extensions: [mentionSyntax(escapeMarkup)] })
  parsers.set(`${lang}/member`, made)
  return made
}

type Renderer = { parser: { parse(tokens: Tokens.Generic[]): string; parseInline(tokens: Tokens.Generic[]): string } }

function rendererFor(lang: Lang, top: Top) {
  return {
    heading(this: Renderer, { depth, tokens }: Tokens.Heading) {
      const level = top === 2 ? Math.min(Math.max(depth, 2), 4) : depth <= 3 ? 3 : 4
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
    code({ text }: Tokens.Code) {
      // Only an element that takes the focus can be scrolled from the keyboard; so with tables.
      return `<pre dir="ltr" tabindex="0"><code>${escapeMarkup(text)}</code></pre>\n`
    },
    // With a direction of its own it neither turns around in Arabic nor decides for the sentence that begins with it.
    codespan({ text }: Tokens.Codespan) {
      return `<code dir="ltr">${escapeMarkup(text)}</code>`
    },
    table(this: Renderer, { header, rows }: Tokens.Table) {
      const cell = (name: 'th' | 'td', { tokens, align }: Tokens.TableCell) => {
        const attributes = [name === 'th' && 'scope="col"', align && `align="${align}"`, 'dir="auto"']
        return `<${name} ${attributes.filter(Boolean).join(' ')}>${this.parser.parseInline(tokens)}</${name}>`
      }
      // The corner above a column of names heads nothing, and is not announced as a heading.
      const head = `<tr>${header.map((one) => cell(one.text.trim() ? 'th' : 'td', one)).join('')}</tr>`
      const body = rows.map((row) => `<tr>${row.map((one) => cell('td', one)).join('')}</tr>`).join('\n')
      return `<div data-scroll="inline" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`
    },
    link(this: Renderer, { href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens)
      if (/^\/(?!\/)/.test(href)) return `<a href="${escapeMarkup(inLanguage(href, lang))}">${text}</a>`
      const direction = /^(tel|mailto):/.test(href) ? ' dir="ltr"' : ''
      return `<a href="${escapeMarkup(href)}" rel="noopener"${direction}>${text}</a>`
    },
  }
}

/** `/faq` is `/ar/faq` on an Arabic page; what names its language keeps it. */
export function inLanguage(path: string, lang: Lang): string {
  if (/^\/(ar|en)(?=[/?#]|$)/.test(path) || path.startsWith('/media/')) return path
  return path === '/' ? `/${lang}` : `/${lang}${path}`
}
