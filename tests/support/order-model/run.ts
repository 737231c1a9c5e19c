/** Runs sequences of commands against model and product, and counts inconsistencies. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Services } from '../../../app/platform/context.server.ts'
import { openDatabase } from '../../../app/platform/database/database.server.ts'
import { dayOf, instantOf, plusDays } from '../../../app/platform/days.ts'
import { createLog } from '../../../app/platform/log.server.ts'
import { readSettings } from '../../../app/platform/settings.server.ts'
import { institute } from '../orders/invoices.ts'
import { paidInParts, sequences } from './commands.ts'
import { type Limits, OrderModel } from './model.ts'
import { newProduct } from './product.ts'

/** The product's services over a database, without a server: only commands run jobs. */
export async function openServices(databaseUrl: string): Promise<{ services: Services; close: () => Promise<void> }> {
  const { db, close } = openDatabase(databaseUrl, 4, () => undefined)
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-model-'))
  const settings = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, MAAHAD_DEMO: '1' })
  const name = { ar: 'البنك', en: 'The bank' }
  await institute(db, { bank: { name, beneficiary: name, iban: 'SA0380000000608010167519' } })
  // Services that orders do not use are missing: a test that needs one fails immediately.
  const services = { db, settings, log: createLog('silent'), now: () => new Date() } as Services
  return {
    services,
    close: async () => {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const LIMITS: fc.Arbitrary<Limits> = fc.record({
  seats: fc.integer({ min: 1, max: 3 }),
  priceHalalas: fc.constantFrom(1000_00, 333_34, 2_00),
  percent: fc.constantFrom(50, 50, 100),
  couponUses: fc.integer({ min: 1, max: 2 }),
  usesByLearner: fc.integer({ min: 1, max: 2 }),
})

export type Failure = { seed: number; path: string; message: string }

/**
 * @returns the first sequence on which they differ, shrunk as far as possible; undefined when they never differ
 */
export async function runSequences(
  services: Services,
  { seed, runs, path }: { seed: number; runs: number; path?: string },
): Promise<Failure | undefined> {
  const property = fc.asyncProperty(LIMITS, fc.boolean(), sequences(), async (limits, beginsInParts, commands) => {
    // In the night of tomorrow: the sequence ends on the same day, by which parts are due.
    const now = instantOf(plusDays(dayOf(new Date()), 1), '01:00').getTime()
    const product = await newProduct(services, limits, now)
    const model = new OrderModel(limits, product.provider.payments, now)
    for (const first of beginsInParts ? paidInParts() : []) if (first.check(model)) await first.run(model, product)
    await fc.asyncModelRun(() => ({ model, real: product }), commands)
  })
  const result = await fc.check(property, { seed, numRuns: runs, ...(path ? { path } : {}) })
  if (!result.failed) return undefined
  const message = `${fc.stringify(result.counterexample)}\n${result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)}`
  return { seed: result.seed, path: result.counterexamplePath ?? '', message }
}

/** Counts inconsistencies over all orders; each figure must be 0. */
export async function countInconsistencies(services: Pick<Services, 'db'>): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from (select seats - held_seats - (select count(*) from orders o where o.schedule_id = s.id
      and o.status in ('pending', 'paid')) as left from schedules s) seats where seats.left < 0) as oversold,
    (select count(*) from (select number, count(*) over (), row_number() over (partition by kind order by number) as place
      from invoices) numbered where right(number, 6)::int <> place) as gaps,
    (select count(*) from invoices i where counter > 1 and not exists (
      select from invoices b where b.counter = i.counter - 1 and b.hash = i.previous_hash)) as "brokenChain",
    (select count(*) from (select about, recipient from messages where about is not null group by 1, 2 having count(*) > 1) twice) as "mailsTwice",
    (select count(*) from (select attempt_id from ledger group by 1 having sum(amount_halalas) < 0) owed) as "moreBackThanPaid"`.execute(
    services.db,
  )
  return rows[0]!
}
