/** Compares the product with the model: orders, payments, refunds, seats, ledger and documents. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type OrderModel, paidOf } from './model.ts'
import type { Product } from './product.ts'

type Row = {
  id: string
  status: string
  method: string
  refundedHalalas: number
  attempts: Record<string, string>
  refunds: string[]
  ledgerHalalas: number
  invoices: number
  unpaidHalalas: number
  partsPaid: number
  creditNotes: number
  creditedHalalas: number
  trail: number
}

/** @throws at the first difference, with both values */
export async function compare(model: OrderModel, { services, courseId, scheduleId, learners }: Product): Promise<void> {
  const { rows } = await sql<Row>`
    select o.id, o.status, o.method, o.refunded_halalas as "refundedHalalas",
      o.unpaid_halalas as "unpaidHalalas", (select count(*) from order_parts p where p.order_id = o.id and p.paid_at is not null) as "partsPaid",
      coalesce((select jsonb_object_agg(a.provider_reference, a.status) from payment_attempts a where a.order_id = o.id), '{}') as attempts,
      coalesce((select jsonb_agg(r.status || ' ' || coalesce(r.amount_halalas, 0) order by r.status, r.amount_halalas) from refunds r where r.order_id = o.id), '[]') as refunds,
      coalesce((select sum(l.amount_halalas) from ledger l where l.order_id = o.id), 0) as "ledgerHalalas",
      (select count(*) from invoices i where i.order_id = o.id and i.kind = 'invoice') as invoices,
      (select count(*) from invoices i where i.order_id = o.id and i.kind = 'credit-note') as "creditNotes",
      coalesce((select sum((i.document -> 'totals' ->> 'totalHalalas')::int) from invoices i where i.order_id = o.id and i.kind = 'credit-note'), 0) as "creditedHalalas",
      (select count(*) from order_events e where e.order_id = o.id and e.event in ('placed', 'placedFree', 'offered')) as trail
    from orders o where o.course_id = ${courseId}`.execute(services.db)
  const actual = new Map(rows.map(({ id, ...row }) => [id, row]))
  const expected = new Map(
    model.orders.map((order) => {
      const paid = order.checkouts.filter(({ status }) => ['paid', 'refund-due', 'refunded'].includes(status))
      const row: Omit<Row, 'id'> = {
        status: order.status,
        method: order.method,
        refundedHalalas: order.refundedHalalas,
        attempts: Object.fromEntries(order.checkouts.map(({ reference, status }) => [reference, status])),
        refunds: order.refunds
          .toSorted((a, b) =>
            a.status < b.status ? -1 : a.status > b.status ? 1 : (a.amountHalalas ?? 0) - (b.amountHalalas ?? 0),
          )
          .map(({ status, amountHalalas }) => `${status} ${amountHalalas ?? 0}`),
        ledgerHalalas: paid.reduce((sum, checkout) => sum + checkout.amountHalalas - checkout.refundedHalalas, 0),
        invoices: order.invoices,
        unpaidHalalas: order.totalHalalas - Math.max(paidOf(order), order.parts[0]!),
        partsPaid: order.parts.length > 1 ? order.paidParts : 0,
        creditNotes: order.creditNotes,
        creditedHalalas: order.refundedHalalas,
        trail: 1,
      }
      return [order.id, row]
    }),
  )
  for (const id of new Set([...actual.keys(), ...expected.keys()]))
    differ(`order ${id}`, actual.get(id), expected.get(id))
  const { schedule } = await learners[0]!.summary({ courseId, scheduleId })
  const overdue = model.orders.filter((order) => model.isOverdue(order)).length
  differ('seats left', schedule!.seatsLeft, model.seatsLeft() + overdue)
}

function differ(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(`${what}: the product has ${JSON.stringify(actual)}, the model ${JSON.stringify(expected)}`)
}
