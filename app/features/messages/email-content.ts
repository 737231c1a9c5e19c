/** The content of a mail, before it is rendered. */
import type { Lang } from '../../locales/lang.ts'

export type EmailContent = {
  lang: Lang
  title: string
  /** Plain paragraphs, in order. */
  paragraphs: string[]
  /** A code, shown large on its own line, left to right. */
  code?: string
  /** Label and value, one line each. */
  facts?: [label: string, value: string][]
  /** Texts of members, grouped by their subject. */
  groups?: EmailGroup[]
  action?: EmailLink
  /** Further plain links. */
  more?: EmailLink[]
  /** The institute's name and contact details. */
  footer: string[]
  /** The preview text beside the subject in an inbox; by default the first paragraphs. */
  preheader?: string
  /** Why the recipient gets this mail; by default the reason for account mails. */
  reason?: string
  /** The link to unsubscribe. */
  optOut?: EmailLink
}

export type EmailLink = { label: string; url: string }

export type EmailGroup = { title: string; url: string; items: { who: string; text: string; url: string }[] }

/** Isolates a text whose direction may differ from its line's. */
export const isolated = (text: string) => `\u2068${text}\u2069`
