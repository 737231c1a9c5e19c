/** The job queue, in PostgreSQL: a job is enqueued in the transaction of the fact that asks for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.server.ts'
import type { Log } from './log.server.ts'

export type JobOptions = {
  /** Not before this instant. */
  runAt?: Date
  /** Not before so long from now, by the database's clock. */
  delayMs?: number
  /** A second job with the same key replaces the first while that has not begun. */
  key?: string
  maxAttempts?: number
  /** Lower ones go first; 0 unless said. */
  priority?: number
}

/** What money waits for goes before mails, whose papers take their time. */
export const SOON = -10

/** Asks for a job. `db` may be a transaction: the job exists only if that commits. */
export async function enqueue(db: Database, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
    run_at := coalesce(${options.runAt ?? null}::timestamptz, now() + make_interval(secs => ${(options.delayMs ?? 0) / 1000})), job_key := ${options.key ?? null}, max_attempts := ${options.maxAttempts ?? 20},
    priority := ${options.priority ?? 0})`.execute(db)
}

/** Whether the queue's tables are there; throws while they are not. */
export async function queueIsReady(db: Database): Promise<boolean> {
  await sql`select 1 from graphile_worker.jobs limit 1`.execute(db)
  return true
}

export type Tasks = Record<string, (payload: unknown) => Promise<void>>

/** No job of ours takes longer: one that is held for so long is held by a server that died. */
const JOB_TIMEOUT_SECONDS = 300

export type QueueOptions = {
  /** Crontab text: one line a repeated task. */
  schedule: string
  /** No other server works on this queue: what is held when we begin is held by nobody. */
  alone: boolean
}

/** Works on the queue until stopped, through whatever befalls the database. */
export async function startWorker(pool: pg.Pool, tasks: Tasks, { schedule, alone }: QueueOptions, log: Log) {
  const taskList: TaskList = Object.fromEntries(Object.entries(tasks))
  const begin = () =>
    run({
      pgPool: pool,
      taskList,
      crontab: schedule,
      concurrency: 4,
      pollInterval: 1000,
      noHandleSignals: true,
      logger: workerLogger(log),
      // Told one by one, a job's end that cannot be written is a rejection that nobody handles, and ends the process;
      // told in batches it stops the queue, which is then begun again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
  await freeHeldJobs(pool, alone ? 0 : JOB_TIMEOUT_SECONDS)
  let runner: Runner | undefined = await begin()
  let stopping = false
  const supervise = async () => {
    for (;;) {
      await runner?.promise.catch((error) => log.error({ err: error }, 'the job queue stopped'))
      if (stopping) return
      await sleep(1000, undefined, { ref: false })
      runner = await begin().catch(() => undefined)
    }
  }
  void supervise()
  const free = () =>
    freeHeldJobs(pool, JOB_TIMEOUT_SECONDS).catch((error) => log.error({ err: error }, 'held jobs could not be freed'))
  const timer = setInterval(free, 60_000).unref()
  return {
    stop: async () => {
      stopping = true
      clearInterval(timer)
      await runner?.stop().catch((error) => log.warn({ err: error }, 'the job queue had stopped before'))
    },
  }
}

/** Gives back the jobs of servers that died in the middle of them. */
async function freeHeldJobs(pool: pg.Pool, seconds: number): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs where locked_by is not null and locked_at <= now() - make_interval(secs => $1)
     having count(*) > 0`,
    [seconds],
  )
}

/** Routine lines of the queue are dropped; its warnings and errors come into our log. */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ worker: meta?.task_identifier }, message)
    else if (level === 'warning') log.warn(message)
    else log.trace(message)
  })
}
