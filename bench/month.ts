/**
 * A month of an institute's books is made in a scratch database and closed; each of its figures is added up a second way and
 * compared with the sales report, the VAT return and the close. `ORDERS`, `REFUNDS`, `TRANSFERS` and `COMPANIES` set another size.
 */

import type { Context } from '../app/platform/context.server.ts'
import { openDatabase } from '../app/platform/database/database.server.ts'
import { instantOf } from '../app/platform/days.ts'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { type ComparedFigure, closeThrough, compareMonth, isEqual, stopwatch } from './month/compare.ts'
import { fillMonth } from './month/fill.ts'

const SIZE = {
  orders: Number(process.env.ORDERS ?? 20_000),
  refunds: Number(process.env.REFUNDS ?? 800),
  transfers: Number(process.env.TRANSFERS ?? 300),
  companies: Number(process.env.COMPANIES ?? 40),
}
const MONTH = { month: '2026-10', from: '2026-10-01', to: '2026-10-31' }

const beforeClosing = (figure: ComparedFigure) => ({ ...figure, name: `${figure.name} (open)` })

/** False when a figure differs. */
export async function bench(): Promise<boolean> {
  const cluster = await startTestCluster()
  const url = await createTestDatabase(cluster, 'month')
  const { db, close } = openDatabase(url, 2, () => undefined)
  try {
    const span = { from: instantOf('2026-10-01'), until: instantOf('2026-11-01') }
    const began = performance.now()
    const { ownerId } = await fillMonth(db, span, SIZE)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `  ${SIZE.orders} orders, ${SIZE.refunds} refunds, ${SIZE.transfers} transfers, ${SIZE.companies} companies: made in ${seconds} s\n`,
    )
    const now = () => new Date('2026-11-05T09:00:00Z')
    const ctx = { db, now, lang: 'ar', user: { id: ownerId, roles: ['Owner'] } } as unknown as Context
    const { times, timed } = stopwatch()
    const open = await compareMonth(ctx, { ...MONTH, span }, timed)
    await closeThrough(ctx, '2026-10', timed)
    const figures = [...open.map(beforeClosing), ...(await compareMonth(ctx, { ...MONTH, span }, timed))]
    for (const figure of figures) {
      const said = Object.entries(figure.said).map(([who, amount]) => `${who} ${amount}`)
      console.log(
        `  ${isEqual(figure) ? ' ' : '!'} ${figure.name.padEnd(44)}${String(figure.expected).padStart(16)}   ${said.join(', ')}`,
      )
    }
    console.log('\n  time (ms), memory more (MB)')
    for (const { name, ms, megabytes } of times)
      console.log(`  ${name.padEnd(46)}${ms.toFixed(0).padStart(8)}${megabytes.toFixed(0).padStart(8)}`)
    const different = figures.filter((figure) => !isEqual(figure))
    console.log(`\n  ${figures.length} figures, ${different.length} differ`)
    return different.length === 0
  } finally {
    await close()
    await cluster.stop()
  }
}
