/** An Owner at the desk: staff, the audit log, saved views, an empty list, and a page whose parts are folded. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { hydrated, startTestSite, type TestSite } from '../../support/browser.ts'
import { course, learner } from '../../support/factories.ts'
import { tokenOf } from '../../support/signed-in.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

/** Mostly without scripts: these pages are forms and links. */
async function owner({ scripts = false } = {}) {
  const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts })
  const user = await learner(site.db, { roles: ['Owner'], firstName: 'Nura', lastName: 'Alqahtani', lang: 'en' })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
  return { page, context, open: (path: string) => page.goto(`/en/desk/${path}`) }
}

it('a person is invited and another suspended, and both stand in the audit log, which is a file, too', async () => {
  const { page, context, open } = await owner()
  const t = en.staff
  await learner(site.db, { roles: ['Content'], firstName: 'Badr', lastName: 'Alotaibi', lang: 'en' })
  await open('staff')
  await page.getByRole('link', { name: t.invite }).click()
  await page.getByLabel(t.email).fill('new@institute.example')
  await page.getByRole('button', { name: t.sendInvitation }).click()
  await page.getByText(t.invited).waitFor()
  await page.getByText('new@institute.example').waitFor()

  await page.getByRole('link', { name: 'Badr Alotaibi' }).click()
  await page.getByRole('button', { name: t.suspend }).click()
  await page.getByText(t.statuses.suspended, { exact: true }).waitFor()

  await open('audit')
  await page.getByRole('searchbox', { name: en.audit.search }).fill('Nura')
  await page.getByRole('button', { name: en.frame.list.apply }).click()
  await page.waitForURL('**query=Nura**')
  const rows = page.getByRole('table', { name: en.audit.title }).getByRole('row')
  await rows.filter({ hasText: en.audit.actions['staff.suspend'] }).waitFor()
  await rows.filter({ hasText: en.audit.actions['staff.invite'] }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `${en.frame.list.export} ${en.frame.list.csv}` }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^audit-.*\.csv$/)
  await context.close()
})

it('a note that names what its mail does not know is refused at its field before it is previewed', async () => {
  const { page, context, open } = await owner()
  await open('settings')
  const note = page.locator('[name="mailNotes.certificate.en"]')
  await note.fill('Call us: {phone}')
  await page.getByRole('button', { name: en.settings.mails.preview }).click()
  await page.locator('[id="mailNotes.certificate.en-error"]', { hasText: '{phone}' }).waitFor()
  expect(await note.inputValue()).toBe('Call us: {phone}')
  await context.close()
})

it('the preview of a mail has the styles of the mail', async () => {
  const { page, context, open } = await owner()
  await open('settings/mail?kind=enrolled&language=ar')
  const link = page.locator('.m-button').first()
  expect(await link.evaluate((button) => getComputedStyle(button).padding)).not.toBe('0px')
  await context.close()
})

it('the summary of refused settings names each field and leads to it', async () => {
  const { page, context, open } = await owner()
  await open('settings')
  await page.locator('[id="nationalAddress.postalCode"]').fill('1')
  await page.locator('#edit button[value=save]').click()
  const { fields } = en.settings
  await page
    .getByRole('alert')
    .getByRole('link', { name: `${fields.postalCode}: ` })
    .click()
  await page.waitForURL('**#nationalAddress.postalCode')
  await context.close()
})

it('a field that was accepted as it was already is not unsaved any more, alone or beside another', async () => {
  const { page, context, open } = await owner({ scripts: true })
  await open('settings')
  await hydrated(page)
  const iban = page.locator('[id="bank.iban"]')
  const saved = await iban.inputValue()
  expect(saved).toMatch(/^SA\d{22}$/)
  const inGroups = saved.replace(/.{4}/g, '$& ').trim()
  for (const isAlone of [true, false]) {
    await iban.fill(inGroups)
    if (!isAlone) await page.locator('[id="bank.beneficiary.ar"]').fill('شركة معهد للتدريب')
    await page.locator('#edit button[value=save]').click()
    await page.locator('#edit').getByText(en.frame.edit.allSaved).waitFor()
    expect(await iban.inputValue()).toBe(saved)
  }
  await context.close()
})

it('a time that has passed is refused at its field, and what was done before is said no more', async () => {
  const { page, context, open } = await owner()
  const { id } = await course(site.db, { publishedAt: null })
  await open(`courses/${id}?said=saved`)
  await page.getByText(en.courses.said.saved!).waitFor()
  await page.locator('[name=at]').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: en.courses.schedule, exact: true }).click()
  await page.locator('#at-error').waitFor()
  expect(await page.locator('[name=at]').inputValue()).toBe('2020-01-01T10:00')
  expect(await page.getByText(en.courses.said.saved!).count()).toBe(0)
  await context.close()
})

it('filters are kept as a view that its list opens again, and a list without rows says so', async () => {
  const { page, context, open } = await owner()
  const { list, views } = en.frame
  await open('courses?query=zzzz')
  await page.getByText(list.none).waitFor()
  await page.getByText(views.save, { exact: true }).first().click()
  await page.getByLabel(views.name).fill('Nothing yet')
  await page.getByRole('button', { name: views.save }).click()
  await page.getByRole('link', { name: 'Nothing yet' }).waitFor()
  await open('courses')
  await page.getByRole('link', { name: 'Nothing yet' }).click()
  await page.waitForURL('**query=zzzz**')
  expect(await page.getByRole('link', { name: 'Nothing yet' }).getAttribute('aria-current')).toBe('true')
  await context.close()
})

it('a folded part of a page opens where something is wrong in it, and is read on paper', async () => {
  const { page, context, open } = await owner()
  await open('pages/about-us')
  const part = page.locator('main details').nth(1)
  const title = part.locator('input[name$=".title.ar"]')
  expect(await title.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await title.isVisible()).toBe(true)
  expect(await page.locator('main button:visible, nav:visible').count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })

  await part.locator('summary').first().click()
  await title.fill('')
  await page.locator('#edit button[value=save]').click()
  await page.locator('main [role=alert]').waitFor()
  expect(await title.getAttribute('aria-invalid')).toBe('true')
  expect(await title.isVisible()).toBe(true)
  await context.close()
})

it('a new name of the institute is the name of the desk and of the site in each language', async () => {
  const { page, context, open } = await owner()
  const name = {
    ar: 'أكاديمية «الأفق» العالمية للتدريب & التطوير المهني',
    en: 'Al Ofoq "International" Academy for Training & Development',
  }
  const header = page.locator('header').first()
  await page.goto('/en/courses')
  const { height } = (await header.boundingBox())!
  await open('settings')
  await page.locator('[id="name.ar"]').fill(name.ar)
  await page.locator('[id="name.en"]').fill(name.en)
  await page.locator('#edit button[value=save]').click()
  await page.locator('header').getByText(name.en, { exact: true }).waitFor()

  for (const lang of ['ar', 'en'] as const) {
    await page.goto(`/${lang}/courses`)
    await page.locator('header').getByRole('link', { name: name[lang], exact: true }).waitFor()
    expect((await header.boundingBox())!.height).toBe(height)
    expect(await page.title()).toContain(name[lang])
    expect(await page.locator('meta[property="og:site_name"]').getAttribute('content')).toBe(name[lang])
    await page.goto(`/${lang}`)
    const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).join()
    expect(data).toContain(`"alternateName":${JSON.stringify(name[lang === 'ar' ? 'en' : 'ar'])}`)
    await page.goto(`/${lang}/courses/nothing-of-this-name`)
    await page.locator('header').getByRole('link', { name: name[lang], exact: true }).waitFor()
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await context.close()
})
