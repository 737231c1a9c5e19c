/** What follows when an order becomes paid, in the same transaction. */
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { issueInvoice } from '../invoices/invoicing.server.ts'
import { mailPaid } from '../orders/order-mails.server.ts'

/** Called once for each order. */
export async function afterPaid(tx: Tx, services: Pick<Services, 'settings'>, orderId: string, now: Date) {
  await issueInvoice(tx, orderId, now)
  await mailPaid(tx, services.settings, orderId, now)
}
