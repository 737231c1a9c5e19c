/** A worker's side: it starts when the primary says so, and ends with it. */
import { once } from 'node:events'
import type { MetricsOfProcess } from '../http/health/metrics.server.ts'
import { SECOND_MS } from '../platform/durations.ts'
import type { FromPrimary, FromWorker, WorkerStart } from './worker-messages.ts'

/** Less than the primary waits. */
const END_TIMEOUT_MS = 13 * SECOND_MS

export type Primary = {
  start: WorkerStart
  /** Asks for the metrics of all processes. */
  allMetrics: () => Promise<MetricsOfProcess[]>
  /** Answers when the primary asks for those of this one. */
  onMetrics: (read: () => Promise<MetricsOfProcess>) => void
}

type Serving = { drain: () => Promise<void>; stop: () => Promise<void> }

/**
 * Runs a worker until the primary ends it or is gone.
 * @param start serves with what the primary said; returns how to stop
 */
export async function runWorker(serve: (primary: Primary) => Promise<Serving>): Promise<void> {
  let running: Serving | undefined
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), END_TIMEOUT_MS).unref()
    await running?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', async () => {
    await running?.drain()
    await end()
  })
  process.on('disconnect', end)
  // A terminal sends these to all processes; the primary ends its workers when it has heard of them itself.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const [{ start }] = (await once(process, 'message')) as [Extract<FromPrimary, { type: 'start' }>]
  running = await serve(primaryOf(start))
  if (isEnding) return
  tell({ type: 'ready' })
}

function primaryOf(start: WorkerStart): Primary {
  const awaited = new Map<number, (all: MetricsOfProcess[]) => void>()
  let questions = 0
  let readMetrics: () => Promise<MetricsOfProcess> = async () => []
  process.on('message', (message: FromPrimary) => {
    if (message.type === 'metrics')
      void readMetrics().then((metrics) => tell({ type: 'metrics', question: message.question, metrics }))
    if (message.type === 'allMetrics') {
      awaited.get(message.question)?.(message.all)
      awaited.delete(message.question)
    }
  })
  return {
    start,
    onMetrics: (read) => {
      readMetrics = read
    },
    allMetrics: () => {
      const question = ++questions
      tell({ type: 'askMetrics', question })
      return new Promise((resolve) => awaited.set(question, resolve))
    },
  }
}

/** When the primary is gone, this process ends, too. */
function tell(message: FromWorker) {
  if (process.connected) process.send!(message, undefined, undefined, () => undefined)
}
