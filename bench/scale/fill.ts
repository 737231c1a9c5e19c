/** Fills the missing parts of the large data set. */
import type pg from 'pg'
import type { Part, Run } from './part.ts'

/** @returns the time that the data is relative to: when its first part was filled */
export async function fillParts(
  pool: pg.Pool,
  parts: readonly Part[],
  courses: number,
  now = new Date(),
  say: (line: string) => void = console.log,
): Promise<Date> {
  const client = await pool.connect()
  const run: Run = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows
  try {
    await run('create table if not exists bench_parts (name text primary key, made_for timestamptz not null)')
    await run(`set session_replication_role = replica; set synchronous_commit = off; set jit = off;
      set maintenance_work_mem = '256MB'; set work_mem = '128MB'`)
    const [first] = await run<{ made_for: Date }>('select min(made_for) as made_for from bench_parts')
    const time = first?.made_for ?? now
    let isChanged = false
    for (const { name, fill } of parts) {
      if ((await run('select from bench_parts where name = $1', [name])).length > 0) continue
      const began = performance.now()
      await run('begin')
      await fill(run, { courses, now: time })
      await run('insert into bench_parts (name, made_for) values ($1, $2)', [name, time])
      await run('commit')
      await vacuumChanged(run)
      isChanged = true
      say(`  ${name}: made in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    }
    // A statement of the running application may have kept a vacuum from marking pages as visible to all.
    if (isChanged) await run('vacuum (analyze)')
    return time
  } finally {
    client.release(true)
  }
}

/** Vacuums and analyzes the tables that were written since the last time; all of them the first time. */
async function vacuumChanged(run: Run): Promise<void> {
  await run('select pg_stat_force_next_flush()')
  const tables = await run<{
    name: string
  }>(`select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_mod_since_analyze > 0 or last_analyze is null`)
  if (tables.length > 0) await run(`vacuum (analyze) ${tables.map(({ name }) => name).join()}`)
}
