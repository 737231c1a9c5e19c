/** Which calls read far more than they return, on a data set that is small enough for a test. */
import type pg from 'pg'
import type { Context } from '../../app/platform/context.server.ts'
import { readRatioOf, statementsOf } from '../community/plans.ts'
import { type Call, COUNTED } from './part.ts'

const MAX_READ_RATIO = 100
/** A count reads what it counts, up to ten thousand. */
const COUNT = /^\s*select (?:\(select )?count\(/

/** @returns a line for each call with a statement that reads more than a hundred times the rows it returns */
export async function wastefulCalls(pool: pg.Pool, contextOf: () => Context, calls: Call[]): Promise<string[]> {
  const wasteful: string[] = []
  for (const { name, asks, readsMoreBecause = COUNTED } of calls)
    for (const ask of readsMoreBecause === COUNTED ? asks : []) {
      const statements = (await statementsOf(() => ask(contextOf()))).filter(({ text }) => !COUNT.test(text))
      const { read, returned, text } = await readRatioOf(pool, statements)
      if (read > returned * MAX_READ_RATIO) wasteful.push(`${name}: ${read} for ${returned}: ${text}`)
    }
  return wasteful
}
