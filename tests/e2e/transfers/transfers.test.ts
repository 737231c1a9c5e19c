/** A bank transfer of a learner: chosen, made, with a receipt, confirmed by staff, and refunded. */

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_OPEN_TRANSFERS } from '../../../app/features/transfers/transfer.ts'
import { fieldTexts as arFields } from '../../../app/locales/ar/fields.ts'
import { fieldTexts as enFields } from '../../../app/locales/en/fields.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import { gif, pdf, png } from '../../support/attacks/upload-corpus.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
  VISITORS,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { learner, schedule } from '../../support/factories.ts'
import { cancelOrder, openRun, signedIn, textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { type OrderApi, orderApi } from '../../support/orders/order-api.ts'
import { WALKERS } from '../../support/walkers.ts'

const IBAN = 'SA16 0000 0001 2345 6789 0123'
const receipt = { name: 'إيصال.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) }
const fieldsOf = { ar: arFields, en: enFields }

let site: TestSite
let course: { id: number; slug: string }
let staff: OrderApi
beforeAll(async () => {
  site = await startTestSite()
  course = (await openRun(site)).course
  staff = orderApi(apiAs(site, await learner(site.db, { roles: ['Admin'] })))
})
afterAll(() => site.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type Scenario = { page: Page; context: BrowserContext; visitor: Visitor; t: ReturnType<typeof textsOf> }

async function begin(visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  await signedIn(site, context, visitor.lang)
  const errors = watchErrors(page)
  return { scenario: { page, context, visitor, t: textsOf(visitor.lang) }, errors }
}

/** Each screen is checked once in each language. */
async function look({ page, visitor }: Scenario, name: string) {
  if (visitor.scripts && !['received', 'orders'].includes(name)) await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, `transfer-${name}-${visitor.lang}-${visitor.width}`)
}

/** Orders a seat to be paid by transfer; its id. */
async function order({ page, visitor, t }: Scenario): Promise<string> {
  const run = await schedule(site.db, course.id)
  await page.goto(`/${visitor.lang}/order-details/${course.id}/${run}`)
  await page.getByRole('radio', { name: t.orders.paymentMethod.transfer }).check()
  await button(page, t.orders.placeOrder.run).click()
  await heading(page, t.orders.transfer.title.waiting)
  return new URL(page.url()).searchParams.get('order')!
}

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

async function send({ page, visitor, t }: Scenario, file: typeof receipt) {
  if (visitor.scripts) await hydrated(page)
  await page.locator('#receipt').setInputFiles(file)
  if (!visitor.scripts) await button(page, t.orders.transfer.send).click()
}

describe('a bank transfer', () => {
  // Concurrently, since most of a scenario is waiting.
  it.concurrent.each(inTurn(...WALKERS).map((visitor) => [nameOf(visitor), visitor] as const))(
    '%s',
    async (_, visitor) => {
      const { scenario, errors } = await begin(visitor)
      const { page, t } = scenario
      const { transfer } = t.orders
      const id = await order(scenario)
      await page.getByText(IBAN, { exact: true }).waitFor()
      await look(scenario, 'waiting')

      await send(scenario, { name: 'receipt.gif', mimeType: 'image/gif', buffer: await gif() })
      const refused = fieldsOf[visitor.lang].receiptKind()
      await page.getByText(refused, { exact: true }).waitFor()
      if (!visitor.scripts) await page.getByRole('link', { name: `${transfer.receiptTitle}: ${refused}` }).waitFor()
      await send(scenario, receipt)
      await heading(page, transfer.title.received)
      await page.getByText(receipt.name).first().waitFor()
      await page.getByText(t.profile.orders.until('').slice(0, -1)).waitFor()
      // Nothing is to be transferred now.
      expect(await page.getByText(IBAN, { exact: true }).isVisible()).toBe(false)
      // One tap cancels nothing: it says what would be lost.
      await page.locator('summary', { hasText: t.orders.cancelling.ask }).click()
      await page.getByText(t.orders.cancelling.receipt).waitFor()
      await look(scenario, 'received')
      // One press does not let go of a receipt that is being checked.
      expect(await button(page, t.orders.paymentMethod.toOnline).count()).toBe(0)

      const reason = 'المبلغ في الإيصال 100 ريال (SAR 100).'
      await staff.declineTransfer({ id, reason })
      await page.reload()
      await heading(page, transfer.title.declined)
      await page.getByText(reason).waitFor()
      await look(scenario, 'declined')
      await send(scenario, { name: 'IMG_1204.png', mimeType: 'image/png', buffer: await png() })
      await heading(page, transfer.title.received)

      await staff.approveTransfer({ id, amountHalalas: 100_00, difference: 'askRest' })
      await page.reload()
      await heading(page, transfer.title.rest)
      await page.getByText(transfer.amountLeft, { exact: true }).waitFor()
      await page.getByText(IBAN, { exact: true }).waitFor()
      await look(scenario, 'rest')
      await send(scenario, { name: 'IMG_1205.png', mimeType: 'image/png', buffer: await png() })
      await heading(page, transfer.title.received)
      await page.getByText(transfer.partTitle, { exact: true }).waitFor()

      await staff.approveTransfer({ id })
      await page.reload()
      await heading(page, t.orders.approved.title)
      await askBack(scenario)

      const byHand = { id, reason: 'بطلب المتدرب', byHand: true, bankReference: 'FT-1' } as const
      await staff.refund({ ...byHand, amountHalalas: 5000, keepsSeat: true })
      await page.goto(`/${visitor.lang}/order-approved?order=${id}`)
      await page.getByText(t.profile.orders.refund.done('50', '').split('50')[0]!).waitFor()
      await staff.refund(byHand)
      await page.reload()
      await heading(page, t.orders.canceled.refunded.title)
      await page.getByText(t.orders.canceled.helpRefunded).waitFor()
      expect(await page.locator('main a[href*="/invoice/"]').count()).toBe(3)
      await look(scenario, 'refunded')
      // A browser without scripts reports each script; the refused requests are intended.
      expect(errors.filter((error) => !/\.js csp|400|415/.test(error))).toEqual([])
      await scenario.context.close()
    },
  )

  /** Finds the order in the list and requests a refund. */
  async function askBack(scenario: Scenario) {
    const { page, visitor } = scenario
    const t = scenario.t.profile.orders
    await page.goto(`/${visitor.lang}/profile/orders`)
    const row = page.locator('main li', { has: page.locator('h3') })
    await row.getByText(t.status.paid, { exact: true }).waitFor()
    await row.locator('summary').click()
    // Our own error at the field, not the browser's bubble.
    await button(page, t.refund.send).click()
    await row.locator('[name=reason][aria-invalid=true]').waitFor()
    await page.getByText(fieldsOf[visitor.lang].required()).first().waitFor()
    await look(scenario, 'refund-form')
    await row.locator('[name=reason]').fill('تغيّر موعد سفري')
    await button(page, t.refund.send).click()
    await page.getByText(t.refund.sent).waitFor()
    await row.getByText(t.refund.requested('').slice(0, 8)).waitFor()
    expect(await row.locator('[name=reason]').count()).toBe(0)
    await look(scenario, 'orders')
  }
})

describe('one transfer too many', () => {
  longIt.each([true, false])('is reported in view, with the choice kept; scripts: %s', async (scripts) => {
    const { scenario } = await begin({ lang: 'ar', width: 390, scripts })
    const { page, context, t } = scenario
    for (let placed = 0; placed < MAX_OPEN_TRANSFERS; placed += 1) await order(scenario)
    const run = await schedule(site.db, course.id)
    await page.goto(`/ar/order-details/${course.id}/${run}`)
    if (scripts) await hydrated(page)
    const byTransfer = page.getByRole('radio', { name: t.orders.paymentMethod.transfer })
    await byTransfer.check()
    expect(await page.getByText(t.orders.securePayment).isVisible()).toBe(false)
    await button(page, t.orders.placeOrder.run).click()
    const refusal = page.getByRole('alert').filter({ hasText: t.orders.failedTitle })
    await refusal.waitFor()
    await expect.poll(() => refusal.evaluate((box) => box.getBoundingClientRect().top)).toBeGreaterThan(0)
    expect(await refusal.evaluate((box) => box.getBoundingClientRect().bottom < innerHeight)).toBe(true)
    expect(await byTransfer.isChecked()).toBe(true)
    await context.close()
  })
})

describe('two tabs at one transfer', () => {
  const stand = (id: string) =>
    site.db
      .selectFrom('orders')
      .leftJoin('transfers', 'transfers.order_id', 'orders.id')
      .select(['orders.status', 'transfers.receipt_file as receipt'])
      .where('orders.id', '=', id)
      .executeTakeFirstOrThrow()

  longIt.each(inTurn(VISITORS[0]!, VISITORS[2]!))(
    'a receipt in one while the other cancels: the order is cancelled',
    async (visitor) => {
      const { scenario } = await begin(visitor)
      const { page, context, t } = scenario
      const { title } = t.orders.canceled.cancelled
      const other = await context.newPage()
      const cancel = () => cancelOrder(other, visitor.lang)
      const placed = async () => {
        const id = await order(scenario)
        await other.goto(page.url())
        if (visitor.scripts) await hydrated(other)
        return id
      }

      // Cancelled before: no receipt is accepted, and the outdated page is replaced by that of the cancelled order.
      const first = await placed()
      await cancel()
      await heading(other, title)
      await send(scenario, receipt)
      await heading(page, title)
      expect(await stand(first)).toEqual({ status: 'cancelled', receipt: null })

      // Cancelled after: the page says how money that was already sent is returned.
      const second = await placed()
      await send(scenario, receipt)
      await heading(page, t.orders.transfer.title.received)
      await cancel()
      await heading(other, title)
      await other.getByText(t.orders.canceled.cancelledTransfer).waitFor()
      await page.reload()
      await heading(page, title)
      expect((await stand(second)).status).toBe('cancelled')

      // The money came all the same: it can only go back to an account that the learner names.
      expect(await staff.approveTransfer({ id: second })).toMatchObject({ outcome: 'refundDue' })
      await page.reload()
      await page.getByText(t.orders.canceled.transferBack).waitFor()
      const { account } = t.profile.orders.refund
      await page.getByRole('link', { name: account.give }).click()
      await page.waitForURL('**/profile/orders')
      const refund = page.locator('main li', { has: page.locator('[name=iban]') })
      await refund.getByText(t.profile.orders.refund.sendingLater('').slice(0, 8)).waitFor()
      await expectNoSidewaysScroll(page)
      await refund.locator('[name=iban]').fill(IBAN.replace(/3$/, '4'))
      await refund.locator('[name=holder]').fill('سارة أحمد')
      await button(page, account.save).click()
      await refund.locator('[name=iban][aria-invalid=true]').waitFor()
      expect(await refund.locator('[name=holder]').inputValue()).toBe('سارة أحمد')
      await refund.locator('[name=iban]').fill(IBAN)
      await button(page, account.save).click()
      await page.getByText(account.saved).waitFor()
      if (visitor.scripts) await expect.poll(() => page.getByText(account.saved).evaluate(isInView)).toBe(true)
      await page.getByText(account.given(IBAN.slice(-4))).waitFor()

      await context.close()
    },
  )

  longIt.each([VISITORS[0]!, VISITORS[2]!])(
    'a receipt in one while the other cancels at the same moment: the order is cancelled',
    async (visitor) => {
      const { scenario } = await begin(visitor)
      const { page, context, t } = scenario
      const { title } = t.orders.canceled.cancelled
      const id = await order(scenario)
      const other = await context.newPage()
      await other.goto(page.url())
      if (visitor.scripts) await hydrated(other)
      await Promise.all([send(scenario, receipt), cancelOrder(other, visitor.lang)])
      await heading(other, title)
      await page.reload()
      await heading(page, title)
      expect((await stand(id)).status).toBe('cancelled')
      await context.close()
    },
  )
})

describe('with scripts', () => {
  const DESK = { lang: 'en', width: 1440, scripts: true } as const

  it('each detail is copied in the form that banks expect, and a receipt shows its upload progress', async () => {
    const { scenario, errors } = await begin(DESK)
    const { page, context, t } = scenario
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await order(scenario)
    await hydrated(page)
    const { transfer } = t.orders
    await button(page, transfer.copyNamed(transfer.iban)).click()
    await page.getByText(transfer.copied(transfer.iban)).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(IBAN.replaceAll(' ', ''))

    // The first attempt is lost; the second waits for the server.
    let tries = 0
    let open = () => {}
    const held = new Promise<void>((resolve) => {
      open = resolve
    })
    await page.route('**/api/Orders/*/receipt', async (route) => {
      tries += 1
      if (tries === 1) return route.abort()
      await held
      await route.continue()
    })
    await page.locator('#receipt').focus()
    await page.locator('#receipt').setInputFiles(receipt)
    await button(page, t.uploads.file.retry).click()
    await page.getByRole('progressbar').waitFor()
    // The pressed button has gone, and the focus is on the one that replaced it.
    await expect.poll(() => focused(page)).toBe(t.uploads.file.cancel)
    await look(scenario, 'sending')
    open()
    await heading(page, transfer.title.received)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('receipt')
    expect(errors.filter((error) => !error.includes('receipt') && !error.includes('ERR_FAILED'))).toEqual([])
    await context.close()
  })

  it('a receipt that is chosen after the session has ended leads to the sign-in, which says that it did not go out', async () => {
    const { scenario } = await begin(DESK)
    const { page, context, t } = scenario
    const id = await order(scenario)
    const checked = page.waitForResponse('**/api/auth/user-info')
    await page.reload()
    await (await checked).finished()
    await context.clearCookies()
    await send(scenario, receipt)
    await page.getByText(t.accounts.login.unsent).waitFor()
    expect(await page.getByText(t.accounts.forOrder).count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/en/order-approved?order=${id}#unsent`)
    await context.close()
  })

  longIt('its learner switches to paying online, switches back, and cancels', async () => {
    const { scenario } = await begin({ ...DESK, lang: 'ar', width: 390 })
    const { page, t } = scenario
    await order(scenario)
    await button(page, t.orders.paymentMethod.toOnline).click()
    await page.waitForURL('**/sandbox-payment/**')
    await page.goto('/ar/profile/orders')
    await page.getByRole('link', { name: t.profile.orders.resume }).waitFor()
    await page.goBack()
    const run = await site.db.selectFrom('orders').select(['schedule_id', 'id']).orderBy('created_at', 'desc').limit(1)
    const { schedule_id: scheduleId } = await run.executeTakeFirstOrThrow()
    await page.goto(`/ar/order-details/${course.id}/${scheduleId}`)
    await look(scenario, 'open')
    await button(page, t.orders.paymentMethod.toTransfer).click()
    await heading(page, t.orders.transfer.title.waiting)
    await cancelOrder(page, 'ar')
    await heading(page, t.orders.canceled.cancelled.title)

    const late = await order(scenario)
    await send(scenario, receipt)
    await heading(page, t.orders.transfer.title.received)
    const over = { expires_at: new Date(Date.now() - 1000) }
    await site.db.updateTable('orders').set(over).where('id', '=', late).execute()
    await page.reload()
    await page.getByText(t.orders.canceled.expiredChecking).waitFor()
    await site.db.deleteFrom('transfers').where('order_id', '=', late).execute()
    await page.reload()
    await page.getByText(t.orders.canceled.expiredTransfer).waitFor()
    await scenario.context.close()
  })
})
