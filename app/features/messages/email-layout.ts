/** What a mail says, as text and as HTML in the frame of every mail. */
import { emailFrame as ar } from '../../locales/ar/email-frame.ts'
import { emailFrame as en } from '../../locales/en/email-frame.ts'
import type { Lang } from '../../locales/lang.ts'
import { emailTemplate } from './email-template.ts'

const FRAME = { ar, en }

export type EmailContent = {
  lang: Lang
  title: string
  /** Plain paragraphs, in order. */
  paragraphs: string[]
  /** A code that stands large on a line of its own, left to right. */
  code?: string
  /** Label and value, one line each. */
  facts?: [label: string, value: string][]
  /** What others wrote, each under what it is about. */
  groups?: EmailGroup[]
  action?: { label: string; url: string }
  /** What else one may open, as plain links. */
  more?: { label: string; url: string }[]
  /** The institute's name and how to reach it. */
  footer: string[]
  /** What an inbox shows beside the subject; the first paragraphs unless said. */
  preheader?: string
  /** Why one gets this mail; that of accounts unless said. */
  reason?: string
  /** How one gets no more mails like this. */
  optOut?: { label: string; url: string }
}

export type EmailGroup = { title: string; url: string; items: { who: string; text: string; url: string }[] }

/** The same mail as text and as HTML. */
export function renderEmail(content: EmailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) }
}

const reasonOf = ({ lang, reason }: EmailContent) => reason ?? FRAME[lang].reason

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

/** Lines of both directions among each other: each part is isolated. */
const groupAsText = ({ title, url, items }: EmailGroup) =>
  [isolated(title), url, ...items.map((item) => `\n${isolated(item.who)}:\n${isolated(item.text)}\n${item.url}`)].join(
    '\n',
  )

/** Keeps its own direction within a line of another one. */
export const isolated = (text: string) => `\u2068${text}\u2069`

const templates = new Map<string, string>()

/**
 * Rendering takes milliseconds, and would tell by the time of an answer whether somebody was written to. So each shape
 * of mail is rendered once, with the names of its texts in their places.
 */
function asHtml(content: EmailContent): string {
  // No two of them have one shape, and nobody waits for their answer.
  if (content.groups) return emailTemplate(mapTexts(content, (text) => text))
  const texts: string[] = []
  const named = mapTexts(content, (text) => `⟦${texts.push(text) - 1}⟧`)
  const shape = JSON.stringify(named)
  const template = templates.get(shape) ?? emailTemplate(named)
  templates.set(shape, template)
  return template.replace(/⟦(\d+)⟧/g, (_, place) => escapeHtml(texts[Number(place)]!))
}

/** The same content with every text of it changed. */
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
    preheader: change((content.preheader ?? paragraphs.join(' ')).slice(0, LONGEST_PREHEADER)),
    reason: change(reasonOf(content)),
  }
}

const LONGEST_PREHEADER = 140

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
