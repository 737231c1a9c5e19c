/** A metric that is read from the database when it is asked for, so that every instance says the same. */
export type Gauge = {
  name: string
  help: string
  labels: string[]
  read: () => Promise<{ labels: Record<string, string>; value: number }[]>
}
