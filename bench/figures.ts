/** Shared by the benchmarks: measures and compares times, checks query plans. */
import type pg from 'pg'

/** Milliseconds of one call: the median and the slowest of `times` calls, after `warm` warm-up calls. */
export async function measure(
  run: () => Promise<unknown>,
  times = 15,
  warm = 3,
): Promise<{ median: number; slowest: number }> {
  for (let i = 0; i < warm; i++) await run()
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    await run()
    taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  return { median: taken[Math.floor(times / 2)]!, slowest: taken.at(-1)! }
}

/** One line: name, time, and ratio to the first line of its table. */
export function figure(name: string, { median, slowest }: { median: number; slowest: number }, base: number): string {
  const columns = [
    median.toFixed(1).padStart(8),
    slowest.toFixed(1).padStart(9),
    (median / base).toFixed(2).padStart(7),
  ]
  return `  ${name.padEnd(44)}${columns.join('')}`
}

export const FIGURE_HEAD = `  ${''.padEnd(44)}${'median'.padStart(8)}${'slowest'.padStart(9)}${'ratio'.padStart(7)}   (ms)`

/** The plan of a statement as text, with EXPLAIN ANALYZE. */
export async function planOf(pool: pg.Pool, statement: string, parameters: readonly unknown[]): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${statement}`, [
    ...parameters,
  ])
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Prints whether the plan is as expected; otherwise prints the plan and returns false. */
export function checkPlan(name: string, plan: string, must: RegExp, mustNot?: RegExp): boolean {
  const good = must.test(plan) && !mustNot?.test(plan)
  console.log(`  ${good ? 'as it must be' : 'NOT AS IT MUST BE'}: ${name}`)
  if (!good) console.log(plan.replace(/^/gm, '    '))
  return good
}
