/** What the tests of orders in parts share. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import type { SignedInUser } from '../../../app/platform/context.server.ts'
import { apiAs } from '../api-as.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { pdf } from '../attacks/upload-corpus.ts'
import { inDays, learner, paymentPlan } from '../factories.ts'
import { tokenOf } from '../signed-in.ts'
import { institute } from './invoices.ts'
import { orderApi } from './order-api.ts'
import { BANK, bookable, CARDS, eventually, payWith } from './orders.ts'

/** An institute that sells orders in parts, started before the tests of a file. */
export function ordersInParts() {
  let app: TestApp
  let staffUser: SignedInUser
  beforeAll(async () => {
    app = await startTestApp()
    await institute(app.db, { bank: BANK })
    staffUser = await learner(app.db, { roles: ['Finance'] })
  })
  afterAll(() => app.stop())
  const desk = () => apiAs(app, staffUser)

  /** 1,150 riyals in three parts: 345, and twice 402, the rest of the halalas in the first. */
  async function planned(facts: { priceHalalas?: number; couponCode?: string; method?: 'transfer' } = {}) {
    const { priceHalalas = 1150_55, couponCode, method } = facts
    const sara = await learner(app.db)
    const place = await bookable(app.db, { priceHalalas }, { startsAt: inDays(40), endsAt: inDays(80) })
    const parts = [20, 60].map((days) => ({ percent: 50, days, from: 'order' as const }))
    await paymentPlan(app.db, { depositPercent: 30, parts, courseIds: [place.courseId] })
    const api = orderApi(apiAs(app, sara))
    const { plan } = await api.summary({ ...place, coupon: couponCode })
    const placed = await api.place({ ...place, couponCode, method, plan: plan!.key })
    return { sara, api, plan: plan!, ...place, ...placed }
  }

  async function withDeposit(facts: Parameters<typeof planned>[0] = {}) {
    const one = await planned(facts)
    await payWith(one.paymentUrl, CARDS.good)
    await one.api.order({ id: one.id })
    return one
  }

  async function payPart({ api, id }: Awaited<ReturnType<typeof planned>>, part: number) {
    const { paymentUrl } = await api.payPart({ id, part })
    await payWith(paymentUrl, CARDS.good)
    return eventually(
      () => api.order({ id }),
      ({ parts }) => expect(parts[part - 1]!.paidAt).not.toBeNull(),
    )
  }

  /** The day on which a part of an order was due becomes so many days ago. */
  const makeLate = (id: string, part: number, days: number) =>
    sql`update order_parts set due_at = ${inDays(-days)} where order_id = ${id} and part = ${part}`.execute(app.db)

  async function sendReceipt(by: SignedInUser, id: string, part: number, name: string) {
    const answer = await fetch(`${app.address}/api/Orders/${id}/parts/${part}/receipt`, {
      method: 'POST',
      headers: {
        ...{ 'Content-Type': 'application/octet-stream', 'X-File-Name': encodeURIComponent(name) },
        Authorization: `Bearer ${await tokenOf(app, by)}`,
      },
      body: Uint8Array.from(pdf()),
    })
    const { data, error } = (await answer.json()) as { data?: { id: string; name: string }; error?: { code: string } }
    return { ...data, code: error?.code }
  }

  /** How many payment pages of a later part are open. */
  const openPages = async (id: string) => {
    const { rows } =
      await sql`select from payment_attempts where order_id = ${id} and part > 1 and status = 'created'`.execute(app.db)
    return rows.length
  }

  const documentsOf = async (orderId: string) => {
    const { rows } = await sql<{ kind: string; part: number; total: number; net: number; vat: number }>`
      select kind, part, (document #>> '{totals,totalHalalas}')::int as total, (document #>> '{totals,netHalalas}')::int as net,
        (document #>> '{totals,vatHalalas}')::int as vat from invoices where order_id = ${orderId} order by counter`.execute(
      app.db,
    )
    return rows
  }
  const ledgerOf = async (orderId: string) => {
    const { rows } = await sql<{ amount: number }>`
      select amount_halalas as amount from ledger where order_id = ${orderId} order by id`.execute(app.db)
    return rows.map(({ amount }) => amount)
  }

  return {
    app: () => app,
    staffUser: () => staffUser,
    desk,
    staff: () => orderApi(desk()),
    planned,
    withDeposit,
    payPart,
    makeLate,
    sendReceipt,
    openPages,
    documentsOf,
    ledgerOf,
  }
}

export const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
