/** What was waiting in the queue of a backup may have been sent since, by the server that the backup is of. */
import { sql } from 'kysely'
import { notifyWaitlist } from '../app/features/catalogue/course/notify.server.ts'
import { holdPendingMessages } from '../app/features/messages/messages.server.ts'
import { endPendingNoticeMails } from '../app/features/notifications/mailing.server.ts'
import { remindOfEndings, remindOfStarts } from '../app/features/reminders/reminders.server.ts'
import type { Database } from '../app/platform/database/database.server.ts'
import type { Settings } from '../app/platform/settings.server.ts'

/** The tasks that send mails or SMS, or make jobs that do. */
const MAILING = ['sendMessage', 'tellMembers', 'mailNotices', 'sendDigests']

/**
 * Lets nothing go out twice: all messages that wait are held, their jobs are deleted, and repeated tasks are not caught up
 * on. Reminders that are due by now are written and held, too, since the record that they were sent may be younger than the
 * backup. Jobs about payments stay: each asks the payment provider what has happened.
 * @returns how many messages are held
 */
export async function holdRestoredQueue(db: Database, settings: Settings, now: Date): Promise<number> {
  const waiting = await holdMessages(db, now)
  const services = { db, settings, now: () => now }
  await remindOfEndings(services, Number.MAX_SAFE_INTEGER)
  await remindOfStarts(services, Number.MAX_SAFE_INTEGER)
  await notifyWaitlist(services)
  return waiting + (await holdMessages(db, now))
}

function holdMessages(db: Database, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs where locked_by is not null having count(*) > 0`.execute(tx)
    await sql`select graphile_worker.complete_jobs(array_agg(id))
      from graphile_worker.jobs where task_identifier = any(${MAILING}) having count(*) > 0`.execute(tx)
    await sql`update graphile_worker._private_known_crontabs set last_execution = ${now}`.execute(tx)
    await endPendingNoticeMails(tx, now)
    return holdPendingMessages(tx, now)
  })
}
