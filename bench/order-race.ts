/** Whether more seats or coupon uses are ever held than there are, and whether any leak, with hundreds at once. */
import { openDatabase } from '../app/platform/database.server.ts'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { openServices } from '../tests/support/order-model/run.ts'
import { raceForSeats } from '../tests/support/order-race.ts'

const SEATS = 30
const USES = 100
const AT_ONCE = 60

/** Each limit is raced for alone, and both together. False when one is passed, or something stays held at the end. */
export async function bench(): Promise<boolean> {
  const cluster = await startTestCluster()
  const url = await createTestDatabase(cluster, 'bench_order_race')
  const product = await openServices(url)
  const crowd = openDatabase(url, AT_ONCE + 5, () => undefined, 120_000)
  const races = {
    [`${SEATS} seats`]: { seats: SEATS, uses: 10_000, couponEvery: 2 },
    [`${USES} uses of a coupon`]: { seats: 10_000, uses: USES, couponEvery: 1 },
    [`${SEATS} seats and ${USES / 10} uses`]: { seats: SEATS, uses: USES / 10, couponEvery: 2 },
  }
  let good = true
  try {
    for (const [name, limits] of Object.entries(races)) {
      const size = { buyers: 500, ...limits, tries: 4, atOnce: AT_ONCE }
      const figures = await raceForSeats({ ...product.services, db: crowd.db }, size)
      console.log(`  ${name}, 500 buyers, 4 tries each`)
      for (const [figure, value] of Object.entries(figures))
        console.log(`    ${figure.padEnd(42)}${String(value).padStart(8)}`)
      good &&= figures.mostSeats <= limits.seats && figures.mostUses <= limits.uses
      good &&= figures.seatsLeaked === 0 && figures.usesLeaked === 0
    }
    return good
  } finally {
    await crowd.close()
    await product.close()
    await cluster.stop()
  }
}
