/**
 * The frame of every mail. What mail clients need (tables, inline styles, Outlook's own comments, the hidden line of an
 * inbox) comes from React Email's components; what is ours is right-to-left and dark.
 */
import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Text } from '@react-email/text'
import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { dirOf, type Lang } from '../../locales/lang.ts'
import type { EmailContent, EmailGroup } from './email-layout.ts'
import { CLASS, COLOUR, FONT, HEAD_STYLE, NUMBER_FONT, OUTLOOK_HEAD, OUTLOOK_TABLE, WIDTH } from './email-style.ts'

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Pure, and slow: who needs many mails asks once for each shape. */
export function emailTemplate(content: EmailContent): string {
  const {
    lang,
    title,
    paragraphs,
    code,
    facts = [],
    groups = [],
    action,
    more = [],
    footer,
    reason = '',
    optOut,
  } = content
  const { cell, rows } = cellsOf(lang)
  const [name = '', ...reach] = footer
  const mail = h(
    Html,
    { lang, dir: dirOf(lang) },
    h(
      Head,
      null,
      h('title', null, title),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
      h('head-style'),
    ),
    h(
      Body,
      {
        dir: dirOf(lang),
        className: CLASS.page,
        style: { backgroundColor: COLOUR.sand, padding: '24px 8px', margin: 0 },
      },
      h(Preview, null, content.preheader),
      // Clients drop the document's language and direction; what is read aloud begins here.
      h(
        'div',
        { role: 'article', 'aria-roledescription': 'email', 'aria-label': title, lang, dir: dirOf(lang) },
        h(
          'outlook-table',
          null,
          h(
            Container,
            { className: CLASS.card, dir: dirOf(lang), style: CARD },
            rows([
              cell('head', name, { ...HEADER, fontWeight: 600 }, CLASS.head),
              cell('title', h(Heading, { as: 'h1', style: TITLE, className: CLASS.ink }, title), TITLE_CELL),
              ...paragraphs.map((text, at) =>
                cell(`p${at}`, h(Text, { style: PARAGRAPH, className: CLASS.ink }, text)),
              ),
              code && cell('code', codeBlock(code, lang), { padding: '8px 32px 20px' }),
              facts.length > 0 && cell('facts', factTable(facts, lang), { padding: '4px 32px 20px' }),
              ...groups.map((group, at) => cell(`g${at}`, groupLines(group), GROUP_CELL)),
              action && cell('action', button(action), { padding: `8px 32px ${more.length > 0 ? '12px' : '28px'}` }),
              more.length > 0 && cell('more', more.map(plainLink), { padding: '0 32px 20px' }),
              cell('foot', footerLines(reach, reason, optOut), FOOTER, CLASS.foot),
            ]),
          ),
        ),
      ),
    ),
  )
  return DOCTYPE + withOutlook(renderToStaticMarkup(mail))
}

/** Outlook reads its own comments, which React can't write. */
function withOutlook(html: string): string {
  return html
    .replace('<head-style></head-style>', `<style>${HEAD_STYLE}</style>${OUTLOOK_HEAD}`)
    .replace('<outlook-table>', OUTLOOK_TABLE.open)
    .replace('</outlook-table>', OUTLOOK_TABLE.close)
}

/** Direction and alignment stand at every cell: clients drop them at the document, and some at the table. */
function cellsOf(lang: Lang) {
  const dir = dirOf(lang)
  const align = dir === 'rtl' ? 'right' : 'left'
  const own: CSSProperties = { fontFamily: FONT, padding: '0 32px', textAlign: align, direction: dir }
  const cell = (key: string, inner: ReactNode, style: CSSProperties = {}, className?: string) =>
    h('tr', { key }, h('td', { dir, align, className, style: { ...own, ...style } }, inner))
  const rows = (children: ReactNode[]) => table({ dir }, children)
  return { cell, rows }
}

const table = (
  props: { dir: 'rtl' | 'ltr'; width?: string; className?: string; style?: CSSProperties },
  rows: ReactNode,
) =>
  h(
    'table',
    { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0, ...props },
    h('tbody', null, rows),
  )

/** One tap or double click takes the whole of it; left to right among Arabic. */
function codeBlock(code: string, lang: Lang): ReactNode {
  const digits = h('td', { dir: 'ltr', align: 'center', className: CLASS.code, style: CODE }, code)
  return table({ dir: dirOf(lang) }, h('tr', null, digits))
}

function factTable(facts: [string, string][], lang: Lang): ReactNode {
  const dir = dirOf(lang)
  const align = dir === 'rtl' ? 'right' : 'left'
  const style: CSSProperties = {
    fontFamily: FONT,
    fontSize: 14,
    lineHeight: '24px',
    textAlign: align,
    padding: '8px 0',
  }
  return table(
    { dir },
    facts.map(([label, value], at) =>
      h(
        'tr',
        { key: at },
        h(
          'td',
          {
            dir,
            align,
            valign: 'top',
            width: '32%',
            className: CLASS.fact,
            style: { ...style, ...LINE, color: COLOUR.muted },
          },
          label,
        ),
        h(
          'td',
          {
            dir: 'auto',
            align,
            valign: 'top',
            className: CLASS.factValue,
            style: { ...style, ...LINE, ...VALUE, padding: dir === 'rtl' ? '8px 12px 8px 0' : '8px 0 8px 12px' },
          },
          value,
        ),
      ),
    ),
  )
}

function button({ label, url }: { label: string; url: string }): ReactNode {
  return h(Button, { href: url, className: CLASS.button, style: BUTTON }, label)
}

function plainLink({ label, url }: { label: string; url: string }, at: number): ReactNode {
  const link = h('a', { href: url, className: CLASS.link, style: LINK }, label)
  return h(Text, { key: at, style: { ...PARAGRAPH, margin: '0 0 4px' }, className: CLASS.ink }, link)
}

/** What somebody wrote keeps its own direction, whatever the mail's. */
function groupLines({ title, url, items }: EmailGroup): ReactNode {
  return [
    h(
      Heading,
      { key: 'title', as: 'h2', style: GROUP_TITLE },
      h('a', { href: url, className: CLASS.link, style: LINK }, h('bdi', null, title)),
    ),
    ...items.map((item, at) =>
      h(
        'div',
        { key: at, style: ITEM, className: CLASS.fact },
        h(
          Text,
          { style: { ...SMALL, margin: 0 }, className: CLASS.fact },
          h(
            'a',
            { href: item.url, className: CLASS.fact, style: { ...LINK, color: COLOUR.muted } },
            h('bdi', null, item.who),
          ),
        ),
        h(Text, { style: { ...PARAGRAPH, margin: 0 }, className: CLASS.ink, dir: 'auto' }, item.text),
      ),
    ),
  ]
}

function footerLines(reach: string[], reason: string, optOut: EmailContent['optOut']): ReactNode {
  const lines = reach.map((line) => h('bdi', { key: line }, line, h('br')))
  return [
    h(Text, { key: 'reach', style: SMALL, className: CLASS.foot }, lines),
    h(Text, { key: 'why', style: SMALL, className: CLASS.foot }, reason),
    optOut &&
      h(
        Text,
        { key: 'out', style: SMALL, className: CLASS.foot },
        h('a', { href: optOut.url, className: CLASS.foot, style: { ...LINK, color: COLOUR.muted } }, optOut.label),
      ),
  ]
}

const CARD: CSSProperties = {
  backgroundColor: COLOUR.paper,
  border: `1px solid ${COLOUR.line}`,
  borderRadius: 18,
  maxWidth: WIDTH,
}
const HEADER: CSSProperties = {
  backgroundColor: COLOUR.deep,
  color: COLOUR.paper,
  fontSize: 18,
  lineHeight: '28px',
  padding: '16px 32px',
  borderRadius: '17px 17px 0 0',
}
const TITLE_CELL: CSSProperties = { padding: '28px 32px 8px' }
const TITLE: CSSProperties = { margin: 0, color: COLOUR.ink, fontSize: 22, lineHeight: '34px', fontWeight: 600 }
const PARAGRAPH: CSSProperties = { margin: '0 0 12px', color: COLOUR.ink, fontSize: 16, lineHeight: '28px' }
const CODE: CSSProperties = {
  fontFamily: NUMBER_FONT,
  backgroundColor: COLOUR.mint,
  borderRadius: 12,
  color: COLOUR.ink,
  direction: 'ltr',
  fontSize: 32,
  fontWeight: 600,
  letterSpacing: 8,
  lineHeight: '48px',
  padding: '12px 12px 12px 20px',
  textAlign: 'center',
  userSelect: 'all',
  WebkitUserSelect: 'all',
}
const GROUP_CELL: CSSProperties = { padding: '4px 32px 16px' }
const GROUP_TITLE: CSSProperties = {
  wordBreak: 'break-word',
  margin: '0 0 4px',
  fontSize: 17,
  lineHeight: '28px',
  fontWeight: 600,
}
const LINK: CSSProperties = { color: COLOUR.pine, textDecoration: 'underline' }
const ITEM: CSSProperties = { wordBreak: 'break-word', borderTop: `1px solid ${COLOUR.line}`, padding: '10px 0' }
const LINE: CSSProperties = { borderBottom: `1px solid ${COLOUR.line}` }
const VALUE: CSSProperties = { color: COLOUR.ink, wordBreak: 'break-word', whiteSpace: 'pre-wrap' }
const BUTTON: CSSProperties = {
  backgroundColor: COLOUR.pine,
  borderRadius: 12,
  color: COLOUR.white,
  fontFamily: FONT,
  fontSize: 16,
  fontWeight: 600,
  padding: '14px 28px',
}
const FOOTER: CSSProperties = { borderTop: `1px solid ${COLOUR.line}`, padding: '20px 32px 24px' }
const SMALL: CSSProperties = { margin: '0 0 8px', color: COLOUR.muted, fontSize: 13, lineHeight: '22px' }
