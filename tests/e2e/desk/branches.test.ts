/** A branch is edited at the desk, in a browser: its hours are written, changed and taken away. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { branches as t } from '../../../app/locales/en/desk/branches.ts'
import { frame } from '../../../app/locales/en/desk/frame.ts'
import { apiAs } from '../../support/api-as.ts'
import { hydrated, startTestSite, type TestSite } from '../../support/browser.ts'
import { inTurn } from '../../support/long.ts'
import { signedInMember, tokenOf } from '../../support/signed-in.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

it.each(inTurn({ scripts: true, width: 1440 }, { scripts: false, width: 390 }))(
  'hours are written where there were none, and taken away again (scripts: $scripts)',
  async ({ scripts, width }) => {
    const content = await signedInMember(site, ['Content'])
    const { page, context } = await site.visit({ lang: 'en', width, scripts })
    await context.addCookies([{ name: 'access', value: await tokenOf(site, content.user), url: site.address }])
    const desk = apiAs(site, content.user).branches
    const stored = async () => (await desk.branches({})).branches.find(({ key }) => key === 'place-1')!
    const before = await stored()
    const save = async (hours: { ar: string; en: string }) => {
      await page.goto('/en/desk/branches/place-1')
      if (scripts) await hydrated(page)
      for (const [lang, value] of Object.entries(hours)) await page.locator(`[id="hours.${lang}"]`).fill(value)
      await page.getByRole('button', { name: frame.edit.save, exact: true }).click()
    }
    for (const hours of [
      { ar: 'الأحد إلى الخميس، 8 ص إلى 4 م', en: 'Sunday to Thursday, 8 am to 4 pm' },
      { ar: 'كل يوم', en: 'Every day' },
    ]) {
      await save(hours)
      await expect.poll(stored).toEqual({ ...before, hours })
    }
    await save({ ar: '', en: '' })
    await expect.poll(stored).toEqual({ ...before, hours: null })
    await save({ ar: 'كل يوم', en: '' })
    await page.getByText(t.hours, { exact: false }).first().waitFor()
    expect((await stored()).hours).toBeNull()
    await context.close()
  },
)

it('the map of the contact page has a pin for each numbered branch, also after branches are moved and added', async () => {
  const content = await signedInMember(site, ['Content'])
  const desk = apiAs(site, content.user).branches
  const at = { address: { ar: 'وسط المدينة', en: 'City centre' }, phone: '', hours: null, map: '' }
  const add = (ar: string, en: string, coordinates: string) =>
    desk.addBranch({ ...at, name: { ar, en }, coordinates, hidden: false })
  await desk.moveBranch({ key: 'place-2', direction: 'up' })
  await add('ينبع', 'Yanbu', '')
  await add('أبها', 'Abha', '18.2, 42.5')
  const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: false })
  await page.goto('/en/contact')
  const list = page.locator('li').filter({ has: page.locator('h3') })
  const numbered = (name: string) => list.filter({ hasText: name }).innerText()
  expect(await numbered('Jeddah')).toMatch(/^1\b/)
  expect(await numbered('Riyadh')).toMatch(/^2\b/)
  expect(await numbered('Dammam')).toMatch(/^3\b/)
  expect(await numbered('Yanbu')).toMatch(/^Yanbu/)
  expect(await numbered('Abha')).toMatch(/^4\b/)
  const pins = await page
    .locator('main svg text')
    .evaluateAll((texts) =>
      texts.map((text) => ({ number: text.textContent, ...text.getBoundingClientRect().toJSON() })),
    )
  expect(pins.map(({ number }) => number).sort()).toEqual(['1', '2', '3', '4'])
  const [jeddah, riyadh, dammam, abha] = ['1', '2', '3', '4'].map((n) => pins.find(({ number }) => number === n)!)
  // From west to east, and from north to south.
  expect(jeddah.x < abha.x && abha.x < riyadh.x && riyadh.x < dammam.x).toBe(true)
  expect(dammam.y < riyadh.y && riyadh.y < jeddah.y && jeddah.y < abha.y).toBe(true)
  await context.close()
})
