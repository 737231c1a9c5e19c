/** What was waiting in the queue of a backup may have been sent since, by the server that the backup is of. */
import { sql } from 'kysely'
import { endPendingMessages } from '../app/features/messages/messages.server.ts'
import type { Database } from '../app/platform/database.server.ts'

/** The tasks that send mails or SMS, or make jobs that do. */
const MAILING = ['sendMessage', 'tellMembers', 'mailNotices', 'sendDigests']

/**
 * Lets nothing go out twice: messages that were waiting are ended, their jobs are deleted, and repeated tasks are not
 * caught up on. Jobs about payments stay: each asks the payment provider what has happened.
 * @returns how many messages were waiting
 */
export async function quietRestoredQueue(db: Database, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs where locked_by is not null having count(*) > 0`.execute(tx)
    await sql`select graphile_worker.complete_jobs(array_agg(id))
      from graphile_worker.jobs where task_identifier = any(${MAILING}) having count(*) > 0`.execute(tx)
    await sql`update graphile_worker._private_known_crontabs set last_execution = ${now}`.execute(tx)
    return endPendingMessages(tx, now)
  })
}
