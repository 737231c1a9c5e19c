/** A metric that is read from the database on each request, so that every instance reports the same. */
export type Gauge = {
  name: string
  help: string
  labels: string[]
  read: () => Promise<{ labels: Record<string, string>; value: number }[]>
}
