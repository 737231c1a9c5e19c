/** What mails say of the parts of an order. */
import { partEmails as ar } from '../../../locales/ar/emails/emails-parts.ts'
import { partEmails as en } from '../../../locales/en/emails/emails-parts.ts'
import { formatMoney, formatWeekday } from '../../../locales/format.ts'
import type { Lang } from '../../../locales/lang.ts'

export const partTexts = { ar, en }

type Facts = [label: string, value: string][]
type Parts = { part: number; amountHalalas: number; dueAt: string; paidAt: string | null }[]

/** Of the next part: its amount and its day. */
export function nextFacts(parts: Parts, lang: Lang): Facts {
  const next = parts.find(({ part, paidAt }) => part > 1 && paidAt === null)
  if (!next) return []
  const t = partTexts[lang].facts
  return [[t.next, t.nextBy(formatMoney(next.amountHalalas, lang), formatWeekday(next.dueAt, lang))]]
}

export function partFacts(
  { parts, totalHalalas }: { parts: Parts; totalHalalas: number },
  part: number,
  lang: Lang,
): Facts {
  const row = parts.find((one) => one.part === part)
  if (!row) return []
  const t = partTexts[lang].facts
  return [
    [t.part, t.of(part, parts.length)],
    [t.amount, formatMoney(row.amountHalalas, lang)],
    [t.due, formatWeekday(row.dueAt, lang)],
    [t.total, formatMoney(totalHalalas, lang)],
  ]
}

/** In the confirmation of an order that is paid in parts: what was paid now, and what comes next. */
export function firstPartFacts(parts: Parts, lang: Lang): Facts {
  const [first] = parts
  if (!first) return []
  return [[partTexts[lang].facts.paidNow, formatMoney(first.amountHalalas, lang)], ...nextFacts(parts, lang)]
}
