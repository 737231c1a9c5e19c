/** What a command on an order did, or why it was refused, is in view on a phone, with scripts and without. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { frame as arFrame } from '../../../app/locales/ar/desk/frame.ts'
import { sales as ar } from '../../../app/locales/ar/desk/sales.ts'
import { pdf } from '../../support/attacks/upload-corpus.ts'
import { hydrated, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { confirmItIsMe, staffWithOldProof } from '../../support/desk-staff.ts'
import { course, learner, orderInParts } from '../../support/factories.ts'
import { bookable, waitingOrder } from '../../support/orders/orders.ts'
import { refundTools } from '../../support/orders/refunds.ts'
import { tokenOf } from '../../support/signed-in.ts'

const PHONE = { lang: 'ar', width: 390 } as const

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

it('the time of an order is extended: the success is in view, and the form is closed', async () => {
  const { id } = await waitingOrder(site)
  const { page, context } = await staffWithOldProof(site, { ...PHONE, scripts: true }, 'Owner')
  await page.goto(`/ar/desk/orders/${id}`)
  await hydrated(page)
  const extend = page.locator('#extend-command')
  await extend.locator('summary').click()
  await page.locator('#extend-note').fill('طلب مهلة حتى يحوّل')
  await extend.getByRole('button', { name: ar.extend.submit, exact: true }).click()
  const done = page.getByText(ar.done.extended!)
  await expect.poll(async () => isWithin(await done.boundingBox())).toBe(true)
  expect(await extend.getAttribute('open')).toBe(null)
  await context.close()
})

it.each([true, false])(
  'a proof is asked for where it is seen, and the success after it (scripts: %s)',
  async (scripts) => {
    const { id } = await refundTools(() => site).paid()
    const { page, context, person } = await staffWithOldProof(site, { ...PHONE, scripts }, 'Owner')
    await page.goto(`/ar/desk/orders/${id}`)
    if (scripts) await hydrated(page)
    const refund = page.locator('details', { has: page.locator('#refund-reason') })
    await refund.locator('summary').click()
    await page.locator('#refund-amountHalalas').fill('99')
    await page.locator('#refund-reason').fill('تعويض')
    await refund.getByRole('button').click()
    const password = page.locator('[name=proofPassword]')
    await password.waitFor()
    await expect.poll(async () => isWithin(await password.boundingBox())).toBe(true)
    await confirmItIsMe(page, 'ar', person)
    const done = page.getByText(ar.done.refunded!)
    await expect.poll(async () => isWithin(await done.boundingBox())).toBe(true)
    await context.close()
  },
)

it.each([true, false])(
  'the receipt of a later part is declined, and what was said stands under it (scripts: %s)',
  async (scripts) => {
    const sara = await learner(site.db)
    const { id } = await orderInParts(site.db, { userId: sara.id, courseId: (await course(site.db)).id })
    const sent = await fetch(`${site.address}/api/Orders/${id}/parts/2/receipt`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/octet-stream',
        'X-File-Name': 'receipt.pdf',
        Authorization: `Bearer ${await tokenOf(site, sara)}`,
      },
      body: Uint8Array.from(pdf()),
    })
    expect(sent.status).toBe(201)
    const { page, context } = await staffWithOldProof(site, { ...PHONE, scripts }, 'Finance')
    await page.goto(`/ar/desk/orders/${id}`)
    if (scripts) await hydrated(page)
    const decline = page.locator('#declineReceipt-2-command')
    await decline.locator('summary').click()
    await page.locator('#declineReceipt-2-reason').fill('الإيصال فارغ')
    await picture(page, `decline-part-${scripts}`)
    await decline.getByRole('button', { name: ar.parts.declineReceipt.submit, exact: true }).click()
    const done = page.getByText(ar.done.declined!)
    await expect.poll(async () => isWithin(await done.boundingBox())).toBe(true)
    await page.getByText(ar.parts.declined('الإيصال فارغ')).waitFor()
    expect(await decline.count()).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/en/desk/orders/${id}`)
    await picture(page, `declined-part-${scripts}`)
    await context.close()
  },
)

it('a part of the money is refunded: the success is in view without scripts, above the command that stays', async () => {
  const { id } = await refundTools(() => site).paid()
  const { page, context } = await site.visit({ ...PHONE, scripts: false })
  const owner = await learner(site.db, { roles: ['Owner'] })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, owner), url: site.address }])
  await page.goto(`/ar/desk/orders/${id}`)
  const refund = page.locator('#refund-command')
  await refund.locator('summary').click()
  // Neither an amount nor one of thousands.
  await page.locator('#refund-amountHalalas').fill('99,5')
  await page.locator('#refund-reason').fill('تعويض')
  await refund.getByRole('button').click()
  await page.locator('#refund-amountHalalas-error', { hasText: arFrame.noAmount }).waitFor()
  await page.locator('#refund-amountHalalas').fill('٩٩٫٥')
  await page.locator('#refund-keepsSeat').check()
  await page.locator('#refund-reason').fill('تعويض')
  await refund.getByRole('button').click()
  const done = page.getByText(ar.done.refunded!)
  await done.waitFor()
  expect(await refund.count()).toBe(1)
  expect(isWithin(await done.boundingBox())).toBe(true)
  await context.close()
})

it('a cancellation without a reason is refused where it was asked for, without scripts', async () => {
  const { id } = await waitingOrder(site)
  const { page, context } = await staffWithOldProof(site, { ...PHONE, scripts: false }, 'Owner')
  await page.goto(`/ar/desk/orders/${id}?done=extended`)
  await page.locator('#cancel-command summary').click()
  await page.locator('#cancel-command').getByRole('button', { name: ar.cancel.submit, exact: true }).click()
  const refusal = page.locator('#cancel-command [role=alert]')
  await refusal.waitFor()
  expect(isWithin(await refusal.boundingBox())).toBe(true)
  expect(await page.getByText(ar.done.extended!).count()).toBe(0)
  await context.close()
})

it.each(['ar', 'en'] as const)('an error of one field leaves those beside it in their line (%s)', async (lang) => {
  const { id } = await refundTools(() => site).paid()
  const { page, context } = await site.visit({ lang, width: 1440, scripts: false })
  const owner = await learner(site.db, { roles: ['Owner'] })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, owner), url: site.address }])
  const { courseId, scheduleId } = await bookable(site.db, { priceHalalas: 1000_00 })
  const person = `nobody-${lang}@visitor.example`
  await page.goto(`/${lang}/desk/orders/${id}/move?show=1&course=${courseId}&run=${scheduleId}&email=${person}`)
  await page.locator('[name=firstName]').fill('Sara')
  await page.locator('[name=reason]').fill('x')
  await page
    .locator('form', { has: page.locator('[name=reason]') })
    .getByRole('button')
    .last()
    .click()
  await page.locator('#lastName-error').waitFor()
  await expectInLine(page, ['firstName', 'lastName'])
  await context.close()
})

it.each(['ar', 'en'] as const)('a hint and an error of one field leave those beside it in line (%s)', async (lang) => {
  const { page, context } = await staffWithOldProof(site, { lang, width: 1440, scripts: false }, 'Owner')
  await page.goto(`/${lang}/desk/companies/new`)
  await expectInLine(page, ['vatNumber', 'registerNumber'])
  await page.locator('[name=vatNumber]').fill('12')
  await page
    .locator('form', { has: page.locator('[name=vatNumber]') })
    .getByRole('button')
    .last()
    .click()
  await page.locator('#vatNumber-error').waitFor()
  expect(await page.locator('#vatNumber-hint').isVisible()).toBe(true)
  await expectInLine(page, ['vatNumber', 'registerNumber'])
  await page.setViewportSize({ width: 390, height: 844 })
  const [above, below] = await topsOf(page, ['vatNumber', 'registerNumber'])
  expect(below! - above!).toBeGreaterThan(50)
  await context.close()
})

it('the button of a search stands in line with its field', async () => {
  const { page, context } = await staffWithOldProof(site, { lang: 'ar', width: 1440, scripts: false }, 'Owner')
  await page.goto('/ar/desk/attendance')
  const field = (await page.locator('[name=day]').boundingBox())!
  const button = (await page
    .locator('form', { has: page.locator('[name=day]') })
    .getByRole('button')
    .boundingBox())!
  expect(Math.abs(field.y - button.y)).toBeLessThan(2)
  await context.close()
})

const topsOf = (page: Page, names: string[]) =>
  Promise.all(names.map(async (name) => (await page.locator(`[name=${name}]`).boundingBox())!.y))

async function expectInLine(page: Page, names: string[]) {
  const tops = await topsOf(page, names)
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(1)
}

const isWithin = (box: { y: number; height: number } | null) => box !== null && box.y >= 0 && box.y + box.height <= 844
