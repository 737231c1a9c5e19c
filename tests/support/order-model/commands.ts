/** What may happen to orders: commands whose outcome the model predicts and that the product executes. */
import fc from 'fast-check'
import { dayOf, plusDays } from '../../../app/platform/days.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { compare } from './compare.ts'
import { type Checkout, isFirstTransfer, type Order, type OrderModel, type PaymentMethod } from './model.ts'
import { attemptsOf, expireAll, LEARNERS, type Product, sendRefunds, syncPayment } from './product.ts'
import type { ProviderPayment } from './provider.ts'

type Command = fc.AsyncCommand<OrderModel, Product>
/** The code of the problem that the call ended in; undefined when it succeeded. */
type Outcome = string | undefined

const problemOf = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    () => undefined,
    (problem: { code?: string }) => {
      if (!problem.code) throw problem
      return problem.code
    },
  )

/** A command about something that exists; `run` returns the expected and the actual outcome. */
function command<Subject>(
  name: string,
  find: (model: OrderModel) => Subject | undefined,
  run: (model: OrderModel, product: Product, subject: Subject) => Promise<[expected: Outcome, actual: Outcome]>,
): Command {
  return {
    check: (model) => find(model as OrderModel) !== undefined,
    run: async (model, product) => {
      // No two things happen at the same instant.
      model.now += 1
      product.setNow(model.now)
      const [expected, actual] = await run(model, product, find(model)!)
      if (expected !== actual) throw new Error(`${name}: expected ${expected ?? 'success'}, got ${actual ?? 'success'}`)
      product.setNow(model.now)
      await compare(model, product)
    },
    toString: () => name,
  }
}

const at = <T>(all: T[], index: number): T | undefined => all[index % Math.max(all.length, 1)]
const order = (index: number) => (model: OrderModel) => at(model.orders, index)
const checkout = (index: number) => (model: OrderModel) => {
  const all = model.orders.flatMap((one) =>
    one.checkouts.filter(({ method }) => method === 'online').map((own) => [one, own] as const),
  )
  return at(all, index)
}

/** The parts as the checkout would show them; what it never shows where there is no plan for the price. */
function planKey(model: OrderModel, coupon: boolean): string {
  const parts = model.partsOf(coupon)
  const today = dayOf(new Date(model.now))
  return parts.length > 1 ? parts.map((amount, days) => `${plusDays(today, days)}_${amount}`).join('.') : 'no plan'
}

function place(learner: number, coupon: boolean, method: PaymentMethod, inParts: boolean): Command {
  return command(
    `place(${learner}, ${coupon ? 'coupon' : 'no coupon'}, ${method}${inParts ? ', in parts' : ''})`,
    () => learner,
    async (model, product) => {
      const open = model.orders.find((one) => one.learner === learner && ['pending', 'paid'].includes(one.status))
      const methodBefore = open?.method
      const { courseId, scheduleId, couponCode } = product
      const plan = inParts ? planKey(model, coupon) : 'none'
      const expected = model.place(learner, coupon, method, inParts)
      const request = { courseId, scheduleId, method, plan, ...(coupon ? { couponCode } : {}) }
      let placed: { id: string; reference: string; expiresAt: string; status: string } | undefined
      const actual = await problemOf(
        product.learners[learner]!.place(request).then((response) => {
          placed = response
        }),
      )
      if (typeof expected === 'string' || !placed) return [typeof expected === 'string' ? expected : undefined, actual]
      if ('resumed' in expected) {
        if (expected.resumed.id !== placed.id) return ['the same order', 'another one']
        if (expected.resumed.method === 'transfer') expected.resumed.expiresAt = Date.parse(placed.expiresAt)
        await recordCheckout(model, product, expected.resumed, methodBefore!)
        return [undefined, actual]
      }
      const { isFree } = expected
      const created: Order = {
        ...{ id: placed.id, reference: placed.reference, learner, coupon },
        totalHalalas: model.totalOf(coupon),
        parts: inParts && !isFree ? model.partsOf(coupon) : [model.totalOf(coupon)],
        paidParts: isFree ? 1 : 0,
        method: isFree ? 'online' : method,
        status: isFree ? 'paid' : 'pending',
        expiresAt: Date.parse(placed.expiresAt),
        checkouts: [],
        refunds: [],
        refundedHalalas: 0,
        invoices: isFree ? 1 : 0,
        creditNotes: 0,
      }
      model.orders.push(created)
      if (!isFree) await recordCheckout(model, product, created, method)
      return [undefined, actual]
    },
  )
}

/** Records the reference of an expected checkout session; `compare` finds an unexpected one. */
async function recordCheckout(
  model: OrderModel,
  product: Product,
  order: Order,
  methodBefore: PaymentMethod,
): Promise<void> {
  if (!model.needsCheckout(order, methodBefore)) return
  await recordNewCheckout(model, product, order, 1)
}

async function recordNewCheckout(model: OrderModel, product: Product, order: Order, part: number): Promise<void> {
  const attempts = await attemptsOf(product.services.db, order.id)
  const unknown = attempts.find(({ reference }) => !order.checkouts.some((own) => own.reference === reference))
  if (!unknown?.reference) throw new Error('A new checkout session was expected, and none was created.')
  const method: PaymentMethod = unknown.provider === 'transfer' ? 'transfer' : 'online'
  order.checkouts.push({
    reference: unknown.reference,
    ...{ method, part, amountHalalas: order.parts[part - 1]! },
    status: 'created',
    createdAt: model.now,
    refundedHalalas: 0,
    refundedByHandHalalas: 0,
  })
}

/** A change at the provider that the product learns of later or never. */
function atProvider(
  name: string,
  index: number,
  change: (payment: ProviderPayment, checkout: Checkout, order: Order) => void,
): Command {
  return command(`${name}(checkout ${index})`, checkout(index), async (_, { provider }, [own, { reference }]) => {
    const payment = provider.payments.get(reference)!
    change(payment, own.checkouts.find((one) => one.reference === reference)!, own)
    return [undefined, undefined]
  })
}

const settle = (status: 'paid' | 'failed' | 'abandoned') => (payment: ProviderPayment) => {
  if (payment.status === 'open') payment.status = status
}

function refund(index: number, part: number, keepsSeat: boolean, byHand: boolean): Command {
  return command(
    `refund(order ${index}, ${part}%${keepsSeat ? ', keeps seat' : ''}${byHand ? ', by hand' : ''})`,
    order(index),
    async (model, { staff }, one) => {
      const amount = part === 100 ? {} : { amountHalalas: Math.max(1, Math.floor((one.totalHalalas * part) / 100)) }
      const expected = model.refund(one, { ...amount, keepsSeat, byHand })
      return [
        expected,
        await problemOf(
          staff.refund({
            ...{ id: one.id, reason: `at ${model.now}`, ...amount, keepsSeat, byHand },
            ...(byHand ? { bankReference: 'FT-1' } : {}),
          }),
        ),
      ]
    },
  )
}

function approve(index: number): Command {
  return command(`approve(order ${index})`, order(index), async (model, { staff }, one) => {
    const transfer = one.checkouts.find(isFirstTransfer)
    const isNew = transfer && ['created', 'failed', 'abandoned'].includes(transfer.status)
    if (transfer) model.receiveMoney(one, transfer, 0, transfer.amountHalalas)
    const expected = transfer ? (isNew ? undefined : 'transferApproved') : 'noTransferOpen'
    return [expected, await problemOf(staff.approveTransfer({ id: one.id }))]
  })
}

const ofOrder = (
  name: string,
  index: number,
  predict: (model: OrderModel, one: Order) => Outcome,
  act: (product: Product, one: Order) => Promise<unknown>,
): Command =>
  command(`${name}(order ${index})`, order(index), async (model, product, one) => {
    const expected = predict(model, one)
    return [expected, await problemOf(act(product, one))]
  })

/** The learner opens the payment page of the next part. */
const payPart = (index: number) =>
  command(`pay the next part(order ${index})`, order(index), async (model, product, one) => {
    const part = model.partToPay(one)
    const asked = typeof part === 'number' ? part : one.paidParts + 1
    const isNew = typeof part === 'number' && model.needsPartCheckout(one, part)
    const actual = await problemOf(product.learners[one.learner]!.payPart({ id: one.id, part: asked }))
    if (isNew && actual === undefined) await recordNewCheckout(model, product, one, asked)
    return [typeof part === 'string' ? part : undefined, actual]
  })

/** Staff record that the next part has arrived in the bank account. */
const recordPart = (index: number) =>
  command(`record the next part(order ${index})`, order(index), async (model, { staff }, one) => {
    const part = model.partToPay(one)
    const asked = typeof part === 'number' ? part : one.paidParts + 1
    const amountHalalas = one.parts[asked - 1] ?? 1
    if (typeof part === 'number') {
      const facts = { method: 'transfer', part, amountHalalas, status: 'created', createdAt: model.now } as const
      const arrived: Checkout = {
        ...{ reference: `${one.reference}/${part}`, ...facts, refundedHalalas: 0, refundedByHandHalalas: 0 },
      }
      one.checkouts.push(arrived)
      model.receiveMoney(one, arrived, 0, amountHalalas)
    }
    const recorded = staff.recordPart({
      id: one.id,
      part: asked,
      by: 'transfer',
      amountHalalas,
      moneyReference: 'FT-2',
    })
    return [typeof part === 'string' ? part : undefined, await problemOf(recorded)]
  })

const advance = (minutes: number) =>
  command(
    `advance(${minutes} minutes)`,
    () => minutes,
    async (model) => {
      model.now += minutes * MINUTE_MS
      return [undefined, undefined]
    },
  )

const expire = () =>
  command(
    'expire',
    () => true,
    async (model, product) => {
      model.expireOverdue()
      await expireAll(product)
      return [undefined, undefined]
    },
  )

const index = fc.nat(5)
const cancel = (one: number) =>
  ofOrder(
    'cancel',
    one,
    (model, own) => model.cancel(own),
    ({ learners }, own) => learners[own.learner]!.cancel({ id: own.id }),
  )
const view = (one: number) =>
  ofOrder(
    'view',
    one,
    (model, own) => void model.view(own),
    ({ learners }, own) => learners[own.learner]!.order({ id: own.id }),
  )
const request = (one: number) =>
  ofOrder(
    'request a refund',
    one,
    (model, own) => model.requestRefund(own),
    ({ learners }, own) => learners[own.learner]!.requestRefund({ id: own.id, reason: 'model' }),
  )
const withdraw = (one: number) =>
  ofOrder(
    'withdraw the request',
    one,
    (model, own) => model.withdrawRefund(own),
    ({ learners }, own) => learners[own.learner]!.withdrawRefund({ id: own.id }),
  )
const decline = (one: number) =>
  ofOrder(
    'decline the request',
    one,
    (model, own) => model.declineRefund(own),
    ({ staff }, own) => staff.declineRefund({ id: own.id, reason: 'model' }),
  )
const send = (one: number) =>
  ofOrder(
    'send refunds',
    one,
    (model, own) => {
      for (const refund of own.refunds) model.send(own, refund)
      return undefined
    },
    (product, own) => sendRefunds(product, own.id),
  )
const sync = (one: number) =>
  command(`sync(checkout ${one})`, checkout(one), async (model, product, [own, current]) => {
    model.sync(own, current)
    await syncPayment(product, current.reference)
    return [undefined, undefined]
  })
/** The learner pays on the newest page that is open for the order, and the product hears of it at once. */
const complete = (one: number) =>
  command(`complete(order ${one})`, order(one), async (model, product, own) => {
    const open = openCheckout(own)
    if (!open) return [undefined, undefined]
    settle('paid')(product.provider.payments.get(open.reference)!)
    model.sync(own, open)
    await syncPayment(product, open.reference)
    return [undefined, undefined]
  })
const openCheckout = ({ checkouts }: Order) =>
  checkouts.findLast(({ method, status }) => method === 'online' && status === 'created')
const refundAtProvider = (percent: number) => (payment: ProviderPayment) => {
  const refunded = Math.floor((payment.amountHalalas * percent) / 100)
  if (payment.status === 'paid')
    payment.refundedHalalas = Math.min(payment.refundedHalalas + refunded, payment.amountHalalas)
}

/** Likely commands come more often, so that sequences reach paid and refunded orders. */
const ANY: [times: number, arbitrary: fc.Arbitrary<Command>][] = [
  [
    7,
    fc
      .tuple(
        fc.nat(LEARNERS - 1),
        fc.boolean(),
        fc.constantFrom<PaymentMethod>('online', 'online', 'transfer'),
        fc.constantFrom(true, true, false),
      )
      .map((request) => place(...request)),
  ],
  [3, index.map((one) => atProvider('pay', one, settle('paid')))],
  [4, index.map(sync)],
  [5, index.map(complete)],
  [5, index.map(payPart)],
  [2, index.map(recordPart)],
  [
    2,
    fc
      .tuple(index, fc.constantFrom(100, 100, 30, 120), fc.boolean(), fc.boolean())
      .map((request) => refund(...request)),
  ],
  [1, index.map((one) => atProvider('decline', one, settle('failed')))],
  [1, index.map((one) => atProvider('abandon', one, settle('abandoned')))],
  [1, index.map(approve)],
  [1, index.map(cancel)],
  [1, index.map(view)],
  [1, index.map(request)],
  [1, index.map(withdraw)],
  [1, index.map(decline)],
  [1, index.map(send)],
  [1, fc.constantFrom(1, 11, 21).map(advance)],
  [1, fc.constant(null).map(expire)],
  [
    1,
    fc
      .tuple(index, fc.constantFrom(20, 100))
      .map(([one, percent]) => atProvider(`refund ${percent}% at the provider`, one, refundAtProvider(percent))),
  ],
  [
    1,
    index.map((one) =>
      atProvider('refuse refunds', one, (payment) => {
        payment.refuses = true
      }),
    ),
  ],
]

/** An order in parts whose second part is paid: random sequences seldom come so far. */
export const paidInParts = (): Command[] => [place(0, false, 'online', true), complete(0), payPart(0), complete(0)]

/** @param replayPath of a sequence that failed, to run it alone */
export function sequences(replayPath?: string) {
  const all = ANY.flatMap(([times, arbitrary]) => Array<fc.Arbitrary<Command>>(times).fill(arbitrary))
  return fc.commands(all, { maxCommands: 30, size: 'max', ...(replayPath ? { replayPath } : {}) })
}
