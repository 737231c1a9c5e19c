/** The job queue, in PostgreSQL: a job is enqueued in the transaction that makes it necessary. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './database/database.server.ts'
import { SECOND_MS } from './durations.ts'
import type { Log } from './log.server.ts'
import type { Tracing } from './tracing.ts'

export type JobOptions = {
  /** Not before this instant. */
  runAt?: Date
  /** Not before this delay from now, by the database's clock. */
  delayMs?: number
  /** A second job with the same key replaces the first if that has not started. */
  key?: string
  maxAttempts?: number
  /** Lower numbers run first; 0 by default. */
  priority?: number
}

/** Payment jobs run before mails, whose attachments take long to print. */
export const PAYMENT_PRIORITY = -10

/** Enqueues a job. `db` may be a transaction: the job exists only if it commits. */
export async function enqueue(db: Database, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
    run_at := coalesce(${options.runAt ?? null}::timestamptz, now() + make_interval(secs => ${(options.delayMs ?? 0) / 1000})), job_key := ${options.key ?? null}, max_attempts := ${options.maxAttempts ?? 20},
    priority := ${options.priority ?? 0})`.execute(db)
}

/** True when the queue's tables exist; throws otherwise. */
export async function queueIsReady(db: Database): Promise<boolean> {
  await sql`select 1 from graphile_worker.jobs limit 1`.execute(db)
  return true
}

export type Tasks = Record<string, (payload: unknown) => Promise<void>>

/** No job takes longer: one that is locked for so long is locked by a crashed server. */
const JOB_TIMEOUT_SECONDS = 300
/** How long the end waits for running jobs; the queue runs an unfinished one again later. */
const STOP_TIMEOUT_MS = 5 * SECOND_MS

export type QueueOptions = {
  /** Crontab text: one line for each repeated task. */
  schedule: string
  /** No other server works on this queue: a job that is locked at start has no owner any more. */
  alone: boolean
  tracing?: Tracing | undefined
}

/** Runs the jobs until stopped; restarts after database failures. */
export async function startWorker(pool: pg.Pool, tasks: Tasks, { schedule, alone, tracing }: QueueOptions, log: Log) {
  const taskList: TaskList = tracing ? traced(tasks, tracing) : { ...tasks }
  const start = () =>
    run({
      pgPool: pool,
      taskList,
      crontab: schedule,
      concurrency: 4,
      pollInterval: 1000,
      noHandleSignals: true,
      logger: workerLogger(log),
      // Without batches, a job whose end cannot be written causes an unhandled rejection, which ends the process. With
      // batches it stops the queue, which is then restarted.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
  await unlockAbandonedJobs(pool, alone ? 0 : JOB_TIMEOUT_SECONDS)
  let runner: Runner | undefined = await start()
  let stopping = false
  const supervise = async () => {
    for (;;) {
      await runner?.promise.catch((error) => log.error({ err: error }, 'the job queue stopped'))
      if (stopping) return
      await sleep(1000, undefined, { ref: false })
      runner = await start().catch(() => undefined)
    }
  }
  void supervise()
  const unlock = () =>
    unlockAbandonedJobs(pool, JOB_TIMEOUT_SECONDS).catch((error) =>
      log.error({ err: error }, 'held jobs could not be freed'),
    )
  const timer = setInterval(unlock, 60_000).unref()
  return {
    stop: async () => {
      stopping = true
      clearInterval(timer)
      const stopped = runner?.stop().catch((error) => log.warn({ err: error }, 'the job queue had stopped before'))
      await Promise.race([stopped, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** Each job is a trace of its own. */
function traced(tasks: Tasks, tracing: Tracing): Tasks {
  const tracedTask = (name: string, task: Tasks[string]) => (payload: unknown) =>
    tracing.trace(`job ${name}`, 'job', { 'messaging.operation.type': 'process', 'maahad.job': name }, (end) =>
      task(payload).then(
        () => end(),
        (error: unknown) => {
          end(error)
          throw error
        },
      ),
    )
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, tracedTask(name, task)]))
}

/** Unlocks the jobs of crashed servers. */
async function unlockAbandonedJobs(pool: pg.Pool, seconds: number): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs where locked_by is not null and locked_at <= now() - make_interval(secs => $1)
     having count(*) > 0`,
    [seconds],
  )
}

/** Writes the queue's warnings and errors to our log; routine messages only at trace level. */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ worker: meta?.task_identifier }, message)
    else if (level === 'warning') log.warn(message)
    else log.trace(message)
  })
}
