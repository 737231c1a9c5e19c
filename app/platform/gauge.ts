/** A figure that is read when somebody looks: from the database, so that every instance tells the same. */
export type Gauge = {
  name: string
  help: string
  labels: string[]
  read: () => Promise<{ labels: Record<string, string>; value: number }[]>
}
