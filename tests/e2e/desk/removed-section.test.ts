/** Two people edit a page of the site: what one writes in a section that the other removes is not lost. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Api } from '../../../app/api/contract.ts'
import type { Layout } from '../../../app/features/page-editing/page-values.ts'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { apiAs } from '../../support/api-as.ts'
import { expectNoSidewaysScroll, hydrated, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { slowSaving } from '../../support/course-editor.ts'
import { learner } from '../../support/factories.ts'
import { tokenOf } from '../../support/signed-in.ts'

let site: TestSite
let colleague: Api['pageEditing']
beforeAll(async () => {
  site = await startTestSite({ institute: true })
  colleague = apiAs(site, await learner(site.db, { roles: ['Owner'] })).pageEditing
})
afterAll(() => site.stop())

const CODE = 'about-us'
const TITLE = '[id="sections.added-1.title.ar"]'

async function changeLayout(change: (layout: Layout) => Layout) {
  const { version, values } = await colleague.editedPage({ code: CODE })
  const from = values.layout as Layout
  await colleague.editPage({ code: CODE, version, changes: { layout: { from, to: change(from) } } as never })
}
const add = () => changeLayout((layout) => [...layout, { key: 'added-1', hidden: true }])
const remove = () => changeLayout((layout) => layout.filter(({ key }) => key !== 'added-1'))

it.each([
  { lang: 'ar', width: 390, scripts: true },
  { lang: 'en', width: 1440, scripts: false },
] as const)('$lang, $width px, scripts: $scripts: it stands above the form, to be copied', async (visitor) => {
  const { lang, scripts } = visitor
  const t = (lang === 'ar' ? ar : en).frame.edit
  const { page, context } = await site.visit(visitor)
  const user = await learner(site.db, { roles: ['Content'], lang })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
  const open = async () => {
    await page.goto(`/${lang}/desk/pages/${CODE}`)
    if (scripts) await hydrated(page)
  }
  const writeInRemoved = async (button = 'save') => {
    await add()
    await open()
    await page
      .locator('details', { has: page.locator(TITLE) })
      .locator('summary')
      .click()
    await page.locator(TITLE).fill('عنوان طويل كتبته')
    await remove()
    await page.locator(`#edit button[value=${button}]`).click()
  }
  await writeInRemoved()
  const said = page.getByRole('alert').filter({ hasText: t.goneBody })
  await said.waitFor()
  expect(await said.innerText()).toContain('عنوان طويل كتبته')
  expect(await page.locator(TITLE).count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await picture(page, `desk-removed-section-${lang}`)
  if (scripts) {
    // Also for whoever leaves and comes back.
    await open()
    await said.waitFor()
    expect(await said.innerText()).toContain('عنوان طويل كتبته')
    expect(await page.locator('#edit [data-changed]').count()).toBe(0)
    await page.locator('[id="title.ar"]').fill('من نحن حقا')
    await page.locator('#edit button[value=save]').click()
    await page.getByText((lang === 'ar' ? ar : en).pages.said.saved!, { exact: true }).waitFor()
    expect(await said.innerText()).toContain('عنوان طويل كتبته')
    await said.getByRole('button', { name: t.discard }).click()
    await said.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('desk-draft')))).toEqual(
      [],
    )
    // Or at once.
    await writeInRemoved()
    await said.waitFor()
    await said.getByRole('button', { name: t.discard }).click()
    await said.waitFor({ state: 'detached' })
  }
  // Also where it is kept as a draft, and once the rest of that is published.
  await writeInRemoved('draft')
  await page.waitForURL(/draft=1/)
  await said.waitFor()
  expect(await said.innerText()).toContain('عنوان طويل كتبته')
  await page.getByRole('button', { name: (lang === 'ar' ? ar : en).pages.publishDraft }).click()
  await page.getByText(t.notPublished).waitFor()
  if (scripts) {
    await hydrated(page)
    expect(await page.locator('#edit [data-changed]').count()).toBe(0)
    await page.locator('#edit button[value=save]').click()
    await page.getByText((lang === 'ar' ? ar : en).pages.said.saved!, { exact: true }).waitFor()
    expect(await said.innerText()).toContain('عنوان طويل كتبته')
    await said.getByRole('button', { name: t.discard }).click()
    await said.waitFor({ state: 'detached' })
  }
  await context.close()
})

it('goes on in a folded section that is saved, and in its field when another one is refused', async () => {
  const visitor = { lang: 'ar', width: 1440, scripts: true } as const
  const { page, context } = await site.visit(visitor)
  const user = await learner(site.db, { roles: ['Content'], lang: 'ar' })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
  await page.goto(`/ar/desk/pages/${CODE}`)
  await hydrated(page)
  await slowSaving(page)
  const title = page.locator('[id="sections.values.title.ar"]')
  const panel = page.locator('details', { has: title }).locator('summary').first()
  await panel.click()
  // Also where nothing was changed, so that the fields are not made anew.
  for (const text of [await title.inputValue(), 'قيم المعهد']) {
    await title.fill(text)
    await page.keyboard.press('Control+KeyS')
    await page.keyboard.type(' كلها')
    await page.getByText(ar.pages.said.saved!, { exact: true }).waitFor()
    await page.keyboard.type(' معا')
    expect(await title.inputValue()).toBe(`${text} كلها معا`)
    await page.goto(`/ar/desk/pages/${CODE}`)
    await hydrated(page)
    await panel.click()
  }
  await page.locator('[id="seoTitle.ar"]').fill('')
  await title.fill('قيم')
  await page.keyboard.press('Control+KeyS')
  await page.keyboard.type(' أخرى')
  await page.locator('[id="seoTitle.ar"][aria-invalid]').waitFor()
  await page.keyboard.type(' كثيرة')
  expect(await title.inputValue()).toBe('قيم أخرى كثيرة')
  expect(await page.locator('[id="seoTitle.ar"]').inputValue()).toBe('')
  await context.close()
})
