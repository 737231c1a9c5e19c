/** The job queue, in PostgreSQL: a job is enqueued in the transaction of the fact that asks for it. */
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.server.ts'
import type { Log } from './log.server.ts'

export type JobOptions = {
  /** Not before this instant. */
  runAt?: Date
  /** A second job with the same key replaces the first while that has not begun. */
  key?: string
  maxAttempts?: number
}

/** Asks for a job. `db` may be a transaction: the job exists only if that commits. */
export async function enqueue(db: Database, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
    run_at := ${options.runAt ?? null}, job_key := ${options.key ?? null}, max_attempts := ${options.maxAttempts ?? 20})`.execute(
    db,
  )
}

export type Tasks = Record<string, (payload: unknown) => Promise<void>>

/** Works on the queue until stopped. `schedule` is crontab text: one line a repeated task. */
export async function startWorker(pool: pg.Pool, tasks: Tasks, schedule: string, log: Log): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, task]))
  return run({
    pgPool: pool,
    taskList,
    crontab: schedule,
    concurrency: 4,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: workerLogger(log),
  })
}

/** Routine lines of the queue are dropped; its warnings and errors come into our log. */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ worker: meta?.task_identifier }, message)
    else if (level === 'warning') log.warn(message)
    else log.trace(message)
  })
}
