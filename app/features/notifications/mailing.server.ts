/** The jobs that mail notices to members: promptly or every morning, each notice in one mail only. */
import type { Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { mailDigest, mailNotices } from './notice-emails.server.ts'
import {
  claimForMail,
  deleteOldNotices,
  findClaimed,
  findDigestReceivers,
  hasDigest,
  insertDigest,
  lastMailedAt,
  lockReceiver,
  markAllMailed,
  recordMail,
} from './notice-queries.server.ts'

const QUARTER_HOUR_MS = 15 * MINUTE_MS
const KEPT_DAYS = 183
/** The number of members in one run, each in a separate transaction. */
const BATCH = 100

/** `db` is the transaction of the notice. The next mail to a member is sent 15 minutes after the last one. */
export async function scheduleNoticeMail(db: Database, userId: number, now: Date): Promise<void> {
  await later(db, userId, await lastMailedAt(db, userId), now)
}

async function later(db: Database, userId: number, last: Date | null, now: Date): Promise<void> {
  const next = last && new Date(last.getTime() + QUARTER_HOUR_MS)
  const options = next && next > now ? { runAt: next } : {}
  await enqueue(db, 'mailNotices', { userId }, { key: `notices:${userId}`, ...options })
}

/** The job of one member's prompt mail. */
export async function sendNotices(services: Services, userId: number): Promise<void> {
  const now = services.now()
  await services.db.transaction().execute(async (tx) => {
    const receiver = await lockReceiver(tx, userId)
    if (!receiver) return
    const last = receiver.last_mailed_at
    if (last && last.getTime() + QUARTER_HOUR_MS > now.getTime()) return later(tx, userId, last, now)
    const notices = await findClaimed(tx, userId, await claimForMail(tx, userId, 'at-once', now), now)
    if (notices.length === 0) return
    await mailNotices({ ...services, db: tx }, receiver, notices)
    await recordMail(tx, userId, now)
  })
}

const dayInRiyadh = (at: Date) => new Date(at.getTime() + 3 * HOUR_MS).toISOString().slice(0, 10)

/** The scheduled job of every morning. */
export async function beginDigests({ db, now }: Services): Promise<void> {
  await enqueueBatch(db, dayInRiyadh(now()), 0)
}

const enqueueBatch = (db: Database, day: string, after: number) =>
  enqueue(db, 'sendDigests', { day, after }, { key: `digests:${day}:${after}` })

/** The job of one batch, which enqueues the next. After a crash it is repeated and skips members already mailed. */
export async function sendDigests(services: Services, { day, after }: { day: string; after: number }): Promise<void> {
  const ids = await findDigestReceivers(services.db, after, BATCH)
  for (const userId of ids) await sendDigest(services, userId, day)
  if (ids.length === BATCH) await enqueueBatch(services.db, day, ids.at(-1)!)
}

async function sendDigest(services: Services, userId: number, day: string): Promise<void> {
  const now = services.now()
  await services.db.transaction().execute(async (tx) => {
    const receiver = await lockReceiver(tx, userId)
    if (!receiver || (await hasDigest(tx, userId, day))) return
    const notices = await findClaimed(tx, userId, await claimForMail(tx, userId, 'daily', now), now)
    if (notices.length === 0) return
    await insertDigest(tx, userId, day)
    await mailDigest({ ...services, db: tx }, receiver, notices, day)
  })
}

/** Lets no mail contain the notices so far: after a restore, they may have been mailed before. They stay in the list of notices. */
export function endPendingNoticeMails(db: Database, now: Date): Promise<void> {
  return markAllMailed(db, now)
}

/** Notices of mentions are kept as long as the text, so that its edits notify nobody twice. */
export async function deleteExpiredNotices({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
  await deleteOldNotices(db, before(KEPT_DAYS), before(30))
}
