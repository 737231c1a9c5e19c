/** What may happen to orders, each as a command that the model foretells and the product does. */
import fc from 'fast-check'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { compare } from './compare.ts'
import type { Order, OrderModel, Page, Way } from './model.ts'
import { attemptsOf, expireAll, hear, LEARNERS, type Product, sendRefunds } from './product.ts'

type Command = fc.AsyncCommand<OrderModel, Product>
/** The problem that the product answered with; undefined when it did as asked. */
type Outcome = string | undefined

const problemOf = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    () => undefined,
    (problem: { code?: string }) => {
      if (!problem.code) throw problem
      return problem.code
    },
  )

/** A command about something that exists; `run` answers what was foretold and what came. */
function command<Subject>(
  name: string,
  find: (model: OrderModel) => Subject | undefined,
  run: (model: OrderModel, product: Product, subject: Subject) => Promise<[foretold: Outcome, came: Outcome]>,
): Command {
  return {
    check: (model) => find(model as OrderModel) !== undefined,
    run: async (model, product) => {
      // No two things happen at the same instant.
      model.now += 1
      product.setNow(model.now)
      const [foretold, came] = await run(model, product, find(model)!)
      if (foretold !== came)
        throw new Error(`${name}: foretold ${foretold ?? 'that it is done'}, came ${came ?? 'done'}`)
      product.setNow(model.now)
      await compare(model, product)
    },
    toString: () => name,
  }
}

const at = <T>(all: T[], index: number): T | undefined => all[index % Math.max(all.length, 1)]
const order = (index: number) => (model: OrderModel) => at(model.orders, index)
const page = (index: number) => (model: OrderModel) => {
  const all = model.orders.flatMap((one) =>
    one.pages.filter(({ way }) => way === 'online').map((own) => [one, own] as const),
  )
  return at(all, index)
}

function place(learner: number, coupon: boolean, method: Way): Command {
  return command(
    `place(${learner}, ${coupon ? 'coupon' : 'no coupon'}, ${method})`,
    () => learner,
    async (model, product) => {
      const held = model.orders.find((one) => one.learner === learner && ['pending', 'paid'].includes(one.status))
      const methodBefore = held?.method
      const foretold = model.place(learner, coupon, method)
      const { courseId, scheduleId, couponCode } = product
      const asked = { courseId, scheduleId, method, ...(coupon ? { couponCode } : {}) }
      let placed: { id: string; expiresAt: string; status: string } | undefined
      const came = await problemOf(
        product.learners[learner]!.place(asked).then((answer) => {
          placed = answer
        }),
      )
      if (typeof foretold === 'string' || !placed) return [typeof foretold === 'string' ? foretold : undefined, came]
      if ('resumed' in foretold) {
        if (foretold.resumed.id !== placed.id) return ['the same order', 'another one']
        if (foretold.resumed.method === 'transfer') foretold.resumed.expiresAt = Date.parse(placed.expiresAt)
        await notePage(model, product, foretold.resumed, methodBefore!)
        return [undefined, came]
      }
      const { isFree } = foretold
      const made: Order = {
        id: placed.id,
        learner,
        coupon,
        totalHalalas: model.totalOf(coupon),
        method: isFree ? 'online' : method,
        status: isFree ? 'paid' : 'pending',
        expiresAt: Date.parse(placed.expiresAt),
        pages: [],
        refunds: [],
        refundedHalalas: 0,
        hasInvoice: isFree,
        creditNotes: 0,
      }
      model.orders.push(made)
      if (!isFree) await notePage(model, product, made, method)
      return [undefined, came]
    },
  )
}

/** Learns the reference of a page that was foretold; `compare` finds one that was not. */
async function notePage(model: OrderModel, product: Product, order: Order, before: Way): Promise<void> {
  if (!model.needsPage(order, before)) return
  const attempts = await attemptsOf(product.services.db, order.id)
  const unknown = attempts.find(({ reference }) => !order.pages.some((own) => own.reference === reference))
  if (!unknown?.reference) throw new Error('A new payment page was foretold, and none came.')
  const way: Way = unknown.provider === 'transfer' ? 'transfer' : 'online'
  order.pages.push({
    reference: unknown.reference,
    way,
    heard: 'created',
    madeAt: model.now,
    backHalalas: 0,
    byHandHalalas: 0,
  })
}

/** Something at the company, of which the product hears later or never. */
function atCompany(name: string, index: number, change: (paper: Paper, page: Page, order: Order) => void): Command {
  return command(`${name}(page ${index})`, page(index), async (_, { company }, [own, { reference }]) => {
    const paper = company.papers.get(reference)!
    change(paper, own.pages.find((one) => one.reference === reference)!, own)
    return [undefined, undefined]
  })
}
type Paper = Product['company']['papers'] extends Map<string, infer P> ? P : never

const settle = (status: 'paid' | 'failed' | 'abandoned') => (paper: Paper) => {
  if (paper.status === 'open') paper.status = status
}

function decide(index: number, part: number, keepsSeat: boolean, byHand: boolean): Command {
  return command(
    `refund(order ${index}, ${part}%${keepsSeat ? ', keeps seat' : ''}${byHand ? ', by hand' : ''})`,
    order(index),
    async (model, { staff }, one) => {
      const amount = part === 100 ? {} : { amountHalalas: Math.max(1, Math.floor((one.totalHalalas * part) / 100)) }
      const foretold = model.refund(one, { ...amount, keepsSeat, byHand })
      return [
        foretold,
        await problemOf(staff.refund({ id: one.id, reason: `at ${model.now}`, ...amount, keepsSeat, byHand })),
      ]
    },
  )
}

function approve(index: number): Command {
  return command(`approve(order ${index})`, order(index), async (model, { staff }, one) => {
    const transfer = one.pages.find(({ way }) => way === 'transfer')
    const isNew = transfer && ['created', 'failed', 'abandoned'].includes(transfer.heard)
    if (transfer) model.receiveMoney(one, transfer, 0, one.totalHalalas)
    const foretold = transfer ? (isNew ? undefined : 'transferApproved') : 'noTransferOpen'
    return [foretold, await problemOf(staff.approveTransfer({ id: one.id }))]
  })
}

const ofOrder = (
  name: string,
  index: number,
  foretell: (model: OrderModel, one: Order) => Outcome,
  act: (product: Product, one: Order) => Promise<unknown>,
): Command =>
  command(`${name}(order ${index})`, order(index), async (model, product, one) => {
    const foretold = foretell(model, one)
    return [foretold, await problemOf(act(product, one))]
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
const look = (one: number) =>
  ofOrder(
    'look',
    one,
    (model, own) => void model.look(own),
    ({ learners }, own) => learners[own.learner]!.order({ id: own.id }),
  )
const request = (one: number) =>
  ofOrder(
    'request a refund',
    one,
    (model, own) => model.requestRefund(own),
    ({ learners }, own) => learners[own.learner]!.requestRefund({ id: own.id, reason: 'model' }),
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
const hearOf = (one: number) =>
  command(`hear(page ${one})`, page(one), async (model, product, [own, heard]) => {
    model.hear(own, heard)
    await hear(product, heard.reference)
    return [undefined, undefined]
  })
const refundAtDesk = (percent: number) => (paper: Paper) => {
  const back = Math.floor((paper.amountHalalas * percent) / 100)
  if (paper.status === 'paid') paper.refundedHalalas = Math.min(paper.refundedHalalas + back, paper.amountHalalas)
}

/** What likely happens comes more often, so that sequences get somewhere. */
const ANY: [times: number, arbitrary: fc.Arbitrary<Command>][] = [
  [
    7,
    fc
      .tuple(fc.nat(LEARNERS - 1), fc.boolean(), fc.constantFrom<Way>('online', 'online', 'transfer'))
      .map((request) => place(...request)),
  ],
  [3, index.map((one) => atCompany('pay', one, settle('paid')))],
  [4, index.map(hearOf)],
  [
    2,
    fc
      .tuple(index, fc.constantFrom(100, 100, 30, 120), fc.boolean(), fc.boolean())
      .map((request) => decide(...request)),
  ],
  [1, index.map((one) => atCompany('decline', one, settle('failed')))],
  [1, index.map((one) => atCompany('leave', one, settle('abandoned')))],
  [1, index.map(approve)],
  [1, index.map(cancel)],
  [1, index.map(look)],
  [1, index.map(request)],
  [1, index.map(decline)],
  [1, index.map(send)],
  [1, fc.constantFrom(1, 11, 21).map(advance)],
  [1, fc.constant(null).map(expire)],
  [
    1,
    fc
      .tuple(index, fc.constantFrom(20, 100))
      .map(([one, percent]) => atCompany(`refund ${percent}% at the desk`, one, refundAtDesk(percent))),
  ],
  [
    1,
    index.map((one) =>
      atCompany('refuse refunds', one, (paper) => {
        paper.refuses = true
      }),
    ),
  ],
]

/** @param replayPath of a sequence that failed, to run it alone */
export function sequences(replayPath?: string) {
  const all = ANY.flatMap(([times, arbitrary]) => Array<fc.Arbitrary<Command>>(times).fill(arbitrary))
  return fc.commands(all, { maxCommands: 30, size: 'max', ...(replayPath ? { replayPath } : {}) })
}
