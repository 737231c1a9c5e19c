/** A policy that is written today and takes effect on a day to come: for staff, for visitors, and for who agrees. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { texts as arSite } from '../../../app/locales/ar/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { texts as enSite } from '../../../app/locales/en/index.ts'
import { formatDay } from '../../../app/locales/format.ts'
import { dayOf, instantOf, plusDays } from '../../../app/platform/days.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import { expectNoSidewaysScroll, hydrated, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { learner, order } from '../../support/factories.ts'
import { bookable } from '../../support/orders/orders.ts'
import { tokenOf } from '../../support/signed-in.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ institute: true })
})
afterAll(() => site.stop())

it.each([
  { lang: 'ar', width: 390, scripts: false, code: 'terms-conditions', paths: ['/terms', '/terms-conditions'] },
  { lang: 'en', width: 1440, scripts: true, code: 'privacy-policy', paths: ['/privacy', '/privacy-policy'] },
] as const)('$lang, scripts $scripts: $code takes effect at its time', async ({ code, paths, ...visitor }) => {
  const { lang } = visitor
  const { pages: t } = lang === 'ar' ? ar : en
  const { policy: words } = (lang === 'ar' ? arSite : enSite).innerPages
  const { page, context } = await site.visit(visitor)
  const writer = await learner(site.db, { roles: ['Content'], lang })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, writer), url: site.address }])
  const owner = apiAs(site, await learner(site.db, { roles: ['Owner'] }))
  const says = async (path: string, text: string) => {
    await site.waitForSync()
    return (await (await fetch(`${site.address}/${lang}${path}`)).text()).includes(text)
  }
  const termsOf = async () => {
    const place = (await bookable(site.db)) as { courseId: number; scheduleId: number }
    const sara = await learner(site.db)
    const placed = await order(site.db, {
      ...place,
      userId: sara.id,
      status: 'expired',
      createdAt: site.services.now(),
    })
    return (await owner.orders.staffOrder({ id: placed.id })).terms
  }
  // Pages that are kept already.
  for (const path of paths) expect(await says(path, '٢٠٩٩')).toBe(false)

  const day = plusDays(dayOf(site.services.now()), 2)
  const at = instantOf(day)
  const title = { ar: 'سياسة ٢٠٩٩', en: 'Policy of ٢٠٩٩' }
  await page.goto(`/${lang}/desk/pages/${code}`)
  if (visitor.scripts) await hydrated(page)
  // Whoever changes a policy reads what saving does to those who agree to it.
  await page.getByText(t.policyVersions).waitFor()
  for (const one of ['ar', 'en'] as const) await page.locator(`[id="title.${one}"]`).fill(title[one])
  await page.getByRole('button', { name: t.saveDraft }).click()
  await page.getByText(t.said.drafted!, { exact: true }).waitFor()
  // What is typed meanwhile would be lost with these buttons where no script keeps it.
  const { saveFirst } = (lang === 'ar' ? ar : en).frame.edit
  expect((await page.locator('main').innerText()).includes(saveFirst)).toBe(!visitor.scripts)
  await page.locator('[id="draft-at"]').fill(`${day}T00:00`)
  await page.getByRole('button', { name: t.scheduleDraft, exact: true }).click()
  await page.locator(`time[datetime="${at.toISOString()}"]`).first().waitFor()
  await expectNoSidewaysScroll(page)
  if (visitor.scripts) await expectAccessible(page)
  await picture(page, `desk-policy-scheduled-${lang}-${visitor.width}`)

  // The preview is the policy as it will be, with the day from which it holds.
  const preview = await (await context.request.get(`/${lang}/desk/pages/${code}/preview`)).text()
  const updated = words.updated(formatDay(at.toISOString(), lang))
  expect([title[lang], updated].map((text) => preview.includes(text))).toEqual([true, true])
  // Nobody else knows of it yet.
  for (const path of paths) expect(await says(path, '٢٠٩٩')).toBe(false)
  if (code === 'terms-conditions') expect(await termsOf()).toMatchObject({ version: 1 })

  site.advance(at.getTime() - site.services.now().getTime() + 20_000)
  await site.tasks.publishDuePages!({})
  for (const path of paths) {
    expect([await says(path, title[lang]), await says(path, updated)]).toEqual([true, true])
  }
  if (code === 'terms-conditions') {
    const terms = await termsOf()
    expect(terms).toMatchObject({ version: 2 })
    expect(dayOf(new Date(terms!.validFrom))).toBe(day)
  }
  // What held before stays to be read, and says until when it did.
  const guest = await site.visit(visitor)
  await guest.page.goto(`/${lang}${paths[0]}?version=1`)
  if (visitor.scripts) await hydrated(guest.page)
  await guest.page.locator('main [role=status]').waitFor()
  expect(await guest.page.locator('h1').innerText()).not.toContain('٢٠٩٩')
  await expectNoSidewaysScroll(guest.page)
  await picture(guest.page, `policy-former-${lang}-${visitor.width}`)
  await guest.page.locator('main [role=status]').getByRole('link').click()
  await guest.page.getByRole('heading', { level: 1, name: title[lang] }).waitFor()
  await guest.context.close()
  // The desk has no draft of it any more, and its history says who wrote it.
  const edited = await owner.pageEditing.editedPage({ code })
  expect([edited.draft, edited.values['title.ar']]).toEqual([null, title.ar])
  await context.close()
})
