/** What follows when an order, or a later part of it, becomes paid, in the same transaction. */
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { issueInvoice, issueInvoiceOfPart } from '../invoices/invoicing.server.ts'
import { mailPaid } from '../orders/order-mails.server.ts'
import { mailPartPaid } from '../orders/parts/part-mails.server.ts'

/** Called once for each order. */
export async function afterPaid(tx: Tx, services: Pick<Services, 'settings'>, orderId: string, now: Date) {
  await issueInvoice(tx, orderId, now)
  await mailPaid(tx, services.settings, orderId, now)
}

/** Called once for each later part. It has an invoice already when the run was over before it was paid. */
export async function afterPartPaid(
  tx: Tx,
  services: Pick<Services, 'settings'>,
  orderId: string,
  part: number,
  now: Date,
) {
  await issueInvoiceOfPart(tx, orderId, part, now)
  await mailPartPaid(tx, services.settings, orderId, part, now)
}
