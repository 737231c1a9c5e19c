/** What somebody has to do about electronic invoicing. */
import type { Context } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { countOpen, type EInvoiceState } from './queries.server.ts'
import { findUnits } from './unit-queries.server.ts'

export type OpenMatter = {
  matter: 'blocked' | 'endsSoon' | 'failed' | 'late' | 'refused' | 'warned'
  /** Of documents. */
  count?: number
  since: Date
  /** The list that shows them. */
  state?: EInvoiceState
}

export const ENDS_SOON_MS = 30 * DAY_MS
/** Documents are usually sent within seconds, and have to be within 24 hours. */
export const LATE_MS = HOUR_MS

export async function openMatters({ db, now }: Pick<Context, 'db' | 'now'>): Promise<OpenMatter[]> {
  const [{ active, latest }, open] = await Promise.all([findUnits(db), countOpen(db)])
  const at = now()
  const { oldestWaitingAt, oldestRefusedAt, oldestWarnedAt, ...counts } = open
  const endsSoonFrom = active?.expiresAt ? new Date(active.expiresAt.getTime() - ENDS_SOON_MS) : undefined
  const matters: (OpenMatter | false | undefined | null)[] = [
    active?.blockedAt && { matter: 'blocked', since: active.blockedAt },
    endsSoonFrom && endsSoonFrom <= at && { matter: 'endsSoon', since: endsSoonFrom },
    latest?.state === 'failed' && { matter: 'failed', since: latest.createdAt },
    oldestWaitingAt &&
      at.getTime() - oldestWaitingAt.getTime() > LATE_MS && {
        ...{ matter: 'late', count: counts.waiting, since: oldestWaitingAt, state: 'waiting' },
      },
    oldestRefusedAt && { matter: 'refused', count: counts.refused, since: oldestRefusedAt, state: 'refused' },
    oldestWarnedAt && { matter: 'warned', count: counts.warned, since: oldestWarnedAt, state: 'warned' },
  ]
  return matters.filter((matter) => typeof matter === 'object' && matter !== null)
}
