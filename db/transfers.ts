import { type RawBuilder, sql } from 'kysely'

/** Whether staff asked for the rest of the transfer `t` and no newer receipt has arrived: the learner's turn. */
export const isRestAsked: RawBuilder<boolean> = sql`(t.rest_asked_at is not null and coalesce(t.receipt_at <= t.rest_asked_at, true))`

/** Whether the receipt of the transfer `t` is being checked: not declined, and nothing is asked of the learner. */
export const isUnderReview: RawBuilder<boolean> = sql`(t.receipt_at is not null and t.answer is null and not ${isRestAsked})`

/** What the pending order `o` with the transfer `t`, if it has one, waits for; `WaitsFor` in `catalogue/course-contract.ts`. */
export const waitsFor: RawBuilder<unknown> = sql`case when o.method <> 'transfer' then 'payment' when ${isUnderReview} then 'review' when t.answer is not null then 'anotherReceipt' when ${isRestAsked} then 'rest' else 'receipt' end`
