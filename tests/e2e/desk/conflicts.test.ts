/** Two people change the same field of one record: the second reads both texts, and can save theirs. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { expectNoSidewaysScroll, hydrated, startTestSite, type TestSite } from '../../support/browser.ts'
import { type DeskRecords, fillDeskRecords } from '../../support/desk-records.ts'
import { tokenOf } from '../../support/signed-in.ts'

/** The page of each kind of record, and a field of its form that holds a text. */
const FORMS: Record<string, (of: DeskRecords) => [path: string, field: string]> = {
  settings: () => ['settings', 'name.ar'],
  banner: ({ banner }) => [`banners/${banner}`, 'text.ar'],
  partner: ({ organisation }) => [`partners/${organisation}`, 'name.ar'],
  question: ({ question }) => [`questions/${question}`, 'question.ar'],
  'group of questions': ({ questionGroup }) => [`questions/groups/${questionGroup}`, 'title.ar'],
  branch: () => ['branches/place-1', 'name.ar'],
  specialization: ({ specialization }) => [`specializations/${specialization}`, 'name.ar'],
  trainer: ({ trainer }) => [`trainers/${trainer}`, 'name.ar'],
  coupon: ({ coupon }) => [`coupons/${coupon}`, 'note.ar'],
  company: ({ company }) => [`companies/${company}`, 'name.ar'],
  'payment plan': ({ plan }) => [`payment-plans/${plan}`, 'name'],
  picture: ({ media }) => [`media/${media}`, 'alt.ar'],
  template: ({ answerTemplate }) => [`enquiries/templates/${answerTemplate}`, 'name.ar'],
  run: ({ coming }) => [`runs/${coming}/edit`, 'city.ar'],
  page: () => ['pages/about-us', 'title.ar'],
  article: ({ article }) => [`articles/${article}`, 'seoKeywords.ar'],
  course: ({ course }) => [`courses/${course}`, 'seoKeywords.ar'],
}

let site: TestSite
let records: DeskRecords
beforeAll(async () => {
  site = await startTestSite()
  records = await fillDeskRecords(site)
})
afterAll(() => site.stop())

describe.each([
  { lang: 'ar', width: 390, scripts: true },
  { lang: 'en', width: 1440, scripts: false },
] as const)('$lang, $width px, scripts: $scripts', (visitor) => {
  const { lang, scripts } = visitor
  const t = (lang === 'ar' ? ar : en).frame.edit
  const browsers: BrowserContext[] = []
  let mine: Page
  let theirs: Page
  beforeAll(async () => {
    ;[mine, theirs] = [await signedIn(), await signedIn()]
  })
  afterAll(async () => {
    for (const browser of browsers) await browser.close()
  })

  async function signedIn() {
    const { page, context } = await site.visit(visitor)
    browsers.push(context)
    await context.addCookies([{ name: 'access', value: await tokenOf(site, records.owner), url: site.address }])
    return page
  }

  const save = (page: Page) => page.locator('#edit button[name=intent][value=save]').last().click()
  /** All that the form would send besides the field and its bookkeeping. */
  const others = (page: Page, field: string) =>
    page
      .locator('#edit')
      .evaluate(
        (form: HTMLFormElement, left) =>
          [...new FormData(form)]
            .map(([name, value]) => [name, String(value).replaceAll('\r\n', '\n')])
            .filter(([name]) => !left.includes(name!)),
        [field, 'version', 'original', 'draft', 'draftVersion', 'finishing'],
      )

  it.each(Object.keys(FORMS))('%s', async (kind) => {
    const [path, name] = FORMS[kind]!(records)
    const field = (page: Page) => page.locator(`#edit [name="${name}"]`)
    for (const page of [mine, theirs]) {
      await page.goto(`/${lang}/desk/${path}`)
      if (scripts) await hydrated(page)
      expect(await field(page).count(), `the field ${name} of ${path}`).toBe(1)
    }
    const before = (await field(mine).inputValue()) || 'نص'
    const asOpened = await others(mine, name)
    await field(theirs).fill(`${before} هم`)
    await save(theirs)
    await expect.poll(() => stored(kind, path, name)).toBe(`${before} هم`)
    await field(mine).fill(`${before} نحن`)
    await save(mine)
    await mine
      .getByRole('alert')
      .filter({ hasText: `${before} هم` })
      .first()
      .waitFor()
    expect(await field(mine).inputValue()).toBe(`${before} نحن`)
    expect(await others(mine, name)).toEqual(asOpened)
    expect(await stored(kind, path, name)).toBe(`${before} هم`)
    expect(await mine.getByText(t.kept).count()).toBe(0)
    await expectNoSidewaysScroll(mine)
    await save(mine)
    await expect.poll(() => stored(kind, path, name)).toBe(`${before} نحن`)
    await expect.poll(() => mine.getByText(t.conflictBody).count()).toBe(0)
  })

  it('a contact of a company', async () => {
    const { id, company_id: company } = await site.db
      .selectFrom('company_contacts')
      .select(['id', 'company_id'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const command = (page: Page) => page.locator(`#change-${id}-command`)
    const field = (page: Page) => command(page).locator('[name=jobTitle]')
    const title = async () =>
      (await site.db.selectFrom('company_contacts').select('job_title').where('id', '=', id).executeTakeFirstOrThrow())
        .job_title
    for (const page of [theirs, mine]) {
      await page.goto(`/${lang}/desk/companies/${company}`)
      if (scripts) await hydrated(page)
      await command(page).locator('summary').click()
    }
    await field(theirs).fill('مديرة التدريب')
    await command(theirs).getByRole('button').last().click()
    await expect.poll(title).toBe('مديرة التدريب')
    await field(mine).fill('مديرة التعلم')
    await command(mine).getByRole('button').last().click()
    await command(mine).getByRole('alert').filter({ hasText: 'مديرة التدريب' }).first().waitFor()
    expect(await field(mine).inputValue()).toBe('مديرة التعلم')
    await command(mine).getByRole('button').last().click()
    await expect.poll(title).toBe('مديرة التعلم')
    await site.db.updateTable('company_contacts').set({ job_title: null }).where('id', '=', id).execute()
  })

  /** What the form of the record has for whoever opens it now. */
  async function stored(kind: string, path: string, name: string): Promise<string> {
    const answer = await theirs.context().request.get(`/${lang}/desk/${path}`)
    const html = await answer.text()
    const original = /name="original" value="([^"]*)"/.exec(html)?.[1]
    if (!original) throw new Error(`The page of ${kind} has no form: ${answer.status()}`)
    const text = original.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
    return (JSON.parse(text) as Record<string, string>)[name]!
  }
})

it('what was refused for another reason leaves all other settings in the form', async () => {
  const { page, context } = await site.visit({ lang: 'ar', width: 1440, scripts: false })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, records.owner), url: site.address }])
  await page.goto('/ar/desk/settings')
  const all = () =>
    page
      .locator('#edit')
      .evaluate((form: HTMLFormElement) => [...new FormData(form)].map(([name, value]) => `${name}: ${String(value)}`))
  const before = await all()
  await page.locator('[name="vat.number"]').fill('12')
  await page.locator('#edit button[value=save]').click()
  await page.locator('[name="vat.number"][aria-invalid]').waitFor()
  const changed = (await all()).filter((line) => !before.includes(line))
  expect(changed).toEqual(['vat.number: 12'])
  await context.close()
})
