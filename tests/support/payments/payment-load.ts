/**
 * A payment company gone wild: each of its messages comes one to six times, in any order, many at once, and among them
 * are some that are not from it or do not tell the truth.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../../app/platform/database.server.ts'
import { onceConnected, settleAll, untilJobsAreDone } from '../orders/settled.ts'
import { startApiChild } from '../processes/api-child.ts'
import { placeMany, type StormOrder } from './load-orders.ts'
import { type Checks, moneyChecks } from './money-checks.ts'
import { type Message, MOYASAR_KEYS, type MoyasarServer, type Payment, startMoyasar } from './moyasar-server.ts'

export type StormFigures = {
  checks: Checks
  orders: number
  events: number
  deliveries: number
  forged: number
  /** Asked for once more since the product had no time. */
  again: number
  paid: number
  sentBack: number
  deliveriesASecond: number
  /** From the first delivery until no job was left, in seconds. */
  settledAfter: number
}

const AT_ONCE = 64
const MAX_COPIES = 6
const GOOD_CARD = '4111114005765430'
const POOR_CARD = '4201320000311101'

type Delivery = { message: Message; isForged: boolean; mustRefuse: boolean }
/** A delivery, or something that happens at the company meanwhile. */
type Item = Delivery | (() => void)

/** @param look sees the database after all has settled, before it is left */
export async function paymentStorm(
  databaseUrl: string,
  count: number,
  look?: (db: Database, company: MoyasarServer) => Promise<void>,
): Promise<StormFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-storm-'))
  const queue: Item[] = []
  const figures = { orders: count, events: 0, deliveries: 0, forged: 0, again: 0, forgedAccepted: 0, dropped: 0 }
  const company: MoyasarServer = await startMoyasar({ heard: (type, payment) => tell(type, payment) })
  const tell = (type: string, payment: Payment) => {
    figures.events += 1
    // Their own table spells it in one way, their examples in the other.
    const spelled = type === 'payment_failed' && figures.events % 2 === 0 ? 'payment_faild' : type
    const message = company.messageOf(spelled, payment, MOYASAR_KEYS.webhook)
    const copies = 1 + Math.floor(Math.random() * MAX_COPIES)
    for (let copy = 0; copy < copies; copy++) shuffleIn(queue, { message, isForged: false, mustRefuse: false })
  }
  const { db, close } = openDatabase(databaseUrl, 10, () => undefined)
  const env = { MAAHAD_DEMO: '1', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...company.env }
  const child = await startApiChild(env)
  try {
    const orders = await placeMany(db, company, count)
    for (const [index, order] of orders.entries())
      for (const item of fateOf(company, order, index)) shuffleIn(queue, item)
    const neverPaid = await storm(queue, `${child.address}/api/Payments/webhook/moyasar`, figures)
    const begun = neverPaid.begun
    await onceConnected(databaseUrl, untilJobsAreDone)
    // What the product itself sent back is told, too, as wildly as all before.
    await storm(queue, `${child.address}/api/Payments/webhook/moyasar`, figures)
    await onceConnected(databaseUrl, untilJobsAreDone)
    const settledAfter = (performance.now() - begun) / 1000
    await child.end('SIGTERM')
    const checks = await settleAll({ databaseUrl, dataDir, company }, async (settled) => {
      const found = await moneyChecks(settled, company)
      await look?.(settled, company)
      return found
    })
    const { rows } = await sql<{ paid: number; sentBack: number; unhandled: number }>`
      select (select count(*)::int from orders where status = 'paid') as paid,
        (select count(*)::int from refunds where status = 'done') as "sentBack",
        (select count(*)::int from payment_events where handled_at is null
          and payload -> 'payment' ->> 'invoice_id' in (select provider_reference from payment_attempts)) as unhandled`.execute(
      db,
    )
    const { forgedAccepted, dropped, ...counted } = figures
    return {
      ...counted,
      paid: rows[0]!.paid,
      sentBack: rows[0]!.sentBack,
      deliveriesASecond: figures.deliveries / neverPaid.seconds,
      settledAfter,
      checks: {
        'forged messages accepted': forgedAccepted,
        'true messages never taken': dropped,
        'messages stored and not handled': rows[0]!.unhandled,
        ...checks,
      },
    }
  } finally {
    if (child.process.exitCode === null) await child.end('SIGKILL')
    await close()
    await company.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function shuffleIn(queue: Item[], item: Item): void {
  const place = Math.floor(Math.random() * (queue.length + 1))
  queue.push(item)
  ;[queue[place], queue[queue.length - 1]] = [queue.at(-1)!, queue[place]!]
}

/** What happens to an order at the company, some of it at once and some during the storm, and who lies about it. */
function fateOf(company: MoyasarServer, { invoice, isLate }: StormOrder, index: number): Item[] {
  const pay = (number: string) => {
    const source = { type: 'creditcard', name: 'Sara Ali', number, month: '9', year: '2040', cvc: '123' }
    const { amount } = invoice
    const request = { amount, currency: 'SAR', callback_url: invoice.url, source }
    return company.createPayment(request, invoice).body as Payment
  }
  const fate = index % 20
  if (isLate || fate < 9) return [() => void pay(GOOD_CARD)]
  if (fate === 9) return [() => void company.voidPayment(pay(GOOD_CARD))]
  if (fate === 11) {
    // Refused, then paid by another card: the message of the refusal may come last.
    pay(POOR_CARD)
    return [() => void pay(GOOD_CARD)]
  }
  if (fate === 12) {
    const paid = pay(GOOD_CARD)
    return [() => void company.refund(paid, undefined)]
  }
  if (fate === 13) {
    const paid = pay(GOOD_CARD)
    return [() => void company.refund(paid, { amount: 100_00 }), () => void company.refund(paid, { amount: 50_00 })]
  }
  if (fate === 14) return [() => void Object.assign(pay(GOOD_CARD), { amount: invoice.amount - 1 })]
  if (fate === 15) return [() => void Object.assign(pay(GOOD_CARD), { currency: 'USD' })]
  if (fate === 16) return [() => void pay(POOR_CARD)]
  return liesAbout(company, invoice, index)
}

/** Nobody has paid these. */
function liesAbout(company: MoyasarServer, invoice: StormOrder['invoice'], index: number): Item[] {
  const fate = index % 20
  const lie = (facts: Partial<Message>, about: object = {}): Delivery => {
    const payment = {
      id: randomUUID(),
      status: 'paid',
      amount: invoice.amount,
      currency: 'SAR',
      invoice_id: invoice.id,
    }
    const message = company.messageOf('payment_paid', { ...payment, ...about } as Payment, MOYASAR_KEYS.webhook)
    const told = { ...message, ...facts }
    return { message: told, isForged: true, mustRefuse: told.secret_token !== message.secret_token || told.live }
  }
  if (fate === 17) return [lie({ secret_token: 'a-secret-of-somebody-elses-making' }), lie({ secret_token: '' })]
  // A payment that nobody knows is asked for twelve times: some of that do.
  if (fate === 18) return [lie({ live: true }), ...(index % 100 === 18 ? [lie({}, { invoice_id: randomUUID() })] : [])]
  return [lie({}), lie({}, { amount: 1 }), lie({}, { currency: 'USD' })]
}

type Counted = { deliveries: number; forged: number; again: number; forgedAccepted: number; dropped: number }

/** Delivers until nothing is left to be told; what the product has no time for is told again. */
async function storm(queue: Item[], url: string, figures: Counted) {
  const begun = performance.now()
  const tries = new Map<Delivery, number>()
  const deliver = async (delivery: Delivery) => {
    const { message, isForged, mustRefuse } = delivery
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Moyasar' },
      body: JSON.stringify(message),
    }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    figures.deliveries += 1
    if (isForged) figures.forged += 1
    if (mustRefuse && status !== 403) figures.forgedAccepted += 1
    if (mustRefuse || status === 200) return
    const tried = (tries.get(delivery) ?? 0) + 1
    tries.set(delivery, tried)
    if (tried === 6) figures.dropped += 1
    else figures.again += queue.push(delivery) > 0 ? 1 : 0
  }
  const work = async () => {
    for (let item = queue.pop(); item; item = queue.pop()) await (typeof item === 'function' ? item() : deliver(item))
  }
  while (queue.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { begun, seconds: (performance.now() - begun) / 1000 }
}
