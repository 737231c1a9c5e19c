import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/order-api.ts'
import {
  CARDS,
  eventually,
  is,
  leave,
  orderStatus,
  payWith,
  post,
  waitingOrder,
} from '../../../tests/support/orders.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { RefundRefused } from './port.ts'
import { inGroups, passesLuhn, TEST_CARDS } from './sandbox-cards.ts'
import { sandboxTexts } from './sandbox-texts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const page = async (url: string) => {
  const answer = await fetch(url, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}
const idOf = (paymentUrl: string | undefined) => paymentUrl!.split('/').at(-1)!
const booksOf = (paymentUrl: string | undefined) =>
  app.db.selectFrom('sandbox_payments').selectAll().where('id', '=', idOf(paymentUrl)).executeTakeFirstOrThrow()
/** The webhooks that wait to be sent or were. */
const eventsOf = async (paymentUrl: string | undefined) =>
  (await app.db.selectFrom('payment_events').select(['event_id', 'payload']).execute()).filter(
    ({ payload }) => (payload as { payment?: string }).payment === idOf(paymentUrl),
  )

describe("the sandbox's payment page", () => {
  it('shows amount, what it is for and the test cards, in both languages, each its own way round', async () => {
    const { paymentUrl, reference } = await waitingOrder(app)
    const english = await page(paymentUrl!)
    expect(english.html).toContain('<html lang="en" dir="ltr">')
    for (const words of [
      'SAR 1,000',
      '<bdi>Project management</bdi>',
      `<bdi>${reference}</bdi>`,
      '4000 0000 0000 3220',
      'Leave without paying',
    ])
      expect(english.html).toContain(words)
    const arabic = await page(`${paymentUrl}?lang=ar`)
    expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
    for (const words of ['1,000 ر.س', '4000 0000 0000 3220', 'المغادرة دون دفع']) expect(arabic.html).toContain(words)
  })

  it('runs no script, takes no inline style and is never kept', async () => {
    const { paymentUrl } = await waitingOrder(app)
    const { headers, html } = await page(paymentUrl!)
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' ${app.address}; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/)
    for (const [file, status, type] of [
      ['sandbox.css', 200, 'text/css; charset=utf-8'],
      ['sandbox-bank.css', 200, 'text/css; charset=utf-8'],
      ['plex-arabic-600.woff2', 200, 'font/woff2'],
      ['port.css', 404, 'text/plain; charset=UTF-8'],
    ]) {
      const answer = await page(`${app.address}/sandbox-payment/${file}`)
      expect([answer.status, answer.headers.get('content-type')], String(file)).toEqual([status, type])
    }
  })

  it('fills a test card in without scripts', async () => {
    const { paymentUrl } = await waitingOrder(app)
    const { html } = await page(`${paymentUrl}?card=4000000000000002`)
    expect(html).toMatch(/name="number"\s+value="4000 0000 0000 0002"/)
    expect(html).toContain('?lang=ar&amp;card=4000000000000002')
  })

  it('says what is wrong at each field, keeps what was typed but the code, and takes nothing', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const answer = await payWith(paymentUrl, '4111 1111 1111 1112', { expiry: '13/40', cvc: '12' })
    expect(answer.status).toBe(422)
    for (const words of [
      'The card number is not right',
      'such as 12/29',
      'three or four digits',
      'value="13/40"',
      'href="#cvc"',
    ])
      expect(answer.html).toContain(words)
    expect(answer.html).not.toContain('value="12"')
    expect((await payWith(paymentUrl, '', { expiry: '', cvc: '' })).html.match(/This field is required/g)).toHaveLength(
      6,
    )
    expect((await payWith(paymentUrl, CARDS.good, { expiry: '01/20' })).html).toContain('The card has expired.')
    expect((await payWith(paymentUrl, '5555 5555 5555 4444')).html).toContain('use one of its test cards')
    expect((await payWith(paymentUrl, '<script>alert(1)</script>')).html).not.toContain('<script>')
    expect((await booksOf(paymentUrl)).status).toBe('initiated')
    expect((await orderStatus(app.db, id)).status).toBe('pending')
  })

  it('takes a card typed in Arabic digits', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const answer = await payWith(paymentUrl, '٤١١١ ١١١١ ١١١١ ١١١١', { expiry: '١٢/٤٠', cvc: '١٢٣' })
    expect([answer.status, answer.location]).toEqual([303, `/en/order-approved?order=${id}`])
    expect(await booksOf(paymentUrl)).toMatchObject({ status: 'paid', card_last_four: '1111' })
  })

  it('asks for approval on a second page, also after a reload, and is paid on approval', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const step = await payWith(paymentUrl, CARDS.challenge)
    expect([step.status, step.location]).toEqual([303, `/sandbox-payment/${idOf(paymentUrl)}?lang=en`])
    expect((await page(paymentUrl!)).html).toContain('card ending in 3220')
    await payWith(paymentUrl, CARDS.good)
    expect((await booksOf(paymentUrl)).status).toBe('challenge')
    expect((await post(`${paymentUrl}/challenge`, { answer: 'approve' })).location).toContain('order-approved')
    await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
  })

  it('fails when the approval is refused', async () => {
    const { api, id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.challenge)
    await post(`${paymentUrl}/challenge`, { answer: 'refuse' })
    expect(await api.order({ id })).toMatchObject({
      status: 'failed',
      endedBecause: 'The check that the card is yours was not completed. Nothing was charged.',
    })
  })

  it('leaves everything open when the bank does not answer, and asks again', async () => {
    const { api, id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.challenge)
    const back = await post(`${paymentUrl}/challenge`, { answer: 'silence' })
    expect(back.location).toBe(`/en/order-approved?order=${id}`)
    expect((await api.order({ id })).status).toBe('pending')
    expect((await page(paymentUrl!)).html).toContain('value="approve"')
    await post(`${paymentUrl}/challenge`, { answer: 'approve' })
    expect((await api.order({ id })).status).toBe('paid')
  })

  it('takes no card once the time is over, but ends what was begun before', async () => {
    const [late, begun] = [await waitingOrder(app), await waitingOrder(app)]
    expect((await page(late.paymentUrl!)).html).toContain('Pay before')
    await payWith(begun.paymentUrl, CARDS.challenge)
    app.advance(20 * MINUTE_MS)
    const { html } = await page(late.paymentUrl!)
    expect(html).toContain('The time to pay is over')
    expect(html).toContain(`href="/en/order-approved?order=${late.id}"`)
    expect(html).not.toContain('<form')
    const tried = await payWith(late.paymentUrl, CARDS.good)
    expect(tried.location).toBe(`/sandbox-payment/${idOf(late.paymentUrl)}?lang=en`)
    expect((await booksOf(late.paymentUrl)).status).toBe('initiated')
    await post(`${begun.paymentUrl}/challenge`, { answer: 'approve' })
    expect((await booksOf(begun.paymentUrl)).status).toBe('paid')
  })

  it('cannot be approved without the challenge', async () => {
    const { paymentUrl } = await waitingOrder(app)
    await post(`${paymentUrl}/challenge`, { answer: 'approve' })
    expect((await booksOf(paymentUrl)).status).toBe('initiated')
  })

  it('is paid once and tells so once, however often and wherever it is clicked', async () => {
    const { paymentUrl } = await waitingOrder(app)
    const clicks = await Promise.all(Array.from({ length: 10 }, () => payWith(paymentUrl, CARDS.good)))
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([303]))
    await Promise.all([leave(paymentUrl), payWith(paymentUrl, CARDS.poor)])
    expect((await booksOf(paymentUrl)).status).toBe('paid')
    const events = await eventually(
      () => eventsOf(paymentUrl),
      (rows) => expect(rows).not.toEqual([]),
    )
    expect(events).toHaveLength(1)
    const again = await page(paymentUrl!)
    expect(again.html).toContain('will not be charged again')
    expect(again.html).not.toContain('<form')
  })

  it('does not know other addresses', async () => {
    for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
      const answer = await page(`${app.address}/sandbox-payment/${id}`)
      expect([answer.status, answer.html.includes('لا توجد عملية دفع')]).toEqual([404, true])
    }
  })
})

describe('the test cards', () => {
  it('have right numbers, each its own', () => {
    expect(TEST_CARDS.filter(({ number }) => !passesLuhn(number))).toEqual([])
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length)
  })

  it('are documented as their page names them', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/orders.md'), 'utf8')
    const { ar, en } = sandboxTexts
    const rows = TEST_CARDS.map(
      ({ name, number }) =>
        `| ${inGroups(number)} | ${en.outcomes[name]} | ${ar.outcomes[name].replace(/[\u2066-\u2069]/g, '')} |`,
    )
    expect(docs.split('\n').filter((line) => /^\| \d{4} /.test(line))).toEqual(rows)
  })

  const refused = TEST_CARDS.filter(({ rule }) => rule.becomes === 'failed')
  it.each(refused.map((card) => [card.name, card] as const))(
    '%s is told to the learner in words of its own',
    async (_, card) => {
      const { sara, api, id, paymentUrl } = await waitingOrder(app)
      expect((await payWith(paymentUrl, card.number)).location).toBe(`/en/order-approved?order=${id}`)
      const english = await api.order({ id })
      const arabic = await apiAs(app, sara, { lang: 'ar' }).checkout.order({ id })
      expect([english.status, (await orderStatus(app.db, id)).ended_because]).toEqual(['failed', card.rule.reason])
      expect(english.endedBecause).toMatch(/Nothing was charged\.$/)
      expect(arabic.endedBecause).toMatch(/[\u0600-\u06ff].*ولم يُخصم أي مبلغ\.$/)
    },
  )

  it('of each refusal have another reason', () => {
    expect(new Set(refused.map(({ rule }) => rule.reason)).size).toBe(refused.length)
  })

  it('told first: the order is paid, by the webhook alone, before the browser is sent back', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const answer = await payWith(paymentUrl, CARDS.first)
    const { asked_at } = await booksOf(paymentUrl)
    expect([answer.location, asked_at === null]).toEqual([`/en/order-approved?order=${id}`, false])
    expect(await eventsOf(paymentUrl)).toHaveLength(1)
    await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
  })

  it('never told: the order is paid once somebody asks', async () => {
    const { api, id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.never)
    expect((await orderStatus(app.db, id)).status).toBe('pending')
    const { rows } =
      await sql`select from graphile_worker._private_jobs where payload ->> 'payment' = ${idOf(paymentUrl)}`.execute(
        app.db,
      )
    expect([rows, await eventsOf(paymentUrl)]).toEqual([[], []])
    expect((await api.order({ id })).status).toBe('paid')
  })

  it('lost return: the page does not lead back, and the webhook pays the order', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const answer = await payWith(paymentUrl, CARDS.lost)
    expect(answer.location).toBe(`/sandbox-payment/${idOf(paymentUrl)}?lang=en`)
    const { html } = await page(paymentUrl!)
    expect(html).toContain('The connection to the shop was lost')
    expect(html).not.toContain('order-approved')
    await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
  })

  it('refused refund: it is paid like any other, and its money never goes back', async () => {
    const { api, id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.unrefundable)
    expect((await api.order({ id })).status).toBe('paid')
    const refund = app.services.payment.refund(idOf(paymentUrl), 100_000)
    await expect(refund).rejects.toThrow(RefundRefused)
    await expect(refund).rejects.toMatchObject({ reason: 'refused-by-bank' })
    expect((await booksOf(paymentUrl)).refunded_halalas).toBe(0)
    const staff = orderApi(apiAs(app, await learner(app.db, { roles: ['Admin'] })))
    await staff.refund({ id, reason: 'The course is cancelled' })
    await eventually(
      () => staff.staffOrder({ id }),
      ({ refunds }) => expect(refunds).toMatchObject([{ status: 'refused', failureReason: 'refused-by-bank' }]),
    )
    expect((await api.order({ id })).status).toBe('paid')
  })
})

describe("the sandbox's word", () => {
  it('comes once for money that goes back, in part and in whole', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.good)
    await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
    const { payment } = app.services
    const types = async () =>
      (await eventsOf(paymentUrl)).map(({ payload }) => (payload as { type: string }).type).sort()
    expect(await payment.refund(idOf(paymentUrl), 40_000)).toMatchObject({ status: 'paid', refundedHalalas: 40_000 })
    await payment.refund(idOf(paymentUrl), 40_000)
    await eventually(types, is(['payment.paid', 'payment.refunded']))
    expect(await payment.refund(idOf(paymentUrl), 100_000)).toMatchObject({ status: 'refunded' })
    await eventually(types, is(['payment.paid', 'payment.refunded', 'payment.refunded']))
    await expect(payment.refund(idOf(paymentUrl), 100_001)).rejects.toThrow(RefundRefused)
  })

  it('comes late for the late card: the order stays open until then', async () => {
    const { api, id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.late)
    expect((await booksOf(paymentUrl)).status).toBe('paid')
    expect((await api.order({ id })).status).toBe('pending')
    const waiting = await app.db
      .selectFrom('sandbox_payments')
      .select('told_from')
      .where('id', '=', idOf(paymentUrl))
      .executeTakeFirstOrThrow()
    const wait = waiting.told_from!.getTime() - app.services.now().getTime()
    expect(wait).toBeGreaterThan(15_000)
    expect(wait).toBeLessThanOrEqual(20_000)
    app.advance(20_000)
    expect((await api.order({ id })).status).toBe('paid')
  })

  it('is sent twice for its card, as one event', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.twice)
    await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
    expect(await eventsOf(paymentUrl)).toHaveLength(1)
  })

  it('is sent again while nobody takes it', async () => {
    const send = app.tasks.sandboxWebhook!
    await expect(send({ id: 'no', type: 'payment.paid', payment: 'no' })).rejects.toThrow()
    const { createSandbox } = await import('./sandbox.server.ts')
    const { db, settings, now, log } = app.services
    const deaf = createSandbox({
      db,
      settings,
      now,
      log,
      webhookSecret: Buffer.from('secret'),
      webhookOrigin: `${app.address}/nobody`,
      merchant: async () => '',
    })
    const message = { id: crypto.randomUUID(), type: 'payment.paid', payment: crypto.randomUUID() }
    await expect(deaf.tasks.sandboxWebhook!(message)).rejects.toThrow(/was answered with/)
  })

  it('gives one payment to one attempt, however often it is asked', async () => {
    const { payment, now } = app.services
    const newPayment = {
      attemptId: crypto.randomUUID(),
      amountHalalas: 100,
      description: 'x',
      lang: 'en',
      returnUrl: app.address,
      expiresAt: now(),
      now: now(),
    } as const
    const made = await Promise.all([payment.create(newPayment), payment.create(newPayment), payment.create(newPayment)])
    expect(new Set(made.map(({ reference }) => reference)).size).toBe(1)
    expect(await payment.fetch(made[0]!.reference)).toMatchObject({
      status: 'open',
      amountHalalas: 100,
      currency: 'SAR',
    })
    await expect(payment.fetch(crypto.randomUUID())).rejects.toThrow()
  })
})
