/** Measures whether 500 concurrent buyers exceed the limit of seats or coupon uses, or leave holds behind. */
import type { Services, SignedInUser } from '../app/platform/context.server.ts'
import { type Database, openDatabase } from '../app/platform/database/database.server.ts'
import { COMMAND_LIMITS } from '../app/platform/database/limits.ts'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { learner } from '../tests/support/factories.ts'
import { openServices } from '../tests/support/order-model/run.ts'
import { raceForSeats, seatsSoldNaively, usesSoldNaively } from '../tests/support/orders/order-race.ts'

const SEATS = 30
const USES = 100
const BUYERS = 500
const TRIES = 4
/** Buyers beyond this number wait for a connection. */
const CONNECTIONS = 200

/** False when a limit is exceeded or never reached, a hold is left at the end, or a control does not oversell. */
export async function bench(): Promise<boolean> {
  const cluster = await startTestCluster()
  const url = await createTestDatabase(cluster, 'bench_order_race')
  const product = await openServices(url)
  const crowd = openDatabase(url, CONNECTIONS, () => undefined, {
    limits: { ...COMMAND_LIMITS, connectTimeoutMs: 120_000 },
  })
  try {
    const limitsHold = await raceForAll(product.services, crowd.db)
    const controlsOversell = await sellNaively(product.services.db, crowd.db)
    return limitsHold && controlsOversell
  } finally {
    await crowd.close()
    await product.close()
    await cluster.stop()
  }
}

/** Races for each limit alone, and for both together. */
async function raceForAll(services: Services, crowd: Database): Promise<boolean> {
  const races = {
    [`${SEATS} seats`]: { seats: SEATS, uses: 10_000, couponEvery: 2 },
    [`${USES} uses of a coupon`]: { seats: 10_000, uses: USES, couponEvery: 1 },
    [`${SEATS} seats and ${USES / 10} uses`]: { seats: SEATS, uses: USES / 10, couponEvery: 2 },
  }
  let good = true
  for (const [name, limits] of Object.entries(races)) {
    const figures = await raceForSeats(services, crowd, { buyers: BUYERS, ...limits, tries: TRIES })
    console.log(`  ${name}, ${BUYERS} buyers at once, ${TRIES} tries each, ${CONNECTIONS} connections`)
    for (const [figure, value] of Object.entries(figures)) print(`  ${figure}`, value)
    good &&= figures.maxSeats <= limits.seats && figures.maxUses <= limits.uses
    good &&= figures.seatsLeaked === 0 && figures.usesLeaked === 0 && figures.refused > 0
  }
  return good
}

/** The controls: counting first and writing later must oversell. */
async function sellNaively(db: Database, crowd: Database): Promise<boolean> {
  const buyers: SignedInUser[] = []
  for (let count = 0; count < BUYERS; count++) buyers.push(await learner(db))
  const seats = await seatsSoldNaively(crowd, buyers, SEATS)
  const uses = await usesSoldNaively(crowd, buyers, USES)
  console.log(`  controls that count before they write, ${BUYERS} buyers at once`)
  print(`  sold of ${SEATS} seats`, seats)
  print(`  used of ${USES} uses of a coupon`, uses)
  return seats > SEATS && uses > USES
}

function print(figure: string, value: number): void {
  console.log(`  ${figure.padEnd(44)}${String(value).padStart(8)}`)
}
