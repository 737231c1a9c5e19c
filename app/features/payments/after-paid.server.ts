/** What follows from money that came, written in the transaction of the fact itself. */
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { issueInvoice } from '../invoices/invoicing.server.ts'
import { mailPaid } from '../orders/order-mails.server.ts'

/** Once for each order, when it becomes paid. */
export async function afterPaid(tx: Tx, services: Pick<Services, 'settings'>, orderId: string, now: Date) {
  await issueInvoice(tx, orderId, now)
  await mailPaid(tx, services.settings, orderId, now)
}
