/** Simulated buyers who order, pay, cancel and request refunds while the server crashes. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSession } from '../../../app/features/sessions/session.server.ts'
import type { Services } from '../../../app/platform/context.server.ts'
import { contextAs } from '../api-as.ts'
import type { TestApp } from '../app.ts'
import { coupon, course, learner, schedule } from '../factories.ts'
import { type MoyasarServer, payInvoice } from '../payments/moyasar-server.ts'
import { institute } from './invoices.ts'

const GOOD_CARD = '4111114005765430'
const CHALLENGE_CARD = '4201320111111010'
const DECLINED_CARD = '4201320000311101'

export type Shop = {
  /** The server's address, the same after every restart. */
  address: string
  services: Services
  provider: MoyasarServer
  requests: { courseId: number; scheduleId: number }[]
  codes: string[]
  staff: string
  isOpen: () => boolean
  /** Orders by what the server has acknowledged. */
  acknowledged: { placed: Set<string>; paid: Set<string>; requested: Set<string>; refunded: Set<string> }
}

type Facts = Pick<Shop, 'address' | 'services' | 'provider' | 'isOpen'>

/** Two runs with few seats and two with many; a coupon with few uses and one that makes all free. */
export async function openShop(facts: Facts, seats: number): Promise<Shop> {
  const { db } = facts.services
  await institute(db)
  const requests: Shop['requests'] = []
  for (const places of [seats, seats, 100_000, 100_000]) {
    const { id: courseId } = await course(db, { priceHalalas: 2300_00 })
    requests.push({ courseId, scheduleId: await schedule(db, courseId, { seats: places }) })
  }
  const few = await coupon(db, { percent: 15, totalLimit: seats })
  const free = await coupon(db, { percent: 100, totalLimit: seats })
  const staff = await signedIn(facts.services, ['Admin'])
  const acknowledged = {
    placed: new Set<string>(),
    paid: new Set<string>(),
    requested: new Set<string>(),
    refunded: new Set<string>(),
  }
  return { ...facts, requests, codes: [few.code, free.code], staff, acknowledged }
}

/** The access token of a new user. */
async function signedIn(services: Services, roles: ('Student' | 'Admin')[] = ['Student']): Promise<string> {
  const { id } = await learner(services.db, { roles })
  const row = await services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return (await openSession(contextAs({ services } as TestApp, null), services.db, row)).accessToken
}

/** Simulates one buyer after another until the test ends. */
export async function buyRepeatedly(shop: Shop): Promise<void> {
  while (shop.isOpen()) {
    try {
      await buy(shop)
    } catch (error) {
      if (error !== CLOSED) throw error
    }
  }
}

const CLOSED = new Error('The shop has closed.')
const chance = (percent: number) => randomInt(100) < percent
const oneOf = <T>(all: T[]): T => all[randomInt(all.length)]!

type Placed = { id: string; status: string; paymentUrl?: string }
type Seen = { status: string; totalHalalas: number }

async function buy(shop: Shop): Promise<void> {
  const token = await retry(shop, () => signedIn(shop.services))
  const request = { ...oneOf(shop.requests), couponCode: chance(40) ? oneOf(shop.codes) : undefined }
  const order = await place(shop, token, request)
  if (!order) return
  const scenario = randomInt(100)
  if (scenario < 8) return
  if (scenario < 18) {
    await call(shop, token, 'POST', `Orders/${order.id}/cancel`)
    // The payment page may still be open in another tab.
    if (chance(50)) await pay(order, GOOD_CARD)
  } else if (scenario < 28) {
    // Orders again with another coupon: the first checkout session may be paid, or the second, or both.
    const other = await place(shop, token, { ...request, couponCode: request.couponCode ? undefined : shop.codes[0] })
    if (chance(60)) await pay(order, GOOD_CARD)
    if (other && chance(70)) await pay(other, GOOD_CARD)
  } else {
    if (chance(15)) await pay(order, DECLINED_CARD)
    await pay(order, oneOf([GOOD_CARD, CHALLENGE_CARD]))
  }
  if (chance(25)) return
  const seen = await pollOrder(shop, token, order.id)
  if (seen?.status !== 'paid') return
  shop.acknowledged.paid.add(order.id)
  if (chance(50)) await refundOrder(shop, token, order.id, seen.totalHalalas)
}

async function place(shop: Shop, token: string, request: object): Promise<Placed | undefined> {
  const { status, data } = await call<Placed>(shop, token, 'POST', 'Orders', request)
  if (status !== 201) return undefined
  shop.acknowledged.placed.add(data.id)
  return data
}

async function pay({ paymentUrl }: Placed, card: string): Promise<void> {
  if (paymentUrl) await payInvoice(paymentUrl, card)
}

async function pollOrder(shop: Shop, token: string, id: string): Promise<Seen | undefined> {
  let seen: Seen | undefined
  for (let looks = 0; looks < 5 && (seen?.status ?? 'pending') === 'pending'; looks++) {
    seen = (await call<Seen>(shop, token, 'GET', `Orders/${id}`)).data
    await sleep(30)
  }
  return seen
}

async function refundOrder(shop: Shop, token: string, id: string, totalHalalas: number): Promise<void> {
  if (chance(70)) {
    const response = await call(shop, token, 'POST', `Orders/${id}/refund-request`, { reason: 'ظرف طارئ' })
    if (response.status === 201) shop.acknowledged.requested.add(id)
  }
  const part =
    chance(40) && totalHalalas > 1 ? { amountHalalas: Math.ceil(totalHalalas / 3), keepsSeat: chance(50) } : {}
  const request = { reason: 'موافقة', ...part }
  const decided = await call<{ status: string }>(shop, shop.staff, 'POST', `admin/orders/${id}/refund`, request)
  if (decided.data?.status === 'refunded') shop.acknowledged.refunded.add(id)
}

/** Retries after every error, like a person, until there is a response. */
async function call<T = unknown>(shop: Shop, token: string, method: string, path: string, body?: object) {
  return retry(shop, async () => {
    const answer = await fetch(`${shop.address}/api/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: body ? JSON.stringify(body) : null,
    })
    const { data } = (await answer.json()) as { data: T }
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status}`)
    return { status: answer.status, data }
  })
}

async function retry<T>(shop: Shop, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch {
      if (!shop.isOpen()) throw CLOSED
      await sleep(100)
    }
  }
}
