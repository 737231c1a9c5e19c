/** From what was written to who is told: noted with the writing, told by a job as soon as everybody can read it. */
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { type Followed, followByWriting } from './choice-queries.server.ts'
import { scheduleNoticeMail } from './mailing.server.ts'
import { membersMentionedIn } from './mentions.server.ts'
import { insertNotices, lockMentions, publishesAt, setMentions, type TextKind } from './notice-queries.server.ts'

type Written = { kind: TextKind; id: number; text: string }

/** Something new; `tx` is the transaction that writes it. @param where what its writer follows from now on */
export async function recordNewText(ctx: Context, tx: Database, written: Written, where: Followed): Promise<void> {
  await followByWriting(tx, requireUser(ctx).id, where, ctx.now())
  const names = await saveMentions(tx, written)
  if (names || written.kind === 'comment') await scheduleNotices(tx, written, ctx.now())
}

/** Other words; who was told of them before is not told again. */
export async function recordChangedText(ctx: Context, tx: Database, written: Written): Promise<void> {
  if (await saveMentions(tx, written)) await scheduleNotices(tx, written, ctx.now())
}

/** It was away, and everybody can read it again. */
export async function scheduleNotices(
  tx: Database,
  { kind, id }: { kind: TextKind; id: number },
  now: Date,
): Promise<void> {
  const runAt = kind === 'post' ? await publishesAt(tx, id, now) : undefined
  await enqueue(tx, 'tellMembers', { kind, id }, { key: `tell:${kind}:${id}`, ...(runAt ? { runAt } : {}) })
}

/** Whether it names anybody. */
async function saveMentions(tx: Database, { kind, id, text }: Written): Promise<boolean> {
  const before = await lockMentions(tx, kind, id)
  const names = await membersMentionedIn(tx, text, before)
  const isSame = JSON.stringify(sorted(names)) === JSON.stringify(sorted(before))
  if (!isSame) await setMentions(tx, kind, id, names)
  return Object.keys(names).length > 0
}

const sorted = (names: Record<string, number>) => Object.entries(names).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The job. What is not out yet is told later; what waits or is hidden, when staff let it out. */
export async function notifyMembers(services: Services, { kind, id }: { kind: TextKind; id: number }): Promise<void> {
  const now = services.now()
  await services.db.transaction().execute(async (tx) => {
    if (kind === 'post' && (await publishesAt(tx, id, now))) return scheduleNotices(tx, { kind, id }, now)
    for (const userId of await insertNotices(tx, kind, id, now)) await scheduleNoticeMail(tx, userId, now)
  })
}
