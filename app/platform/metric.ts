/** A metric that is read when somebody asks for the metrics. */
export type Metric = {
  name: string
  help: string
  labels: string[]
  /** A counter only grows while its process runs; anything else is a gauge. */
  kind?: 'counter'
  /** Each process has a part of it, and all parts are added up. Otherwise every process reads the same from the database. */
  perProcess?: boolean
  read: () => Promise<MetricValue[]>
}

export type MetricValue = { labels: Record<string, string>; value: number }
