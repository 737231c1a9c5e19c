/** Writes one row after another through the product's own connections, to see when nothing can be written. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../app/platform/database/database.server.ts'
import { REQUEST_LIMITS } from '../../app/platform/database/limits.ts'
import { SECOND_MS } from '../../app/platform/durations.ts'

const PAUSE_MS = 50

export type Writer = {
  /** The longest time between two acknowledged writes since `from` (of `performance.now`), in seconds. */
  longestGap: (from: number) => number
  lastAt: () => number
  stop: () => Promise<{ acknowledged: number; lost: number }>
}

export async function startWriter(url: string): Promise<Writer> {
  const { db, close } = openDatabase(url, 1, () => undefined, { limits: REQUEST_LIMITS })
  await sql`create table failover_writes (n integer primary key)`.execute(db)
  const acknowledged: { n: number; at: number }[] = []
  let isOpen = true
  const writing = (async () => {
    for (let n = 0; isOpen; n++) {
      const done = await sql`insert into failover_writes values (${n})`.execute(db).catch(() => undefined)
      if (done) acknowledged.push({ n, at: performance.now() })
      await sleep(PAUSE_MS)
    }
  })()
  return {
    longestGap: (from) => {
      const times = [...acknowledged.map(({ at }) => at), performance.now()].filter((at) => at >= from)
      return Math.max(...times.map((at, index) => at - (times[index - 1] ?? from))) / SECOND_MS
    },
    lastAt: () => acknowledged.at(-1)?.at ?? 0,
    stop: async () => {
      isOpen = false
      await writing
      const { rows } = await sql<{ n: number }>`select n from failover_writes`.execute(db)
      const kept = new Set(rows.map(({ n }) => n))
      await close()
      return { acknowledged: acknowledged.length, lost: acknowledged.filter(({ n }) => !kept.has(n)).length }
    },
  }
}
