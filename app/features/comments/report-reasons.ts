/** The reasons that a report can be chosen from. */
import type { comments } from '../../locales/ar/comments.ts'

export const REPORT_REASONS = ['advertising', 'offensive', 'wrong', 'private', 'offTopic', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const isReason = (text: string): text is ReportReason => (REPORT_REASONS as readonly string[]).includes(text)

/** What staff read: the chosen reason and what was written about it. Another reason is only what was written. */
export function reportReason(t: typeof comments, chosen: string, text: string): string {
  const words = text.trim()
  if (!isReason(chosen) || chosen === 'other') return words
  return [t.reasons[chosen], words].filter(Boolean).join(': ')
}
