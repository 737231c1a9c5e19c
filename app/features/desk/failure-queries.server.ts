/** Messages and jobs that failed as often as they may, for the person who watches over the system. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'

export type FailedMessage = {
  id: number
  channel: 'email' | 'sms'
  recipient: string
  subject: string | null
  because: string
  error: string | null
  at: Date
  /** Its content has expired, like a code. */
  isExpired: boolean
}

export async function listFailedMessages(db: Database, after: Date, now: Date, max: number): Promise<FailedMessage[]> {
  const { rows } = await sql<FailedMessage>`
    select id, channel, recipient, subject, given_up_because as because, last_error as error, given_up_at as at,
      coalesce(expires_at <= ${now}, false) as "isExpired"
    from messages where given_up_at >= ${after} and dismissed_at is null order by given_up_at desc limit ${max}`.execute(
    db,
  )
  return rows
}

export type FailedJob = { id: string; task: string; error: string | null; attempts: number; at: Date }

export async function listFailedJobs(db: Database, max: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as task, last_error as error, attempts, updated_at as at from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null order by updated_at desc limit ${max}`.execute(db)
  return rows
}

/** Makes a failed message wait for its delivery again. @returns whether it could */
export async function reviveMessage(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update messages set given_up_at = null, given_up_because = null, handing_over_at = null, tries = 0
    where id = ${id} and given_up_at is not null and (expires_at is null or expires_at > ${now}) returning id`.execute(
    tx,
  )
  return rows.length > 0
}

/** @returns whether it was failed and not dismissed */
export async function dismissMessage(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update messages set dismissed_at = ${now}
    where id = ${id} and given_up_at is not null and dismissed_at is null returning id`.execute(tx)
  return rows.length > 0
}

/** Lets a failed job run again, with all its attempts. @returns its task; undefined when it has not failed */
export async function reviveJob(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ task: string }>`
    with failed as (select id, task_identifier as task from graphile_worker.jobs
      where id = ${id}::bigint and attempts >= max_attempts and locked_at is null)
    select failed.task from failed,
      lateral graphile_worker.reschedule_jobs(array[failed.id], run_at := now(), attempts := 0)`.execute(tx)
  return rows[0]?.task
}
