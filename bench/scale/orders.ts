/** Ten orders for each course with their payments, events, refunds, invoices and transfers. */
import { findInvoice, refundsWithoutCreditNote, withoutInvoice } from '../../app/features/invoices/queries.server.ts'
import { findOpenRefund, findStuck } from '../../app/features/ledger/refund-queries.server.ts'
import {
  abandonStaleAttempts,
  claimAttemptsToSync,
  moneyOf,
  unsettledOrderIds,
} from '../../app/features/orders/attempt-queries.server.ts'
import { ordersOperations } from '../../app/features/orders/orders.server.ts'
import { expireOverdue } from '../../app/features/orders/transition-queries.server.ts'
import { paymentsOperations } from '../../app/features/payments/unmatched-payments.server.ts'
import { findWaitingMoney } from '../../app/features/refunds/waiting-queries.server.ts'
import { ordersEndingSoon, ordersStartingSoon } from '../../app/features/reminders/queries.server.ts'
import { findPartTransfers } from '../../app/features/transfers/queries.server.ts'
import type { Context } from '../../app/platform/context.server.ts'
import { DAY_MS } from '../../app/platform/durations.ts'
import { type Call, COUNTED, LATE_PAGE, type Part, type Run, type Size } from './part.ts'
import { COMMON_NAME, RARE_NAME, USUAL_NAME } from './people.ts'

const ORDERS_A_COURSE = 10

export const orders: Part = { name: 'orders', fill, calls }

async function fill(run: Run, { courses, now }: Size): Promise<void> {
  const count = courses * ORDERS_A_COURSE
  const [{ first, people } = { first: 1, people: 1 }] = await run<{ first: number; people: number }>(
    `select min(id) as first, count(*)::int as people from users where email like 'u%'`,
  )
  await run(
    `create unlogged table bench_courses as select row_number() over (order by id)::int - 1 as n, id, name,
       (select min(s.id) from schedules s where s.course_id = courses.id) as run from courses order by id`,
  )
  await run('create unique index on bench_courses (n); analyze bench_courses')
  // No learner buys a course twice: the second order of a learner is for the next course.
  await run(
    `create unlogged table bench_orders as
     select n, gen_random_uuid() as id, gen_random_uuid() as attempt_id, gen_random_uuid() as invoice_id,
       case when n % 700 = 0 then $2::int else $2::int + (n * 7919::bigint % $3::int)::int end as user_id,
       ((n * 104729::bigint + n / $3::int) % ${courses})::int as course,
       case when n <= ${Math.ceil(count / 2000)} then 'pending' when n % 50 = 7 then 'refunded' when n % 100 < 80 then 'paid'
         when n % 100 < 88 then 'cancelled' when n % 1000 = 999 then 'failed' else 'expired' end as status,
       case when n % 20 = 3 then 'transfer' else 'online' end as method,
       $1::timestamptz - n * (interval '1095 days' / ${count}) as at
     from generate_series(1, ${count}) n`,
    [now, first, people],
  )
  await run('create unique index on bench_orders (n); analyze bench_orders')
  await run(
    `insert into orders (id, reference, user_id, course_id, schedule_id, status, lang, course_name, price_halalas,
       discount_halalas, total_halalas, net_halalas, vat_halalas, vat_treatment, vat_rate_percent, method, created_at,
       expires_at, paid_at, ended_at, ended_because, refunded_halalas, reminded_moves, source)
     select o.id, 'M-2026-' || lpad(o.n::text, 7, '0'), o.user_id, c.id, c.run, o.status, 'ar', c.name, 115000, 0, 115000, 100000,
       15000, 'standard', 15, o.method, o.at, o.at + interval '15 minutes',
       case when o.status in ('paid', 'refunded') then o.at end,
       case when o.status in ('cancelled', 'expired', 'failed', 'refunded') then o.at + interval '15 minutes' end,
       case o.status when 'expired' then 'time' when 'cancelled' then 'learner' end,
       case o.status when 'refunded' then 115000 else 0 end, case when o.n % 200 > 0 then 0 end,
       case when o.n % 400 = 1 then null when o.n % 300 = 2 then 'move' when o.n % 60 = 3 then 'waiting-list'
         when o.n % 11 = 4 then 'desk' else 'site' end
     from bench_orders o join bench_courses c on c.n = o.course on conflict do nothing`,
  )
  await run('delete from bench_orders where not exists (select from orders where orders.id = bench_orders.id)')
  await run(`insert into payment_attempts (id, order_id, provider, provider_reference, amount_halalas, status, created_at,
       updated_at, asked_at, paid_halalas, paid_currency, refunded_halalas)
     select attempt_id, id, case method when 'transfer' then 'transfer' else 'moyasar' end, 'p' || n, 115000,
       case status when 'pending' then 'created' when 'paid' then 'paid' when 'refunded' then 'refunded' else 'abandoned' end,
       at, at, at, case when status in ('paid', 'refunded') then 115000 end,
       case when status in ('paid', 'refunded') then 'SAR' end, case status when 'refunded' then 115000 else 0 end
     from bench_orders`)
  await run(`insert into order_events (order_id, event, actor, at)
     select id, event, actor, at from bench_orders,
       (values ('placed', 'learner'), ('paid', 'provider')) e (event, actor) order by n`)
  await run(`insert into refunds (id, order_id, attempt_id, amount_halalas, status, reason, requested_at, decided_at, done_at,
       of_seat, ordered_at, is_newest, order_status, order_method)
     select gen_random_uuid(), id, attempt_id, 115000, case when status = 'refunded' then 'done' when n % 1000 = 11 then 'requested'
       when n % 5000 = 12 then 'refused' when n % 9000 = 13 then 'unclear' when n % 9000 = 14 then 'sending' else 'declined' end,
       'سبب', at + interval '1 day', at + interval '2 days', case status when 'refunded' then at + interval '2 days' end, true, at,
       true, status, method
     from bench_orders where status = 'refunded' or (status = 'paid' and n % 100 between 11 and 14)`)
  // As the triggers would.
  await run(`update refunds set order_source = coalesce(o.source, 'site') from orders o where o.id = order_id`)
  await run(`insert into ledger (kind, order_id, attempt_id, provider, provider_reference, amount_halalas, currency, at)
     select 'payment', id, attempt_id, 'moyasar', 'p' || n, 115000, 'SAR', at from bench_orders
     where status in ('paid', 'refunded')`)
  await run(`insert into ledger (kind, order_id, attempt_id, refund_id, provider, amount_halalas, currency, at)
     select 'refund', order_id, attempt_id, id, 'moyasar', -amount_halalas, 'SAR', done_at from refunds where status = 'done'`)
  const amounts = `'priceHalalas', 115000, 'discountHalalas', 0, 'netHalalas', 100000, 'vatHalalas', 15000, 'totalHalalas', 115000`
  const document = `jsonb_build_object('order', jsonb_build_object('reference', 'M-2026-' || lpad(o.n::text, 7, '0')),
    'buyer', jsonb_build_object('name', 'نورة العتيبي'), 'totals', jsonb_build_object(${amounts}),
    'lines', jsonb_build_array(jsonb_build_object(${amounts}, 'vatTreatment', 'standard', 'vatRatePercent', 15)))`
  await run(`insert into invoices (id, kind, number, counter, previous_hash, hash, order_id, issued_at, document)
     select invoice_id, 'invoice', 'INV-' || n, row_number() over (order by n desc), 'h' || (n + 1), 'h' || n, id, at, ${document}
     from bench_orders o where status in ('paid', 'refunded')`)
  await run(`insert into invoices (id, kind, number, counter, previous_hash, hash, order_id, refund_id, original_id, issued_at, document)
     select gen_random_uuid(), 'credit-note', 'CN-' || o.n, ${count} + row_number() over (order by o.n), 'c' || (o.n + 1), 'c' || o.n,
       r.order_id, r.id, o.invoice_id, r.done_at, ${document}
     from refunds r join bench_orders o on o.id = r.order_id where r.status = 'done'`)
  await run('insert into invoice_vat select sums.* from invoices issued, vat_of_document(issued) as sums')
  await run('update orders set is_invoiced = true where paid_at is not null')
  await run(`update refunds set is_credited = true where status = 'done'`)
  await run(`insert into transfers (order_id, receipt_at, received_halalas, rest_asked_at, is_settled)
     select id, at, case when n % 2000 = 3 then 5000 else 0 end, case when n % 2000 = 3 then at end,
       n % 2000 = 3 and status in ('paid', 'refunded')
     from bench_orders where method = 'transfer'`)
  await run(`insert into unmatched_payments (provider, provider_reference, amount_halalas, currency, seen_at, status)
     select 'moyasar', 'x' || n, 5000, 'SAR', at, case when n % 100 = 0 then 'open' else 'returned' end
     from bench_orders where n % 100 = 0 or n % 50 = 1`)
  await run('drop table bench_orders, bench_courses')
}

async function calls(run: Run): Promise<Call[]> {
  const [{ first } = { first: 1 }] = await run<{ first: number }>(
    `select min(id) as first from users where email like 'u%'`,
  )
  const [{ attempt } = { attempt: '' }] = await run<{ attempt: string }>(
    `select attempt_id as attempt from refunds where status = 'done' limit 1`,
  )
  const [{ day } = { day: '' }] = await run<{ day: string }>(
    `select to_char(max(created_at) - interval '30 days', 'YYYY-MM-DD') as day from orders`,
  )
  const all = (input: object) => (ctx: Context) =>
    ordersOperations.orders(ctx, {
      SearchTerm: undefined,
      Status: undefined,
      Method: undefined,
      Refund: undefined,
      PageIndex: 1,
      PageSize: 20,
      ...input,
    })
  const searched = (terms: string[]) => terms.map((SearchTerm) => all({ SearchTerm }))
  const mine =
    (id: number, PageIndex = 1) =>
    (ctx: Context) =>
      ordersOperations.mine({ ...ctx, user: { id } } as unknown as Context, { PageIndex, PageSize: 12 })
  const unmatched = (input: object) => (ctx: Context) =>
    paymentsOperations.unmatchedPayments(ctx, { Status: undefined, PageIndex: 1, PageSize: 20, ...input })
  const counted = (name: string, asks: Call['asks']): Call => ({ name, asks, maxP99Ms: 20, readsMoreBecause: COUNTED })
  const late = (name: string, asks: Call['asks']): Call => ({ name, asks, maxP99Ms: 20, readsMoreBecause: LATE_PAGE })
  const collected = (name: string, asks: Call['asks']): Call => ({
    name,
    asks,
    maxP99Ms: 20,
    readsMoreBecause: 'two thousand people are collected, of more the newest ten thousand orders are looked through',
  })
  const job = (name: string, ask: (ctx: Context) => Promise<unknown>): Call => ({
    name: `${name} (job)`,
    asks: [ask],
    maxP99Ms: 20,
  })
  return [
    { name: 'my orders', asks: [50, 5000, 9000].map((n) => mine(first + n)), maxP99Ms: 20 },
    counted('my 1,400 orders, first and last page', [mine(first), mine(first, 100)]),
    counted('orders', [all({})]),
    late('orders, page 500', [all({ PageIndex: 500 }), all({ PageIndex: 500, Status: 'paid' })]),
    counted(
      'orders in a state',
      ['pending', 'paid', 'refunded', 'expired', 'failed'].map((Status) => all({ Status })),
    ),
    counted('orders by method, by method and state', [
      all({ Method: 'transfer' }),
      all({ Method: 'transfer', Status: 'failed' }),
      all({ Method: 'transfer', Status: 'pending' }),
    ]),
    counted(
      'orders by refund',
      ['requested', 'refused', 'declined', 'done'].map((Refund) => all({ Refund })),
    ),
    counted('orders by course, by run, by any refund, by day', [
      ...[all({ CourseId: 7 }), all({ CourseId: 7, Status: 'paid', Refund: 'any' }), all({ ScheduleId: 7 })],
      ...[all({ Refund: 'any' }), all({ From: day, To: day }), all({ From: day, Status: 'paid', Refund: 'any' })],
    ]),
    counted('orders by source: usual, rare, from the dearest', [
      ...[all({ Source: 'site' }), all({ Source: 'desk' }), all({ Source: 'move' })],
      ...[all({ Source: 'site', Sort: 'dear' }), all({ Source: 'move', Sort: 'dear' })],
    ]),
    counted('orders by source with a state, a method, days', [
      ...[all({ Source: 'desk', Status: 'expired' }), all({ Source: 'move', Status: 'paid', Method: 'transfer' })],
      ...[all({ Source: 'desk', From: day }), all({ Source: 'waiting-list', Status: 'failed' })],
    ]),
    counted('orders by source with a refund', [
      ...[all({ Source: 'desk', Refund: 'any' }), all({ Source: 'desk', Refund: 'done', Sort: 'dear' })],
      ...[all({ Source: 'move', Refund: 'any' }), all({ Source: 'site', Refund: 'requested' })],
    ]),
    counted('orders by refund and state', [
      all({ Refund: 'done', Status: 'paid' }),
      all({ Refund: 'declined', Status: 'paid' }),
      all({ Refund: 'declined', Status: 'paid', Method: 'transfer' }),
    ]),
    {
      name: 'orders by mail, phone, reference, rare name',
      asks: searched(['u500@example.com', '0500000500', 'm-2026-0000500', RARE_NAME]),
      maxP99Ms: 20,
    },
    { name: 'orders by an absent name', asks: searched(['زرافة', 'xylophone', 'ظظ', 'زرافة محمد']), maxP99Ms: 20 },
    collected('orders by a usual name', searched([USUAL_NAME])),
    collected('orders by a common name, by one letter', searched([COMMON_NAME, 'م', 'ال'])),
    counted('unmatched payments', [unmatched({}), unmatched({ Status: 'open' }), unmatched({ Status: 'attached' })]),
    {
      name: 'an invoice',
      asks: [(ctx) => findInvoice(ctx.db, 'INV-500'), (ctx) => findInvoice(ctx.db, 'INV-0')],
      maxP99Ms: 20,
    },
    job('paid orders without an invoice', (ctx) => withoutInvoice(ctx.db, ctx.now(), 100)),
    job('refunds without a credit note', (ctx) => refundsWithoutCreditNote(ctx.db, 100)),
    job('money that waits', (ctx) => findWaitingMoney(ctx.db, ctx.now(), 20)),
    job('refunds that hang', (ctx) => findStuck(ctx.db, ctx.now())),
    job('parts of transfers', (ctx) => findPartTransfers(ctx.db)),
    job('orders that end soon', (ctx) => ordersEndingSoon(ctx.db, ctx.now(), 100)),
    job('orders that start soon', (ctx) => ordersStartingSoon(ctx.db, ctx.now(), 100)),
    // The first time it expires what is overdue.
    {
      name: 'expiry of overdue orders (job)',
      asks: [(ctx) => expireOverdue(ctx.db, ctx.now())],
      maxP99Ms: 5000,
      readsMoreBecause: 'all open orders are looked at',
    },
    {
      ...job('attempts to sync', (ctx) => claimAttemptsToSync(ctx.db, 'moyasar', ctx.now(), 50)),
      readsMoreBecause: 'all open attempts are looked at',
    },
    job('attempts to abandon', (ctx) => {
      const createdBefore = new Date(ctx.now().getTime() - 30 * DAY_MS)
      return abandonStaleAttempts(ctx.db, { createdBefore, heldBefore: createdBefore, now: ctx.now() })
    }),
    {
      name: 'money and open refund of a payment',
      asks: [(ctx) => moneyOf(ctx.db, attempt), (ctx) => findOpenRefund(ctx.db, attempt)],
      maxP99Ms: 20,
    },
    {
      name: 'unsettled orders of a seat',
      asks: [(ctx) => unsettledOrderIds(ctx.db, { userId: first, courseId: 1, scheduleId: null }, ctx.now())],
      maxP99Ms: 20,
      readsMoreBecause: 'all orders of the learner are looked at',
    },
  ]
}
