/** A mail as text and as HTML. */

import { escapeMarkup } from '../../html/escape.ts'
import { emailFooter as ar } from '../../locales/ar/emails/email-footer.ts'
import { emailFooter as en } from '../../locales/en/emails/email-footer.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import { type EmailContent, type EmailGroup, isolated } from './email-content.ts'
import { emailHtml } from './email-html.server.tsx'

const TEXTS = { ar, en }

/** The same mail as text and as HTML. */
export function renderEmail(content: EmailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) }
}

const reasonOf = ({ lang, reason }: EmailContent) => reason ?? TEXTS[lang].reason

function asText(content: EmailContent): string {
  const { title, paragraphs, code, facts = [], groups = [], action, more = [], footer, optOut } = content
  const blocks = [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...groups.map(groupAsText),
    ...[...(action ? [action] : []), ...more].map(({ label, url }) => `${label}:\n${url}`),
    `—\n${[...footer, reasonOf(content), ...(optOut ? [`${optOut.label}:\n${optOut.url}`] : [])].join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

/** Isolates each part of a line with mixed directions. */
const groupAsText = ({ title, url, items }: EmailGroup) =>
  [isolated(title), url, ...items.map((item) => `\n${isolated(item.who)}:\n${isolated(item.text)}\n${item.url}`)].join(
    '\n',
  )

const templates = new Map<string, string>()

/**
 * Rendering takes milliseconds: the response time would reveal whether a mail was sent. So each shape of mail
 * is rendered once, with placeholders for its texts.
 */
function asHtml(content: EmailContent): string {
  // These differ in shape each time, and no response waits for them.
  if (content.groups) return emailHtml(mapTexts(content, withSigns))
  const texts: string[] = []
  const placeholders = mapTexts(content, (text) => `⟦${texts.push(withSigns(text)) - 1}⟧`)
  const shape = JSON.stringify(placeholders)
  const template = templates.get(shape) ?? emailHtml(placeholders)
  templates.set(shape, template)
  return template.replace(/⟦(\d+)⟧/g, (_, index) => escapeMarkup(texts[Number(index)]!))
}

/** An address stays as it is. */
const withSigns = (text: string) => (/^https?:/.test(text) ? text : keepSigns(text))

/** The same content with a function applied to every text. */
function mapTexts(content: EmailContent, change: (text: string) => string): EmailContent {
  const { lang, title, paragraphs, code, facts, groups, action, more, footer, optOut } = content
  return {
    lang,
    ...(groups ? { groups } : {}),
    ...(optOut ? { optOut: { label: change(optOut.label), url: change(optOut.url) } } : {}),
    title: change(title),
    paragraphs: paragraphs.map(change),
    code: code && change(code),
    facts: facts?.map(([label, value]) => [change(label), change(value)]),
    action: action && { label: change(action.label), url: change(action.url) },
    ...(more ? { more: more.map(({ label, url }) => ({ label: change(label), url: change(url) })) } : {}),
    footer: footer.map(change),
    preheader: change((content.preheader ?? paragraphs.join(' ')).slice(0, MAX_PREHEADER_LENGTH)),
    reason: change(reasonOf(content)),
  }
}

const MAX_PREHEADER_LENGTH = 140
