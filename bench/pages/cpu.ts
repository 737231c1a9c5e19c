/** The CPU time of processes, from Linux. */
import { readFileSync } from 'node:fs'
import pg from 'pg'

/** Clock ticks per second, the unit of a process's CPU time. */
const TICKS = 100

/** User and system time in ms of a process and its descendants, those that have ended included. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid)
  if (!fields) return 0
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  return (own * 1000) / TICKS + childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), 0)
}

/** A process and its descendants. */
export const processesOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(processesOf)]

/** The process number of the PostgreSQL server; undefined when it runs on another machine. */
export async function postgresPid(databaseUrl: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = statOf(rows[0]!.pid)?.[1]
  await client.end()
  return parent === undefined ? undefined : Number(parent)
}

/** The fields after the name: state, parent, … */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return undefined
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
