/** The sandbox's hosted payment page: plain forms without scripts. */
import { Hono, type Context as HttpContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { isLang, type Lang } from '../../locales/lang.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { formFor, readCard, ruleOf, TEST_CARDS } from './sandbox-cards.ts'
import { challengePage } from './sandbox-challenge-page.server.tsx'
import { sandboxFile } from './sandbox-files.server.ts'
import { BASE_PATH, policy } from './sandbox-layout.server.tsx'
import {
  type Bill,
  cardPage,
  expiredPage,
  finishedPage,
  returnLostPage,
  unknownPaymentPage,
  WALLETS,
} from './sandbox-payment-page.server.tsx'
import { findPayment, type SandboxPayment } from './sandbox-queries.server.ts'
import { abandon, answerChallenge, isDecided, takeCard, takesCards } from './sandbox-transitions.server.ts'

type Parts = { db: Database; settings: Settings; now: () => Date; merchant: (lang: Lang) => Promise<string> }

const EMPTY = { number: '', expiry: '', cvc: '' }

export function sandboxPages(parts: Parts): Hono {
  const { db, now, settings } = parts
  const csp = policy(new URL(settings.publicUrl).origin)
  const app = new Hono()
  app.use(`${BASE_PATH}/*`, bodyLimit({ maxSize: 10_000, onError: (c) => c.text('Too large.', 413) }))
  app.use(`${BASE_PATH}/*`, async (c, next) => {
    await next()
    c.header('Content-Security-Policy', csp)
    c.header('Cache-Control', c.res.headers.get('Cache-Control') ?? 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
  })
  app.get(`${BASE_PATH}/:file{[\\w-]+\\.(?:css|woff2)}`, (c) => {
    const file = sandboxFile(c.req.param('file'))
    if (!file) return c.notFound()
    return c.body(new Uint8Array(file.content), 200, { 'Content-Type': file.type, 'Cache-Control': file.cache })
  })

  app.get(`${BASE_PATH}/:id`, (c) =>
    withBill(parts, c, async (bill) => {
      const { payment } = bill
      if (payment.status === 'challenge') return c.html(challengePage(bill, now()))
      if (isDecided(payment)) return c.html(isReturnLost(payment) ? returnLostPage(bill) : finishedPage(bill))
      if (!takesCards(payment, now())) return c.html(expiredPage(bill))
      const chosen = TEST_CARDS.find(({ number }) => number === c.req.query('card'))
      return c.html(cardPage(bill, chosen ? formFor(chosen, now()) : EMPTY, {}, chosen))
    }),
  )

  app.post(`${BASE_PATH}/:id`, (c) =>
    withBill(parts, c, async (bill) => {
      const { payment } = bill
      const cardForm = CardForms.parse(await formOf(c))
      if (!takesCards(payment, now())) return nextStep(c, bill)
      const read = readCard(cardForm, now())
      if ('mistakes' in read) return c.html(cardPage(bill, { ...cardForm, cvc: '' }, read.mistakes), 422)
      await takeCard(db, payment.id, read.card, now())
      return nextStep(c, await reload(db, bill))
    }),
  )

  app.post(`${BASE_PATH}/:id/wallet`, (c) =>
    withBill(parts, c, async (bill) => {
      const { wallet } = await formOf(c)
      const isTaken = WALLETS.some((known) => known === wallet && bill.brands.includes(known))
      const paid = TEST_CARDS.find(({ name }) => name === 'paid')!
      if (isTaken && takesCards(bill.payment, now())) await takeCard(db, bill.payment.id, paid, now())
      return nextStep(c, await reload(db, bill))
    }),
  )

  app.post(`${BASE_PATH}/:id/challenge`, (c) =>
    withBill(parts, c, async (bill) => {
      const { answer } = await formOf(c)
      // Redirects to the shop with the payment undecided; the challenge can be answered later.
      if (answer === 'silence') return c.redirect(bill.payment.returnUrl, 303)
      await answerChallenge(db, bill.payment.id, answer === 'approve', now())
      return nextStep(c, await reload(db, bill))
    }),
  )

  app.post(`${BASE_PATH}/:id/leave`, (c) =>
    withBill(parts, c, async (bill) => {
      await abandon(db, bill.payment.id, now())
      return nextStep(c, await reload(db, bill))
    }),
  )
  return app
}

/** The form's values; empty when it cannot be parsed. */
async function formOf(c: HttpContext): Promise<Record<string, unknown>> {
  try {
    return await c.req.parseBody()
  } catch {
    return {}
  }
}

const Typed = z.string().max(100).catch('')
const CardForms = z.object({ number: Typed, expiry: Typed, cvc: Typed })

async function withBill(parts: Parts, c: HttpContext, show: (bill: Bill) => Promise<Response>): Promise<Response> {
  const id = z.uuid().safeParse(c.req.param('id'))
  const payment = id.success ? await findPayment(parts.db, id.data) : undefined
  const requestedLang = c.req.query('lang') ?? payment?.lang
  const lang = isLang(requestedLang) ? requestedLang : 'ar'
  const { brands } = parts.settings.payment
  return payment
    ? show({ payment, lang, brands, merchant: await parts.merchant(lang) })
    : c.html(unknownPaymentPage(lang), 404)
}

async function reload(db: Database, bill: Bill): Promise<Bill> {
  return { ...bill, payment: (await findPayment(db, bill.payment.id)) ?? bill.payment }
}

function isReturnLost(payment: SandboxPayment): boolean {
  return payment.status === 'paid' && ruleOf(payment.card)?.returnLost === true
}

/** Redirects to the shop once the payment is decided, otherwise to the next step. */
function nextStep(c: HttpContext, { payment, lang }: Bill): Response {
  const toShop = isDecided(payment) && !isReturnLost(payment)
  return c.redirect(toShop ? payment.returnUrl : `${BASE_PATH}/${payment.id}?lang=${lang}`, 303)
}
