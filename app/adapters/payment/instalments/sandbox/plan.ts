/** A payment at a simulated company, with everything that its API would tell of it, and how it changes with time. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts'
import type { InstalmentCompany } from '../../../../platform/instalment-companies.ts'

type Part = { id: string; amountHalalas: number; reference: string; at: string }

export type Plan = {
  id: string
  company: InstalmentCompany
  /** `approved`: the payer is done. `authorised`: Tamara was told that the shop knows. */
  status: 'new' | 'approved' | 'authorised' | 'closed' | 'canceled' | 'declined' | 'expired'
  amountHalalas: number
  parts: number
  description: string
  lang: 'ar' | 'en'
  /** The shop's attempt, and the number that people see. */
  reference: string
  orderNumber: string
  buyer: { name: string; email: string; phone: string }
  urls: { success: string; failure: string; cancel: string }
  captures: Part[]
  refunds: Part[]
  createdAt: string
  /** Until when the payer may begin. */
  expiresAt: string
  approvedAt: string | null
  /** What the payer chose to go wrong. */
  mishap: Mishap | null
}

/**
 * `twice`: the message arrives twice. `late`: after 20 seconds, and so after the one about the capture. `silent`: never,
 * and the payer does not return either. `lost`: the first capture is carried out, and a gateway answers instead.
 */
export const MISHAPS = ['twice', 'late', 'silent', 'lost'] as const
export type Mishap = (typeof MISHAPS)[number]

export const sum = (parts: readonly Part[]): number => parts.reduce((all, { amountHalalas }) => all + amountHalalas, 0)

/** Tabby says so ten minutes after the session's end. */
const EXPIRY_LAG_MS = { tabby: 10 * MINUTE_MS, tamara: 0 }
const UNAUTHORISED_MS = 72 * HOUR_MS
const UNCAPTURED_MS = 21 * DAY_MS

/** The plan as it is at this time: sessions end, and what nobody captures is captured. */
export function atTime(plan: Plan, now: Date): Plan {
  const since = (time: string | null) => now.getTime() - Date.parse(time ?? now.toISOString())
  if (plan.status === 'new' && since(plan.expiresAt) >= EXPIRY_LAG_MS[plan.company])
    return { ...plan, status: 'expired' }
  if (plan.company === 'tamara' && plan.status === 'approved' && since(plan.approvedAt) >= UNAUTHORISED_MS)
    return { ...plan, status: 'expired' }
  const isHeld = plan.status === 'authorised' || (plan.company === 'tabby' && plan.status === 'approved')
  return isHeld && since(plan.approvedAt) >= UNCAPTURED_MS ? captured(plan, plan.amountHalalas, 'automatic', now) : plan
}

export function captured(plan: Plan, amountHalalas: number, reference: string, now: Date): Plan {
  const at = now.toISOString()
  const capture = { id: crypto.randomUUID(), amountHalalas, reference, at }
  const captures = [...plan.captures, capture]
  return { ...plan, captures, status: sum(captures) >= plan.amountHalalas ? 'closed' : plan.status }
}

export function refunded(plan: Plan, amountHalalas: number, reference: string, now: Date): Plan {
  const refund = { id: crypto.randomUUID(), amountHalalas, reference, at: now.toISOString() }
  return { ...plan, refunds: [...plan.refunds, refund] }
}

/** Whether the payer can still begin. */
export const isOpen = (plan: Plan, now: Date): boolean => plan.status === 'new' && now < new Date(plan.expiresAt)
