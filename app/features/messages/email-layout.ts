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
  action?: { label: string; url: string }
  /** The institute's name and how to reach it. */
  footer: string[]
  /** What an inbox shows beside the subject; the first paragraphs unless said. */
  preheader?: string
  /** Why one gets this mail; that of accounts unless said. */
  reason?: string
}

/** The same mail as text and as HTML. */
export function renderEmail(content: EmailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) }
}

const reasonOf = ({ lang, reason }: EmailContent) => reason ?? FRAME[lang].reason

function asText(content: EmailContent): string {
  const { title, paragraphs, code, facts = [], action, footer } = content
  const blocks = [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `—\n${[...footer, reasonOf(content)].join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

const templates = new Map<string, string>()

/**
 * Rendering takes milliseconds, and would tell by the time of an answer whether somebody was written to. So each shape
 * of mail is rendered once, with the names of its texts in their places.
 */
function asHtml(content: EmailContent): string {
  const texts: string[] = []
  const named = mapTexts(content, (text) => `⟦${texts.push(text) - 1}⟧`)
  const shape = JSON.stringify(named)
  const template = templates.get(shape) ?? emailTemplate(named)
  templates.set(shape, template)
  return template.replace(/⟦(\d+)⟧/g, (_, place) => escapeHtml(texts[Number(place)]!))
}

/** The same content with every text of it changed. */
function mapTexts(content: EmailContent, change: (text: string) => string): EmailContent {
  const { lang, title, paragraphs, code, facts, action, footer } = content
  return {
    lang,
    title: change(title),
    paragraphs: paragraphs.map(change),
    code: code && change(code),
    facts: facts?.map(([label, value]) => [change(label), change(value)]),
    action: action && { label: change(action.label), url: change(action.url) },
    footer: footer.map(change),
    preheader: change((content.preheader ?? paragraphs.join(' ')).slice(0, LONGEST_PREHEADER)),
    reason: change(reasonOf(content)),
  }
}

const LONGEST_PREHEADER = 140

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
