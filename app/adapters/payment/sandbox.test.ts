import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  CARDS,
  eventually,
  is,
  leave,
  orderStatus,
  payWith,
  post,
  sendNow,
  waitingOrder,
} from '../../../tests/support/orders/orders.ts'
import { formatDay } from '../../locales/format.ts'
import { PAYMENT_BRANDS } from '../../locales/payment-brands.ts'
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
  const response = await fetch(url, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const idOf = (paymentUrl: string | undefined) => paymentUrl!.split('/').at(-1)!
const paymentOf = (paymentUrl: string | undefined) =>
  app.db.selectFrom('sandbox_payments').selectAll().where('id', '=', idOf(paymentUrl)).executeTakeFirstOrThrow()
/** The received webhooks about a payment. */
const eventsOf = async (paymentUrl: string | undefined) =>
  (await app.db.selectFrom('payment_events').select(['event_id', 'payload']).execute()).filter(
    ({ payload }) => (payload as { payment?: string }).payment === idOf(paymentUrl),
  )

describe("the sandbox's payment page", () => {
  it('shows amount, description and test cards in both languages and directions', async () => {
    const { paymentUrl, reference } = await waitingOrder(app)
    const { expires_at } = await paymentOf(paymentUrl)
    const english = await page(paymentUrl!)
    expect(english.html).toContain('<html lang="en" dir="ltr">')
    for (const text of [
      'SAR 1,000',
      '<bdi>Project management</bdi>',
      `<bdi>${reference}</bdi>`,
      '4000 0000 0000 3220',
      'Leave without paying',
      // A transfer may have days.
      formatDay(expires_at!, 'en'),
    ])
      expect(english.html).toContain(text)
    const arabic = await page(`${paymentUrl}?lang=ar`)
    expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
    for (const text of ['1,000 ر.س', '4000 0000 0000 3220', 'المغادرة دون دفع']) expect(arabic.html).toContain(text)
  })

  it('runs no script, has no inline style and is never cached', async () => {
    const { paymentUrl } = await waitingOrder(app)
    const { headers, html } = await page(paymentUrl!)
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' ${app.address}; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/)
    for (const [file, status, type] of [
      ['sandbox.css', 200, 'text/css; charset=utf-8'],
      ['sandbox-cards.css', 200, 'text/css; charset=utf-8'],
      ['sandbox-bank.css', 200, 'text/css; charset=utf-8'],
      ['plex-arabic-600.woff2', 200, 'font/woff2'],
      ['port.css', 404, 'text/plain; charset=UTF-8'],
    ]) {
      const response = await page(`${app.address}/sandbox-payment/${file}`)
      expect([response.status, response.headers.get('content-type')], String(file)).toEqual([status, type])
    }
  })

  it('fills in a test card without scripts', async () => {
    const { paymentUrl } = await waitingOrder(app)
    const { html } = await page(`${paymentUrl}?card=4000000000000002`)
    expect(html).toMatch(/name="number"\s+value="4000 0000 0000 0002"/)
    expect(html).toContain('?lang=ar&amp;card=4000000000000002')
  })

  it('reports mistakes at each field, keeps the values except the security code, and charges nothing', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const response = await payWith(paymentUrl, '4111 1111 1111 1112', { expiry: '13/40', cvc: '12' })
    expect(response.status).toBe(422)
    for (const text of [
      'The card number is not right',
      'such as 12/29',
      'three or four digits',
      'value="13/40"',
      'href="#cvc"',
    ])
      expect(response.html).toContain(text)
    expect(response.html).not.toContain('value="12"')
    expect((await payWith(paymentUrl, '', { expiry: '', cvc: '' })).html.match(/This field is required/g)).toHaveLength(
      6,
    )
    expect((await payWith(paymentUrl, CARDS.good, { expiry: '01/20' })).html).toContain('The card has expired.')
    expect((await payWith(paymentUrl, '5555 5555 5555 4444')).html).toContain('use one of its test cards')
    expect((await payWith(paymentUrl, '<script>alert(1)</script>')).html).not.toContain('<script>')
    expect((await paymentOf(paymentUrl)).status).toBe('initiated')
    expect((await orderStatus(app.db, id)).status).toBe('pending')
  })

  it('accepts a card typed in Arabic digits', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const response = await payWith(paymentUrl, '٤١١١ ١١١١ ١١١١ ١١١١', { expiry: '١٢/٤٠', cvc: '١٢٣' })
    expect([response.status, response.location]).toEqual([303, `/en/order-approved?order=${id}`])
    expect(await paymentOf(paymentUrl)).toMatchObject({ status: 'paid', card_last_four: '1111' })
  })

  it('asks for approval on a second page, even after a reload, and is paid on approval', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const step = await payWith(paymentUrl, CARDS.challenge)
    expect([step.status, step.location]).toEqual([303, `/sandbox-payment/${idOf(paymentUrl)}?lang=en`])
    expect((await page(paymentUrl!)).html).toContain('card ending in 3220')
    await payWith(paymentUrl, CARDS.good)
    expect((await paymentOf(paymentUrl)).status).toBe('challenge')
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

  it('stays open when the bank does not answer, and can be approved later', async () => {
    const { api, id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.challenge)
    const back = await post(`${paymentUrl}/challenge`, { answer: 'silence' })
    expect(back.location).toBe(`/en/order-approved?order=${id}`)
    expect((await api.order({ id })).status).toBe('pending')
    expect((await page(paymentUrl!)).html).toContain('value="approve"')
    await post(`${paymentUrl}/challenge`, { answer: 'approve' })
    await eventually(async () => (await api.order({ id })).status, is<string>('paid'))
  })

  it('accepts no card after the time limit, but finishes a challenge that began before', async () => {
    const [late, begun] = [await waitingOrder(app), await waitingOrder(app)]
    expect((await page(late.paymentUrl!)).html).toContain('Pay before')
    await payWith(begun.paymentUrl, CARDS.challenge)
    app.advance(20 * MINUTE_MS)
    const { html } = await page(late.paymentUrl!)
    expect(html).toContain('The time to pay is over')
    expect(html).toContain(`href="/en/order-approved?order=${late.id}"`)
    expect(html).not.toContain('<form')
    const latePayment = await payWith(late.paymentUrl, CARDS.good)
    expect(latePayment.location).toBe(`/sandbox-payment/${idOf(late.paymentUrl)}?lang=en`)
    expect((await paymentOf(late.paymentUrl)).status).toBe('initiated')
    await post(`${begun.paymentUrl}/challenge`, { answer: 'approve' })
    expect((await paymentOf(begun.paymentUrl)).status).toBe('paid')
  })

  it('cannot be approved without the challenge', async () => {
    const { paymentUrl } = await waitingOrder(app)
    await post(`${paymentUrl}/challenge`, { answer: 'approve' })
    expect((await paymentOf(paymentUrl)).status).toBe('initiated')
  })

  it('is paid once and sends one webhook, however often it is submitted', async () => {
    const { paymentUrl } = await waitingOrder(app)
    const clicks = await Promise.all(Array.from({ length: 10 }, () => payWith(paymentUrl, CARDS.good)))
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([303]))
    await Promise.all([leave(paymentUrl), payWith(paymentUrl, CARDS.poor)])
    expect((await paymentOf(paymentUrl)).status).toBe('paid')
    const events = await eventually(
      () => eventsOf(paymentUrl),
      (rows) => expect(rows).not.toEqual([]),
    )
    expect(events).toHaveLength(1)
    const again = await page(paymentUrl!)
    expect(again.html).toContain('will not be charged again')
    expect(again.html).not.toContain('<form')
  })

  it('takes every brand that the shop names: cards by their number, a wallet at once', async () => {
    const { id, paymentUrl, api } = await waitingOrder(app)
    const { html } = await page(paymentUrl!)
    for (const { name } of app.services.settings.payment.brands.map((brand) => PAYMENT_BRANDS[brand]))
      expect(html, name).toContain(name)
    await post(`${paymentUrl}/wallet`, { wallet: 'visa' })
    expect((await paymentOf(paymentUrl)).status).toBe('initiated')
    await post(`${paymentUrl}/wallet`, { wallet: 'applepay' })
    await eventually(async () => (await api.order({ id })).status, is<string>('paid'))
  })

  it('responds to unknown addresses with its own 404 page', async () => {
    for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
      const response = await page(`${app.address}/sandbox-payment/${id}`)
      expect([response.status, response.html.includes('لا توجد عملية دفع')]).toEqual([404, true])
    }
  })
})

describe('the test cards', () => {
  it('have valid and unique numbers', () => {
    expect(TEST_CARDS.filter(({ number }) => !passesLuhn(number))).toEqual([])
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length)
  })

  it('are documented with the texts of their page', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/orders.md'), 'utf8')
    const { ar, en } = sandboxTexts
    const rows = TEST_CARDS.map(
      ({ name, number }) =>
        `| ${inGroups(number)} | ${en.outcomes[name]} | ${ar.outcomes[name].replace(/[\u2066-\u2069]/g, '')} |`,
    )
    expect(docs.split('\n').filter((line) => /^\| \d{4} /.test(line))).toEqual(rows)
  })

  const declined = TEST_CARDS.filter(({ rule }) => rule.becomes === 'failed')
  it.each(declined.map((card) => [card.name, card] as const))(
    '%s has its own text for the learner',
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

  it('have a different reason for each decline', () => {
    expect(new Set(declined.map(({ rule }) => rule.reason)).size).toBe(declined.length)
  })

  it('told-first: the webhook makes the order paid before the browser is redirected', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const response = await payWith(paymentUrl, CARDS.first)
    const { asked_at } = await paymentOf(paymentUrl)
    expect([response.location, asked_at === null]).toEqual([`/en/order-approved?order=${id}`, false])
    expect(await eventsOf(paymentUrl)).toHaveLength(1)
    await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
  })

  it('told-never: the order is paid once the payment is fetched', async () => {
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

  it('return-lost: the page does not redirect, and the webhook makes the order paid', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    const response = await payWith(paymentUrl, CARDS.lost)
    expect(response.location).toBe(`/sandbox-payment/${idOf(paymentUrl)}?lang=en`)
    const { html } = await page(paymentUrl!)
    expect(html).toContain('The connection to the shop was lost')
    expect(html).not.toContain('order-approved')
    await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
  })

  it('refund-refused: the payment succeeds, and its refund is always refused', async () => {
    const { api, id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.unrefundable)
    expect((await api.order({ id })).status).toBe('paid')
    const refund = app.services.payment.refund(idOf(paymentUrl), 100_000, sendNow)
    await expect(refund).rejects.toThrow(RefundRefused)
    await expect(refund).rejects.toMatchObject({ reason: 'refused-by-bank' })
    expect((await paymentOf(paymentUrl)).refunded_halalas).toBe(0)
    const staff = orderApi(apiAs(app, await learner(app.db, { roles: ['Admin'] })))
    await staff.refund({ id, reason: 'The course is cancelled' })
    await eventually(
      () => staff.staffOrder({ id }),
      ({ refunds }) => expect(refunds).toMatchObject([{ status: 'refused', failureReason: 'refused-by-bank' }]),
    )
    expect((await api.order({ id })).status).toBe('paid')
  })
})

describe('a webhook of the sandbox', () => {
  it('is sent once for each refund, partial or full', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.good)
    await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
    const { payment } = app.services
    const types = async () =>
      (await eventsOf(paymentUrl)).map(({ payload }) => (payload as { type: string }).type).sort()
    expect(await payment.refund(idOf(paymentUrl), 40_000, sendNow)).toMatchObject({
      status: 'paid',
      refundedHalalas: 40_000,
    })
    await payment.refund(idOf(paymentUrl), 40_000, sendNow)
    await eventually(types, is(['payment.paid', 'payment.refunded']))
    expect(await payment.refund(idOf(paymentUrl), 100_000, sendNow)).toMatchObject({ status: 'refunded' })
    await eventually(types, is(['payment.paid', 'payment.refunded', 'payment.refunded']))
    await expect(payment.refund(idOf(paymentUrl), 100_001, sendNow)).rejects.toThrow(RefundRefused)
  })

  it('is delayed for the told-late card: the order stays open until then', async () => {
    const { api, id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.late)
    expect((await paymentOf(paymentUrl)).status).toBe('paid')
    expect((await api.order({ id })).status).toBe('pending')
    const payment = await app.db
      .selectFrom('sandbox_payments')
      .select('told_from')
      .where('id', '=', idOf(paymentUrl))
      .executeTakeFirstOrThrow()
    const delayMs = payment.told_from!.getTime() - app.services.now().getTime()
    expect(delayMs).toBeGreaterThan(15_000)
    expect(delayMs).toBeLessThanOrEqual(20_000)
    app.advance(20_000)
    expect((await api.order({ id })).status).toBe('paid')
  })

  it('is delivered twice for the told-twice card, and stored as one event', async () => {
    const { id, paymentUrl } = await waitingOrder(app)
    await payWith(paymentUrl, CARDS.twice)
    await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
    expect(await eventsOf(paymentUrl)).toHaveLength(1)
  })

  it('is retried until it is accepted', async () => {
    const send = app.tasks.sandboxWebhook!
    await expect(send({ id: 'no', type: 'payment.paid', payment: 'no' })).rejects.toThrow()
    const { createSandbox } = await import('./sandbox.server.ts')
    const { db, settings, now, log } = app.services
    const unreachable = createSandbox({
      db,
      settings,
      now,
      log,
      webhookSecret: Buffer.from('secret'),
      webhookOrigin: `${app.address}/nobody`,
      merchant: async () => '',
    })
    const message = { id: crypto.randomUUID(), type: 'payment.paid', payment: crypto.randomUUID() }
    await expect(unreachable.tasks.sandboxWebhook!(message)).rejects.toThrow(/was answered with/)
  })

  it('creates one payment for one attempt, even when requested several times', async () => {
    const { payment, now } = app.services
    const newPayment = {
      attemptId: crypto.randomUUID(),
      amountHalalas: 100,
      description: 'x',
      lang: 'en',
      returnUrl: app.address,
      expiresAt: new Date(now().getTime() + MINUTE_MS),
      now: now(),
    } as const
    const created = await Promise.all([
      payment.create(newPayment),
      payment.create(newPayment),
      payment.create(newPayment),
    ])
    expect(new Set(created.map(({ reference }) => reference)).size).toBe(1)
    expect(await payment.fetch(created[0]!.reference)).toMatchObject({
      status: 'open',
      amountHalalas: 100,
      currency: 'SAR',
    })
    await expect(payment.fetch(crypto.randomUUID())).rejects.toThrow()
  })
})
