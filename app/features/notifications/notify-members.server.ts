/** Notifies members of new texts: recorded in the transaction of the text, sent by a job once the text is public. */
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { type Followed, followByWriting } from './choice-queries.server.ts'
import { scheduleNoticeMail } from './mailing.server.ts'
import { membersMentionedIn } from './mentions.server.ts'
import { insertNotices, lockMentions, publishesAt, setMentions, type TextKind } from './notice-queries.server.ts'

type Written = { kind: TextKind; id: number; text: string }

/** Records a new text; `tx` is the transaction that saves it. @param where what its author follows from now on */
export async function recordNewText(ctx: Context, tx: Database, written: Written, where: Followed): Promise<void> {
  await followByWriting(tx, requireUser(ctx).id, where, ctx.now())
  const names = await saveMentions(tx, written)
  if (names || written.kind === 'comment') await scheduleNotices(tx, written, ctx.now())
}

/** Records an edited text; members who were notified before are not notified again. */
export async function recordChangedText(ctx: Context, tx: Database, written: Written): Promise<void> {
  if (await saveMentions(tx, written)) await scheduleNotices(tx, written, ctx.now())
}

/** Schedules the notices of a text that is public again. */
export async function scheduleNotices(
  tx: Database,
  { kind, id }: { kind: TextKind; id: number },
  now: Date,
): Promise<void> {
  const runAt = kind === 'post' ? await publishesAt(tx, id, now) : undefined
  await enqueue(tx, 'tellMembers', { kind, id }, { key: `tell:${kind}:${id}`, ...(runAt ? { runAt } : {}) })
}

/** Whether the text has mentions. */
async function saveMentions(tx: Database, { kind, id, text }: Written): Promise<boolean> {
  const before = await lockMentions(tx, kind, id)
  const names = await membersMentionedIn(tx, text, before)
  const isSame = JSON.stringify(sorted(names)) === JSON.stringify(sorted(before))
  if (!isSame) await setMentions(tx, kind, id, names)
  return Object.keys(names).length > 0
}

const sorted = (names: Record<string, number>) => Object.entries(names).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The job. A scheduled text is notified of later; a held or hidden one when staff approve it. */
export async function notifyMembers(services: Services, { kind, id }: { kind: TextKind; id: number }): Promise<void> {
  const now = services.now()
  await services.db.transaction().execute(async (tx) => {
    if (kind === 'post' && (await publishesAt(tx, id, now))) return scheduleNotices(tx, { kind, id }, now)
    for (const userId of await insertNotices(tx, kind, id, now)) await scheduleNoticeMail(tx, userId, now)
  })
}
