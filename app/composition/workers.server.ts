/**
 * More processes that serve on the port of this one, the primary, which also runs the jobs. Each has its own cache and
 * its own listener for changes, like another instance on the same database. See decision 0056.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MetricsOfProcess } from '../http/health/metrics.server.ts'
import { MINUTE_MS, SECOND_MS } from '../platform/durations.ts'
import type { Log } from '../platform/log.server.ts'
import type { FromPrimary, FromWorker, WorkerStart } from './worker-messages.ts'

/** A worker that dies is replaced after this time; each time it dies soon again, after twice the time. */
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30 * SECOND_MS
/** A worker that served for so long did not fail at its start. */
const HEALTHY_AFTER_MS = MINUTE_MS
/** How long the primary's start waits for the workers; they may join later. */
const START_TIMEOUT_MS = 20 * SECOND_MS
/** Longer than a worker's own end takes after it has drained, and less than the whole process has. */
const STOP_TIMEOUT_MS = 15 * SECOND_MS
const METRICS_TIMEOUT_MS = SECOND_MS

export type WorkersOptions = {
  count: number
  /** The program of a worker. */
  script: string
  start: WorkerStart
  log: Log
  /** The metrics of the primary itself. */
  ownMetrics: () => Promise<MetricsOfProcess>
}

export type Workers = {
  /** The metrics of all processes. */
  metrics: () => Promise<MetricsOfProcess[]>
  /** Tells the workers to end, each after it has drained; none is replaced any more. */
  drain: () => void
  stop: () => Promise<void>
}

/** Starts the workers, and replaces those that die until stopped. */
export async function startWorkers({ count, script, start, log, ownMetrics }: WorkersOptions): Promise<Workers> {
  const running = new Set<ChildProcess>()
  const delays = new Set<NodeJS.Timeout>()
  const awaited = new Map<number, (metrics: MetricsOfProcess) => void>()
  let isStopping = false
  let questions = 0

  function startOne(isReady: () => void, delayMs = FIRST_DELAY_MS) {
    const startedAt = performance.now()
    const child = fork(script, { stdio: 'inherit' })
    running.add(child)
    tell(child, { type: 'start', start })
    child.on('message', (message: FromWorker) => {
      if (message.type === 'ready') isReady()
      if (message.type === 'metrics') awaited.get(message.question)?.(message.metrics)
      if (message.type === 'askMetrics')
        void metrics().then((all) => tell(child, { type: 'allMetrics', question: message.question, all }))
    })
    // Sending to a process that has just died; its end is handled below.
    child.on('error', (error) => log.warn({ err: error }, 'a worker could not be reached'))
    child.on('exit', (code, signal) => {
      running.delete(child)
      if (isStopping) return
      const wasHealthy = performance.now() - startedAt > HEALTHY_AFTER_MS
      const waitMs = wasHealthy ? FIRST_DELAY_MS : delayMs
      log.error({ worker: child.pid, exitCode: code, signal, waitMs }, 'a worker ended; another one is started')
      const timer = setTimeout(() => {
        delays.delete(timer)
        startOne(isReady, Math.min(waitMs * 2, MAX_DELAY_MS))
      }, waitMs)
      delays.add(timer)
    })
  }

  async function metrics(): Promise<MetricsOfProcess[]> {
    const ofWorkers = [...running].map(async (child) => {
      const question = ++questions
      const answer = new Promise<MetricsOfProcess>((resolve) => awaited.set(question, resolve))
      tell(child, { type: 'metrics', question })
      const timeout = sleep(METRICS_TIMEOUT_MS, [], { ref: false })
      return Promise.race([answer, timeout]).finally(() => awaited.delete(question))
    })
    return Promise.all([ownMetrics(), ...ofWorkers])
  }

  function drain() {
    isStopping = true
    for (const timer of delays) clearTimeout(timer)
    for (const child of running) child.kill('SIGTERM')
  }

  async function stop() {
    isStopping = true
    for (const timer of delays) clearTimeout(timer)
    await Promise.all(Array.from(running, ended))
  }

  const allReady = Array.from({ length: count }, () => new Promise<void>((ready) => startOne(ready)))
  await Promise.race([Promise.all(allReady), sleep(START_TIMEOUT_MS, undefined, { ref: false })])
  return { metrics, drain, stop }
}

/** A worker that ends at this moment cannot be told anything. */
function tell(child: ChildProcess, message: FromPrimary) {
  if (child.connected) child.send(message, () => undefined)
}

/** Ends the process gently, and by force when that takes too long. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // It ends at once when the primary is gone, and after draining on SIGTERM.
  if (child.connected) child.disconnect()
  else child.kill('SIGTERM')
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exit
  clearTimeout(timeout)
}
