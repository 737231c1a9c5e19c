/** What a mail says, before it is rendered. */
import type { Lang } from '../../locales/lang.ts'

export type EmailContent = {
  lang: Lang
  title: string
  /** Plain paragraphs, in order. */
  paragraphs: string[]
  /** A code that stands large on a line of its own, left to right. */
  code?: string
  /** Label and value, one line each. */
  facts?: [label: string, value: string][]
  /** What others wrote, each group under what it is about. */
  groups?: EmailGroup[]
  action?: EmailLink
  /** Further plain links. */
  more?: EmailLink[]
  /** The institute's name and how to reach it. */
  footer: string[]
  /** What an inbox shows beside the subject; by default the first paragraphs. */
  preheader?: string
  /** Why the reader gets this mail; by default the reason of mails about an account. */
  reason?: string
  /** How the reader gets no more mails like this. */
  optOut?: EmailLink
}

export type EmailLink = { label: string; url: string }

export type EmailGroup = { title: string; url: string; items: { who: string; text: string; url: string }[] }

/** Keeps its own direction within a line of another one. */
export const isolated = (text: string) => `\u2068${text}\u2069`
