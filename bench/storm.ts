/** Measures whether a load of webhooks, real and forged, settles an order twice, wrongly or not at all. */
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { failedChecks } from '../tests/support/payments/money-checks.ts'
import { runPaymentLoad } from '../tests/support/payments/payment-load.ts'

const ORDERS = Number(process.env.ORDERS ?? 10_000)

/** False when one of the figures that must be 0 is not. */
export async function bench(): Promise<boolean> {
  const cluster = await startTestCluster()
  try {
    const { checks, ...figures } = await runPaymentLoad(await createTestDatabase(cluster, 'bench_payment_load'), ORDERS)
    const lines: [string, number][] = [
      ['orders', figures.orders],
      ['of them paid', figures.paid],
      ["events at the provider's", figures.events],
      ['deliveries, 64 at a time', figures.deliveries],
      ['of them forged', figures.forged],
      ['of them delivered again after an error', figures.redelivered],
      ['refunds', figures.refunded],
      ['of them carried out after the time limit', figures.lateRefunds],
      ['deliveries a second', Math.round(figures.deliveriesASecond)],
      ['seconds until all jobs were done', Math.round(figures.settledAfter)],
      ...Object.entries(checks),
    ]
    for (const [name, figure] of lines) console.log(`  ${name.padEnd(52)}${String(figure).padStart(8)}`)
    return failedChecks(checks).length === 0
  } finally {
    await cluster.stop()
  }
}
