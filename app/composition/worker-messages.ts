/** What the primary process and its workers tell each other. */
import type { MetricsOfProcess } from '../http/health/metrics.server.ts'

/** What a worker must know that is decided when the primary starts. */
export type WorkerStart = { databaseUrl: string; port: number }

export type FromPrimary =
  | { type: 'start'; start: WorkerStart }
  | { type: 'metrics'; question: number }
  | { type: 'allMetrics'; question: number; all: MetricsOfProcess[] }

export type FromWorker =
  | { type: 'ready' }
  | { type: 'metrics'; question: number; metrics: MetricsOfProcess }
  | { type: 'askMetrics'; question: number }
