/** What follows from money that came or went back, written in the transaction of the fact itself. */
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { issueCreditNote, issueInvoice } from '../invoices/invoicing.server.ts'
import { mailPaid } from '../orders/order-mails.server.ts'
import { mailRefunded } from '../refunds/refund-mails.server.ts'

/** Once for each order, when it becomes paid. */
export async function afterPaid(tx: Tx, services: Pick<Services, 'settings'>, orderId: string, now: Date) {
  await issueInvoice(tx, orderId, now)
  await mailPaid(tx, services.settings, orderId, now)
}

/** Once for each refund, when the money is back; the refund's row, the ledger and the order say so already. */
export async function afterRefund(tx: Tx, services: Pick<Services, 'settings'>, refundId: string, now: Date) {
  await issueCreditNote(tx, refundId, now)
  await mailRefunded(tx, services.settings, refundId, now)
}
