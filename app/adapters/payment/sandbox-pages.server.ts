/** The sandbox's hosted payment page: plain forms that need no scripts, each step decided in the books. */
import { Hono, type Context as HttpContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { isLang, type Lang } from '../../locales/lang.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { findPayment, type Move, movePayment, type SandboxPayment } from './sandbox-books.server.ts'
import { type CardForm, type CardOutcome, goodExpiry, inGroups, readCard, TEST_CARDS } from './sandbox-cards.ts'
import { STYLE } from './sandbox-style.ts'
import { cardPage, challengePage, finishedPage, missingPage, policy } from './sandbox-views.ts'
import { announce } from './sandbox-webhooks.server.ts'

type Parts = { db: Database; settings: Settings; now: () => Date }

const TOLD_LATE_MS = 20_000
const EMPTY: CardForm = { number: '', expiry: '', cvc: '' }

export function sandboxPages(parts: Parts): Hono {
  const { db, now, settings } = parts
  const csp = policy(new URL(settings.publicUrl).origin)
  const app = new Hono()
  const home = '/sandbox-payment'
  app.use(`${home}/*`, bodyLimit({ maxSize: 10_000, onError: (c) => c.text('Too large.', 413) }))
  app.use(`${home}/*`, async (c, next) => {
    await next()
    c.header('Content-Security-Policy', csp)
    c.header('Cache-Control', c.req.path.endsWith('.css') ? 'public, max-age=3600' : 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
  })
  app.get(`${home}/style.css`, (c) => c.body(STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }))

  app.get(`${home}/:id`, (c) =>
    withPayment(parts, c, async (payment, lang) => {
      if (payment.status === 'challenge') return c.html(challengePage(payment, lang))
      if (payment.status !== 'initiated') return c.html(finishedPage(payment, lang))
      const filled = TEST_CARDS.find(({ number }) => number === c.req.query('card'))
      const form = filled ? { number: inGroups(filled.number), expiry: goodExpiry(now()), cvc: '123' } : EMPTY
      return c.html(cardPage(payment, lang, form, {}))
    }),
  )

  app.post(`${home}/:id`, (c) =>
    withPayment(parts, c, async (payment, lang) => {
      const typed = CardForms.parse(await formOf(c))
      const card = readCard(typed, now())
      if (payment.status !== 'initiated') return onward(c, payment, lang)
      if ('mistakes' in card) return c.html(cardPage(payment, lang, { ...typed, cvc: '' }, card.mistakes), 422)
      await take(parts, payment, card.outcome, card.lastFour)
      return onward(c, (await findPayment(db, payment.id)) ?? payment, lang)
    }),
  )

  app.post(`${home}/:id/challenge`, (c) =>
    withPayment(parts, c, async (payment, lang) => {
      const approved = (await formOf(c)).answer === 'approve'
      const move: Move = approved
        ? { from: 'challenge', to: 'paid', now: now() }
        : { from: 'challenge', to: 'failed', now: now(), failureReason: 'authentication-failed' }
      await decide(db, payment.id, move)
      return onward(c, (await findPayment(db, payment.id)) ?? payment, lang)
    }),
  )

  app.post(`${home}/:id/leave`, (c) =>
    withPayment(parts, c, async (payment, lang) => {
      for (const from of ['initiated', 'challenge'] as const)
        await decide(db, payment.id, { from, to: 'abandoned', now: now() })
      return onward(c, (await findPayment(db, payment.id)) ?? payment, lang)
    }),
  )
  return app
}

/** What was typed; a form that cannot be read says nothing. */
async function formOf(c: HttpContext): Promise<Record<string, unknown>> {
  try {
    return await c.req.parseBody()
  } catch {
    return {}
  }
}

const Typed = z.string().max(100).catch('')
const CardForms = z.object({ number: Typed, expiry: Typed, cvc: Typed })

async function withPayment(
  { db }: Parts,
  c: HttpContext,
  show: (payment: SandboxPayment, lang: Lang) => Promise<Response>,
): Promise<Response> {
  const id = z.uuid().safeParse(c.req.param('id'))
  const payment = id.success ? await findPayment(db, id.data) : undefined
  const wanted = c.req.query('lang') ?? payment?.lang
  const lang = isLang(wanted) ? wanted : 'ar'
  return payment ? show(payment, lang) : c.html(missingPage(lang), 404)
}

/** Back to the shop once the payment is decided; otherwise to what is still to do. */
function onward(c: HttpContext, payment: SandboxPayment, lang: Lang): Response {
  const decided = payment.status !== 'initiated' && payment.status !== 'challenge'
  return c.redirect(decided ? payment.returnUrl : `/sandbox-payment/${payment.id}?lang=${lang}`, 303)
}

/** What a test card does. */
async function take({ db, now }: Parts, payment: SandboxPayment, outcome: CardOutcome, cardLastFour: string) {
  const at = { from: 'initiated', now: now(), cardLastFour } as const
  if (outcome === 'challenge') return void (await movePayment(db, payment.id, { ...at, to: 'challenge' }))
  if (outcome === 'insufficient-funds')
    return decide(db, payment.id, { ...at, to: 'failed', failureReason: 'insufficient-funds' })
  if (outcome === 'paid-told-late')
    return decide(db, payment.id, { ...at, to: 'paid', toldFrom: new Date(at.now.getTime() + TOLD_LATE_MS) })
  return decide(db, payment.id, { ...at, to: 'paid' }, outcome === 'paid-told-twice' ? 2 : 1)
}

/** The move and its webhook in one transaction: nothing is decided that nobody is told of. */
async function decide(db: Database, id: string, move: Move, times = 1): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await movePayment(tx, id, move))) return
    await announce(tx, id, `payment.${move.to}`, { times, ...(move.toldFrom ? { runAt: move.toldFrom } : {}) })
  })
}
