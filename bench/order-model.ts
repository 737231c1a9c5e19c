/** Whether orders do what a model of them foretells, over thousands of sequences of whatever may happen to them. */
import { randomInt } from 'node:crypto'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { faultsInBooks, openServices, runSequences } from '../tests/support/order-model/run.ts'
import { SEEDS } from '../tests/support/order-model/seeds.ts'

const SEQUENCES = Number(process.env.SEQUENCES ?? 10_000)
const AT_ONCE = 4
/** So many are drawn from one seed: a fault is then found again quickly. */
const OF_ONE_SEED = 250

/** False when product and model differ once; the seed and path to keep are printed. */
export async function bench(): Promise<boolean> {
  const cluster = await startTestCluster()
  const product = await openServices(await createTestDatabase(cluster, 'bench_order_model'))
  try {
    const seeds = SEEDS.map(([seed]) => seed)
    while (seeds.length * OF_ONE_SEED < SEQUENCES) seeds.push(randomInt(2 ** 31))
    const waiting = [...seeds]
    const failures: string[] = []
    const work = async () => {
      for (let seed = waiting.shift(); seed !== undefined && failures.length === 0; seed = waiting.shift()) {
        const failure = await runSequences(product.services, { seed, runs: OF_ONE_SEED })
        if (failure) failures.push(`seed ${failure.seed}, path ${failure.path}\n${failure.said}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const { db } = product.services
    const count = async (table: 'orders' | 'ledger' | 'invoices' | 'order_events') =>
      Number(
        (
          await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      )
    const lines: [string, number][] = [
      ['sequences', (seeds.length - waiting.length) * OF_ONE_SEED],
      ['orders placed in them', await count('orders')],
      ['events in their trails', await count('order_events')],
      ['invoices and credit notes', await count('invoices')],
      ['rows in the ledger', await count('ledger')],
      ['times product and model differed', failures.length],
    ]
    const faults = await faultsInBooks(product.services)
    for (const [name, figure] of [...lines, ...Object.entries(faults)])
      console.log(`  ${name.padEnd(44)}${String(figure).padStart(8)}`)
    for (const failure of failures) console.log(`\n${failure}`)
    return failures.length === 0 && Object.values(faults).every((figure) => figure === 0)
  } finally {
    await product.close()
    await cluster.stop()
  }
}
