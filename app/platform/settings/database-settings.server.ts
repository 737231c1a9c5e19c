/** How many connections to the database serve pages and calls. Those of jobs, of listeners and of migrations are besides. */
import { z } from 'zod'

/** Of one process, and of several together. */
const CONNECTIONS = 20
const SHARED_CONNECTIONS = 24
/** A page asks for several things at once, and a transaction may need a second connection beside its own. */
const MIN_PROCESS_CONNECTIONS = 6

export const databaseEnvironment = {
  DATABASE_POOL: z.coerce.number().int().min(MIN_PROCESS_CONNECTIONS).max(500).optional(),
}
type DatabaseEnvironment = z.infer<z.ZodObject<typeof databaseEnvironment>>

/** @param workers how many processes share the connections @returns those of each process */
export function requestConnections({ DATABASE_POOL: pool }: DatabaseEnvironment, workers: number): number {
  const connections = pool ?? (workers === 1 ? CONNECTIONS : SHARED_CONNECTIONS)
  return Math.max(MIN_PROCESS_CONNECTIONS, pool ? Math.floor(connections / workers) : Math.ceil(connections / workers))
}

/** An error for each setting that cannot be kept. */
export function missingDatabaseSettings({ DATABASE_POOL: pool }: DatabaseEnvironment, workers: number): string[] {
  const needed = workers * MIN_PROCESS_CONNECTIONS
  if (pool === undefined || pool >= needed) return []
  return [`DATABASE_POOL: ${workers} processes (WORKERS) need at least ${needed} connections`]
}
