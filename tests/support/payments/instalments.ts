/** What a payer does at a simulated instalment company, and what the company then knows. */
import type { Plan } from '../../../app/adapters/payment/instalments/sandbox/plan.ts'
import type { Database } from '../../../app/platform/database/database.server.ts'
import { post } from '../orders/orders.ts'

export type Deed = 'pay' | 'decline' | 'cancel' | 'twice' | 'late' | 'silent' | 'lost'

/** Sends the form of the company's payment page. */
export function atCompany(paymentUrl: string | undefined | null, does: Deed) {
  if (!paymentUrl) throw new Error('There is nothing to pay.')
  return post(paymentUrl, { does })
}

/** What the company knows of the newest session of an order. */
export async function planOf(db: Database, orderId: string): Promise<Plan> {
  const { data } = await db
    .selectFrom('sandbox_instalments')
    .select('data')
    .where('id', '=', (query) =>
      query
        .selectFrom('payment_attempts')
        .select((one) => one.cast<string>('provider_reference', 'uuid').as('id'))
        .where('order_id', '=', orderId)
        .where('provider', 'in', ['tabby', 'tamara'])
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .executeTakeFirstOrThrow()
  return data as Plan
}

/** Numbers that the companies publish for tests: payers who are not accepted. */
export const REFUSED_PHONES = { tabby: '+966500000002', tamara: '+966526422337' }
