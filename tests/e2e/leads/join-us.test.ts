/** The application of a trainer, from the first step to the confirmation page. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { pdf } from '../../support/attacks/upload-corpus.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  watchErrors,
} from '../../support/browser.ts'
import { arabicDigits, textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'

/** Longer than the form token requires. */
const A_WHILE = 5000
const PERSON = {
  ...{ name: 'هند العتيبي', email: '', phone: arabicDigits('0551234567'), birthdate: '1985-03-09' },
  ...{ gender: 'female', identityNumber: arabicDigits('1000000008'), country: 'SA', address: 'الرياض، العليا' },
}
const EXPERIENCE = {
  ...{ qualification: 'ماجستير', graduationYear: arabicDigits('2010'), specialty: 'IFRS', jobTitle: 'مديرة' },
  ...{ currentJob: 'Manager', yearsOfExperience: arabicDigits('12'), experienceDescription: 'سطر\nSecond' },
}
const CV = { name: 'سيرة هند.pdf', mimeType: 'application/pdf', buffer: pdf() }
const LARGE = { ...CV, name: 'large.pdf', buffer: pdf('x'.repeat(3_000_000)) }

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())
beforeEach(async () => {
  await site.db.deleteFrom('rate_limits').execute()
})

const form = (page: Page) => page.locator('#form')
const button = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`)
const complaint = (page: Page) => form(page).getByRole('alert').first()
/** The country is preset. */
const NEEDED = Object.keys(PERSON).filter((name) => name !== 'country')
const applications = (email: string) => site.db.selectFrom('leads').selectAll().where('email', '=', email).execute()
const wrongFields = (page: Page) =>
  form(page)
    .locator('[aria-invalid=true]:visible')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name))

async function fill(page: Page, typed: Record<string, string>) {
  for (const [name, text] of Object.entries(typed)) {
    if (name === 'gender' || name === 'country') await field(page, name).selectOption(text)
    else await field(page, name).fill(text)
  }
}

async function open(page: Page, lang: Lang, query = '') {
  await page.goto(`/${lang}/join-us${query}`)
  await hydrated(page)
  await form(page).locator('[data-step]:visible').first().waitFor()
  site.advance(A_WHILE)
}

async function look(page: Page, name: string) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, name)
}

async function received(page: Page, lang: Lang): Promise<void> {
  await page.getByRole('heading', { level: 1, name: textsOf(lang).innerPages.enquiries.sent.title }).waitFor()
}

it.each(inTurn<{ lang: Lang; width: 390 | 1440 }>({ lang: 'ar', width: 390 }, { lang: 'en', width: 1440 }))(
  'is filled in step by step, each checked: $lang, $width px',
  async ({ lang, width }) => {
    const t = textsOf(lang)
    const { page, context } = await site.visit({ lang, width, scripts: true })
    const errors = watchErrors(page)
    const email = `steps-${lang}@trainer.example`
    const at = (step: keyof typeof t.trainer.steps) =>
      form(page).getByRole('heading', { level: 3, name: t.trainer.steps[step] })
    const next = () => button(page, t.trainer.next).click()
    await open(page, lang)

    await at('person').waitFor()
    await next()
    await complaint(page).waitFor()
    expect(await wrongFields(page)).toEqual(NEEDED)
    await expect.poll(() => field(page, 'name').evaluate((one) => one === document.activeElement)).toBe(true)
    await look(page, `join-us-1-${lang}-${width}`)
    await fill(page, { ...PERSON, email })
    await next()

    await at('experience').waitFor()
    await expect.poll(() => at('experience').evaluate((one) => one === document.activeElement)).toBe(true)
    await fill(page, { ...EXPERIENCE, graduationYear: '1990' })
    await next()
    await complaint(page).waitFor()
    expect(await wrongFields(page)).toEqual(['graduationYear'])
    await look(page, `join-us-2-${lang}-${width}`)
    await fill(page, { graduationYear: EXPERIENCE.graduationYear })
    await next()

    await at('works').waitFor()
    const lists = t.trainer.lists
    for (const title of ['أول بحث', 'Second', 'ثالث']) {
      const rows = await form(page).locator('[name^="researches"][name$="[title]"]').count()
      await button(page, lists.researches.add).click()
      const row = field(page, `researches[${rows}][title]`)
      await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.type(title)
      await page.keyboard.press('Tab')
      await page.keyboard.type(arabicDigits(title === 'Second' ? '2099' : '2019/5'))
    }
    await next()
    await complaint(page).waitFor()
    expect(await wrongFields(page)).toEqual(['researches[1][publishDate]'])
    await look(page, `join-us-3-${lang}-${width}`)
    await form(page)
      .getByRole('button', { name: lists.researches.remove(2) })
      .click()
    await expect
      .poll(() => field(page, 'researches[1][title]').evaluate((one) => one === document.activeElement))
      .toBe(true)
    expect(await field(page, 'researches[1][title]').inputValue()).toBe('ثالث')
    await next()

    // The connection breaks in the middle of the upload.
    await at('documents').waitFor()
    await context.route('**/TrainerApplications/cv**', (route) => route.abort())
    await form(page).locator('#cv').setInputFiles(CV)
    await button(page, t.uploads.file.retry).waitFor()
    await look(page, `join-us-4-${lang}-${width}`)
    await context.unroute('**/TrainerApplications/cv**')
    await button(page, t.uploads.file.retry).click()
    await form(page).getByText(CV.name).first().waitFor()
    await next()

    await at('review').waitFor()
    await form(page).getByText('ثالث — ').waitFor()
    await look(page, `join-us-5-${lang}-${width}`)
    await page.goBack()
    await at('documents').waitFor()
    await page.goBack()
    await at('works').waitFor()
    await page.goForward()
    await at('documents').waitFor()

    // A reload in the middle keeps everything, the file and the rows as well.
    await page.reload()
    await hydrated(page)
    await form(page).getByText(CV.name).first().waitFor()
    site.advance(A_WHILE)
    expect(await field(page, 'researches[1][title]').inputValue()).toBe('ثالث')
    expect(await field(page, 'gender').inputValue()).toBe('female')
    await next()
    await at('review').waitFor()
    await button(page, t.innerPages.enquiries.send.trainer).click()
    await complaint(page).waitFor()
    expect(await wrongFields(page)).toEqual(['consent'])
    await field(page, 'consent').check()
    await button(page, t.innerPages.enquiries.send.trainer).dblclick()
    await received(page, lang)
    const [lead, ...others] = await applications(email)
    expect(others).toEqual([])
    expect(lead!.fields).toMatchObject({
      graduationYear: 2010,
      identityNumber: '1000000008',
      researches: [
        { title: 'أول بحث', publishDate: '2019-05' },
        { title: 'ثالث', publishDate: '2019-05' },
      ],
    })
    // The draft is deleted after sending.
    await open(page, lang)
    expect(await field(page, 'name').inputValue()).toBe('')
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))))
      .toEqual([])
    expect(errors.filter((one) => !/ERR_FAILED|status of 400|net::/.test(one))).toEqual([])
    await context.close()
  },
)

it.each(inTurn<Lang>('en', 'ar'))(
  'is one form without scripts, and keeps the CV when a field is wrong: %s',
  async (lang) => {
    const t = textsOf(lang)
    const { page, context } = await site.visit({ lang, width: 390, scripts: false })
    const email = `plain-${lang}@trainer.example`
    await page.goto(`/${lang}/join-us`)
    site.advance(A_WHILE)
    const send = button(page, t.innerPages.enquiries.send.trainer)
    await send.click()
    await complaint(page).waitFor()
    expect(await wrongFields(page)).toEqual([...NEEDED, ...Object.keys(EXPERIENCE), 'cv', 'consent'])
    await fill(page, { ...PERSON, ...EXPERIENCE, email, 'courses[2][title]': 'CMA', 'courses[2][organization]': 'IMA' })
    await form(page)
      .locator('#cv')
      .setInputFiles({ ...CV, buffer: Buffer.from('<html>') })
    await send.click()
    await form(page)
      .getByRole('link', { name: new RegExp(t.innerPages.leads.fields.cv) })
      .waitFor()
    expect(await wrongFields(page)).toEqual(['cv', 'consent'])
    await form(page).locator('#cv').setInputFiles(CV)
    await button(page, t.trainer.rows.more).first().click()
    await field(page, 'researches[5][title]').waitFor()
    await form(page).getByText(CV.name).first().waitFor()
    expect(await field(page, 'courses[2][title]').inputValue()).toBe('CMA')
    await expectNoSidewaysScroll(page)
    await field(page, 'consent').check()
    await fill(page, { phone: '1' })
    await send.click()
    await expect.poll(() => wrongFields(page)).toEqual(['phone'])
    await form(page).getByText(CV.name).first().waitFor()
    await fill(page, { phone: PERSON.phone })
    await send.click()
    await received(page, lang)
    const [lead] = await applications(email)
    expect(lead).toMatchObject({ kind: 'trainer', lang, cv_file: expect.any(String) })
    expect(lead!.fields).toMatchObject({ courses: [{ title: 'CMA', organization: 'IMA' }], researches: [] })
    await context.close()
  },
)

longIt('is sent by keyboard alone, also while its CV is still being uploaded', async () => {
  const t = textsOf('en')
  const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: true })
  await open(page, 'en')
  const email = 'keys@trainer.example'
  await field(page, 'name').focus()
  for (const [name, text] of Object.entries({ ...PERSON, email })) {
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(name)
    if (name === 'gender') await page.keyboard.type('Fem')
    else if (name === 'country') await page.keyboard.type('Saudi')
    else if (name === 'birthdate') await field(page, name).fill(text)
    else await page.keyboard.type(text)
    if (name === 'birthdate') await field(page, 'gender').focus()
    else if (name !== 'address') await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await form(page).getByRole('heading', { level: 3, name: t.trainer.steps.experience }).waitFor()
  await fill(page, EXPERIENCE)
  await field(page, 'yearsOfExperience').press('Enter')
  await form(page).getByRole('heading', { level: 3, name: t.trainer.steps.works }).waitFor()
  await button(page, t.trainer.next).press('Enter')
  await form(page).getByRole('heading', { level: 3, name: t.trainer.steps.documents }).waitFor()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await context.route('**/TrainerApplications/cv**', async (route) => {
    await held
    await route.continue()
  })
  await form(page).locator('#cv').setInputFiles(LARGE)
  await button(page, t.uploads.file.cancel).waitFor()
  await button(page, t.trainer.next).press('Enter')
  await form(page).getByText(t.trainer.cv.waits).waitFor()
  goOn()
  await form(page).getByRole('heading', { level: 3, name: t.trainer.steps.review }).waitFor()
  await field(page, 'consent').press('Space')
  await button(page, t.innerPages.enquiries.send.trainer).press('Enter')
  await received(page, 'en')
  expect(await applications(email)).toHaveLength(1)
  await context.close()
})
