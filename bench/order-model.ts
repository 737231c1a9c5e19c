/** Measures whether orders behave as a model predicts, over thousands of random sequences. */
import { createHash, randomInt } from 'node:crypto'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { countInconsistencies, openServices, runSequences } from '../tests/support/order-model/run.ts'
import { SEEDS } from '../tests/support/order-model/seeds.ts'

const SEQUENCES = Number(process.env.SEQUENCES ?? 10_000)
/** Derives all seeds except the fixed ones: the same seed generates the same sequences. */
const SEED = Number(process.env.SEED ?? randomInt(2 ** 31))
const CONCURRENCY = 4
/** Sequences generated from one seed: few, so that a failure is reproduced quickly. */
const OF_ONE_SEED = 250

/** False when product and model differ; the seed and path are printed. */
export async function bench(): Promise<boolean> {
  const cluster = await startTestCluster()
  // Each has its own database, since each has its own clock.
  const products = await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, index) =>
      openServices(await createTestDatabase(cluster, `bench_order_model_${index}`)),
    ),
  )
  try {
    const seeds = SEEDS.map(([seed]) => seed)
    while (seeds.length * OF_ONE_SEED < SEQUENCES) seeds.push(seedAt(seeds.length))
    console.log(`  SEED=${SEED}`)
    const waiting = [...seeds]
    const failures: string[] = []
    const work = async ({ services }: (typeof products)[number]) => {
      for (let seed = waiting.shift(); seed !== undefined && failures.length === 0; seed = waiting.shift()) {
        const failure = await runSequences(services, { seed, runs: OF_ONE_SEED })
        if (failure) failures.push(`seed ${failure.seed}, path ${failure.path}\n${failure.message}`)
      }
    }
    await Promise.all(products.map(work))
    const count = async (table: 'orders' | 'ledger' | 'invoices' | 'order_events') => {
      const counts = products.map(({ services: { db } }) =>
        db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      )
      return (await Promise.all(counts)).reduce((sum, { count: own }) => sum + own, 0)
    }
    const lines: [string, number][] = [
      ['sequences', (seeds.length - waiting.length) * OF_ONE_SEED],
      ['orders placed in them', await count('orders')],
      ['events in their trails', await count('order_events')],
      ['invoices and credit notes', await count('invoices')],
      ['rows in the ledger', await count('ledger')],
      ['times product and model differed', failures.length],
    ]
    const faults: Record<string, number> = {}
    for (const { services } of products)
      for (const [name, figure] of Object.entries(await countInconsistencies(services)))
        faults[name] = (faults[name] ?? 0) + figure
    for (const [name, figure] of [...lines, ...Object.entries(faults)])
      console.log(`  ${name.padEnd(44)}${String(figure).padStart(8)}`)
    for (const failure of failures) console.log(`\n${failure}`)
    return failures.length === 0 && Object.values(faults).every((figure) => figure === 0)
  } finally {
    for (const { close } of products) await close()
    await cluster.stop()
  }
}

const seedAt = (place: number) => createHash('sha256').update(`${SEED} ${place}`).digest().readUInt32BE() >>> 1
