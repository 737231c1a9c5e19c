/** The job that reminds learners of parts that are due: each of the four times once. */
import type { Services } from '../../platform/context.server.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { mailPartDue, REMINDERS } from '../orders/parts/part-mails.server.ts'
import { claimReminder, dueReminders } from './queries.server.ts'

/** The maximum of reminders in one run of the job; the next run continues. */
const BATCH_SIZE = 500

export async function remindOfParts({ db, settings, now }: Pick<Services, 'db' | 'settings' | 'now'>): Promise<void> {
  const at = now()
  await forEachSettled(await dueReminders(db, at, BATCH_SIZE), (due) =>
    db.transaction().execute(async (tx) => {
      const claimed = await claimReminder(tx, due, at)
      if (!claimed) return
      const { orderId, part, dueAt, step } = claimed
      await mailPartDue(tx, settings, { orderId, part, dueAt, reminder: REMINDERS[step - 1]! }, at)
    }),
  )
}
