/**
 * A load of webhooks: each is delivered one to six times, in random order and concurrently, among forged ones and ones
 * with false content.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../../app/platform/database/database.server.ts'
import { SECOND_MS } from '../../../app/platform/durations.ts'
import { settleAll, untilJobsAreDone, withConnection } from '../orders/settled.ts'
import { startApiChild } from '../processes/api-child.ts'
import { type LoadOrder, placeMany } from './load-orders.ts'
import { type Checks, moneyChecks } from './money-checks.ts'
import {
  type Fault,
  type Message,
  MOYASAR_KEYS,
  type MoyasarServer,
  type Payment,
  startMoyasar,
} from './moyasar-server.ts'

export type PaymentLoadFigures = {
  checks: Checks
  orders: number
  events: number
  deliveries: number
  forged: number
  /** Deliveries that were repeated after an error response. */
  redelivered: number
  paid: number
  refunded: number
  /** Refunds that the provider carried out after the product had stopped waiting for its answer. */
  lateRefunds: number
  deliveriesASecond: number
  /** From the first delivery until no job was left, in seconds. */
  settledAfter: number
}

const CONCURRENCY = 64
/** Of the product's requests for refunds, how many are carried out late: each keeps a job waiting for its time limit. */
const LATE_REFUND_EVERY = 4
const MAX_LATE_REFUNDS = 40
/** So few orders are settled without late refunds, which keep jobs waiting for seconds. */
const MAX_QUICK_ORDERS = 50
/** Longer than the product waits for an answer. */
const LATE_REFUND_MS = 12 * SECOND_MS
const MAX_COPIES = 6
const GOOD_CARD = '4111114005765430'
const DECLINED_CARD = '4201320000311101'

type Delivery = { message: Message; isForged: boolean; mustRefuse: boolean }
/** A delivery, or an action at the provider. */
type Item = Delivery | (() => void)

/** @param inspect is called with the database after all jobs are done */
export async function runPaymentLoad(
  databaseUrl: string,
  count: number,
  inspect?: (db: Database, provider: MoyasarServer) => Promise<void>,
): Promise<PaymentLoadFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-payment-load-'))
  const queue: Item[] = []
  const figures = { orders: count, events: 0, deliveries: 0, forged: 0, redelivered: 0, forgedAccepted: 0, dropped: 0 }
  const provider: MoyasarServer = await startMoyasar({ onEvent: (type, payment) => enqueue(type, payment) })
  const enqueue = (type: string, payment: Payment) => {
    figures.events += 1
    // Moyasar's table of events and its examples spell this type differently.
    const spelled = type === 'payment_failed' && figures.events % 2 === 0 ? 'payment_faild' : type
    const message = provider.messageOf(spelled, payment, MOYASAR_KEYS.webhook)
    const copies = 1 + Math.floor(Math.random() * MAX_COPIES)
    for (let copy = 0; copy < copies; copy++) shuffleIn(queue, { message, isForged: false, mustRefuse: false })
  }
  const { db, close } = openDatabase(databaseUrl, 10, () => undefined)
  const lateRefunds = count > MAX_QUICK_ORDERS ? refundLate(provider) : undefined
  const env = { MAAHAD_DEMO: '1', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...provider.env }
  const child = await startApiChild(env)
  try {
    const orders = await placeMany(db, provider, count)
    for (const [index, order] of orders.entries())
      for (const item of scenarioOf(provider, order, index)) shuffleIn(queue, item)
    const { begun, seconds } = await deliverAll(queue, `${child.address}/api/Payments/webhook/moyasar`, figures)
    await withConnection(databaseUrl, untilJobsAreDone)
    // The refunds of the product itself cause webhooks, which are delivered in the same way.
    await deliverAll(queue, `${child.address}/api/Payments/webhook/moyasar`, figures)
    await withConnection(databaseUrl, untilJobsAreDone)
    const settledAfter = (performance.now() - begun) / 1000
    await child.end('SIGTERM')
    const checks = await settleAll({ databaseUrl, dataDir, provider }, async (settled) => {
      const checks = await moneyChecks(settled, provider)
      await inspect?.(settled, provider)
      return checks
    })
    const { rows } = await sql<{ paid: number; refunded: number; unhandled: number }>`
      select (select count(*)::int from orders where status = 'paid') as paid,
        (select count(*)::int from refunds where status = 'done') as "refunded",
        (select count(*)::int from payment_events where handled_at is null
          and payload -> 'payment' ->> 'invoice_id' in (select provider_reference from payment_attempts)) as unhandled`.execute(
      db,
    )
    const { forgedAccepted, dropped, ...counted } = figures
    return {
      ...counted,
      paid: rows[0]!.paid,
      refunded: rows[0]!.refunded,
      lateRefunds: lateRefunds ? MAX_LATE_REFUNDS - lateRefunds.times : 0,
      deliveriesASecond: figures.deliveries / seconds,
      settledAfter,
      checks: {
        'forged messages accepted': forgedAccepted,
        'genuine messages never accepted': dropped,
        'messages stored and not handled': rows[0]!.unhandled,
        ...checks,
      },
    }
  } finally {
    if (child.process.exitCode === null) await child.end('SIGKILL')
    await close()
    await provider.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The provider does what it is asked for, but after the product's time limit, and never answers. */
function refundLate(provider: MoyasarServer): Fault {
  let requests = 0
  const at = (call: string) => /^POST .*\/(void|refund)$/.test(call) && requests++ % LATE_REFUND_EVERY === 0
  const fault: Fault = { at, times: MAX_LATE_REFUNDS, what: 'late', afterMs: LATE_REFUND_MS }
  provider.faults.push(fault)
  return fault
}

function shuffleIn(queue: Item[], item: Item): void {
  const place = Math.floor(Math.random() * (queue.length + 1))
  queue.push(item)
  ;[queue[place], queue[queue.length - 1]] = [queue.at(-1)!, queue[place]!]
}

/** The actions at the provider for an order, some immediate and some during the load, and the forged webhooks about it. */
function scenarioOf(provider: MoyasarServer, { invoice, isLate }: LoadOrder, index: number): Item[] {
  const pay = (number: string) => {
    const source = { type: 'creditcard', name: 'Sara Ali', number, month: '9', year: '2040', cvc: '123' }
    const { amount } = invoice
    const request = { amount, currency: 'SAR', callback_url: invoice.url, source }
    return provider.createPayment(request, invoice).body as Payment
  }
  const scenario = index % 20
  if (isLate || scenario < 9) return [() => void pay(GOOD_CARD)]
  if (scenario === 9) return [() => void provider.voidPayment(pay(GOOD_CARD))]
  if (scenario === 11) {
    // Declined, then paid by another card: the webhook of the decline may arrive last.
    pay(DECLINED_CARD)
    return [() => void pay(GOOD_CARD)]
  }
  if (scenario === 12) {
    const paid = pay(GOOD_CARD)
    return [() => void provider.refund(paid, undefined)]
  }
  if (scenario === 13) {
    const paid = pay(GOOD_CARD)
    return [() => void provider.refund(paid, { amount: 100_00 }), () => void provider.refund(paid, { amount: 50_00 })]
  }
  if (scenario === 14) return [() => void Object.assign(pay(GOOD_CARD), { amount: invoice.amount - 1 })]
  if (scenario === 15) return [() => void Object.assign(pay(GOOD_CARD), { currency: 'USD' })]
  if (scenario === 16) return [() => void pay(DECLINED_CARD)]
  return forgedDeliveries(provider, invoice, index)
}

/** Webhooks about orders that were never paid. */
function forgedDeliveries(provider: MoyasarServer, invoice: LoadOrder['invoice'], index: number): Item[] {
  const scenario = index % 20
  const forge = (facts: Partial<Message>, about: object = {}): Delivery => {
    const payment = {
      id: randomUUID(),
      status: 'paid',
      amount: invoice.amount,
      currency: 'SAR',
      invoice_id: invoice.id,
    }
    const message = provider.messageOf('payment_paid', { ...payment, ...about } as Payment, MOYASAR_KEYS.webhook)
    const forged = { ...message, ...facts }
    return { message: forged, isForged: true, mustRefuse: forged.secret_token !== message.secret_token || forged.live }
  }
  if (scenario === 17) return [forge({ secret_token: 'a-secret-of-an-attacker' }), forge({ secret_token: '' })]
  // The product polls an unknown payment twelve times: a few of them suffice.
  if (scenario === 18)
    return [forge({ live: true }), ...(index % 100 === 18 ? [forge({}, { invoice_id: randomUUID() })] : [])]
  return [forge({}), forge({}, { amount: 1 }), forge({}, { currency: 'USD' })]
}

type Counted = { deliveries: number; forged: number; redelivered: number; forgedAccepted: number; dropped: number }

/** Delivers until the queue is empty; a delivery that fails is repeated up to five times. */
async function deliverAll(queue: Item[], url: string, figures: Counted) {
  const begun = performance.now()
  const attempts = new Map<Delivery, number>()
  const deliver = async (delivery: Delivery) => {
    const { message, isForged, mustRefuse } = delivery
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Moyasar' },
      body: JSON.stringify(message),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    figures.deliveries += 1
    if (isForged) figures.forged += 1
    if (mustRefuse && status !== 403) figures.forgedAccepted += 1
    if (mustRefuse || status === 200) return
    const failures = (attempts.get(delivery) ?? 0) + 1
    attempts.set(delivery, failures)
    if (failures === 6) figures.dropped += 1
    else {
      queue.push(delivery)
      figures.redelivered += 1
    }
  }
  const worker = async () => {
    for (let item = queue.pop(); item; item = queue.pop()) await (typeof item === 'function' ? item() : deliver(item))
  }
  while (queue.length > 0) await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return { begun, seconds: (performance.now() - begun) / 1000 }
}
