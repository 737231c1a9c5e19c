import type { Context } from '../../../app/platform/context.server.ts'
import { apiAs } from '../api-as.ts'
import type { TestApp } from '../app.ts'
import { learner } from '../factories.ts'
import { orderApi } from './order-api.ts'
import { CARDS, eventually, is, orderStatus, payWith, type Waiting, waitingOrder } from './orders.ts'

/** The mailbox of an institute without settings. */
export const OFFICE = 'no-reply@maahad.example'

/** For an app that is there when the tests run. */
export function refundTools(app: () => TestApp) {
  const staff = async (facts: Partial<Context> = {}) =>
    orderApi(apiAs(app(), { ...(await learner(app().db)), roles: ['Admin'], lastRole: 'Admin' }, facts))

  /** A paid order of 1,000 riyals. */
  async function paid(...facts: Waiting) {
    const waiting = await waitingOrder(app(), ...facts)
    await payWith(waiting.paymentUrl, CARDS.good)
    await eventually(async () => (await orderStatus(app().db, waiting.id)).status, is('paid'))
    return waiting
  }

  const ledgerOf = async (orderId: string) =>
    (
      await app()
        .db.selectFrom('ledger')
        .select('amount_halalas')
        .where('order_id', '=', orderId)
        .orderBy('id')
        .execute()
    ).map(({ amount_halalas }) => amount_halalas)
  const paymentOf = (paymentUrl: string | undefined) => paymentUrl!.split('/').at(-1)!
  const sandboxOf = (paymentUrl: string | undefined) =>
    app()
      .db.selectFrom('sandbox_payments')
      .select(['status', 'refunded_halalas'])
      .where('id', '=', paymentOf(paymentUrl))
      .executeTakeFirstOrThrow()
  const seatsLeft = async (courseId: number, scheduleId: number) =>
    (await apiAs(app(), null).checkout.summary({ courseId, scheduleId })).schedule!.seatsLeft

  return { staff, paid, ledgerOf, paymentOf, sandboxOf, seatsLeft }
}
