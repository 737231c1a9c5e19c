/** The translation report in a browser: marks that come and go, worked through by the keyboard, two at a time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  nameOf,
  startTestSite,
  type TestSite,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { course } from '../../support/factories.ts'
import { inTurn } from '../../support/long.ts'
import { type Member, signedInMember, tokenOf } from '../../support/signed-in.ts'

let site: TestSite
let editor: Member
beforeAll(async () => {
  site = await startTestSite()
  editor = await signedInMember(site, ['Content'])
})
afterAll(() => site.stop())

const WAYS: Visitor[] = [
  { lang: 'ar', width: 390, scripts: true },
  { lang: 'en', width: 1440, scripts: false },
]

describe.each(inTurn(...WAYS))('an editor', (visitor) => {
  it(`goes through the report: ${nameOf(visitor)}`, async () => {
    const t = (visitor.lang === 'ar' ? ar : en).translations
    const { id } = await course(site.db, { name: { ar: 'المحاسبة' }, summary: { ar: 'ملخص قصير' } })
    const { page, context } = await site.visit(visitor)
    await context.addCookies([{ name: 'access', value: await tokenOf(site, editor.user), url: site.address }])
    page.setDefaultTimeout(10_000)
    const errors = watchErrors(page)
    const path = `/${visitor.lang}/desk/translations?kind=course`
    const open = async () => {
      await page.goto(path)
      if (visitor.scripts) await hydrated(page)
    }
    const row = (part: string) => page.locator('[data-row]', { has: page.locator(`[id="course:${id}:${part}"]`) })
    const field = (part: string) => page.locator(`[id="course:${id}:${part}"]`)
    const english = async () =>
      await site.db.selectFrom('courses').select(['name', 'summary']).where('id', '=', id).executeTakeFirstOrThrow()

    // Missing.
    await open()
    if (visitor.scripts) await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(await row('name').innerText()).toContain(t.states.missing)
    await field('name').fill('Accounting')
    if (visitor.scripts) await page.keyboard.press('Control+S')
    else await row('name').getByRole('button', { name: t.save }).click()
    await page.getByText(t.done).waitFor()
    expect(await row('name').count()).toBe(0)
    expect((await english()).name).toEqual({ ar: 'المحاسبة', en: 'Accounting' })
    if (visitor.scripts) {
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(`course:${id}:summary`)
      // Somebody else writes the same text meanwhile: both are shown, and nothing typed is lost.
      await page.keyboard.type('Short summary')
      await site.db.updateTable('courses').set({ summary: '{"ar":"ملخص طويل"}' }).where('id', '=', id).execute()
      await page.keyboard.press('Control+S')
      await row('summary').getByRole('alert').getByText('ملخص طويل').waitFor()
      expect(await field('summary').inputValue()).toBe('Short summary')
      // The next try is for the text as it is now, once the page has it.
      await row('summary').locator('input[name=arabic][value="ملخص طويل"]').waitFor({ state: 'attached' })
      await page.keyboard.press('Control+S')
      await page.getByText(t.done).waitFor()
      expect((await english()).summary).toEqual({ ar: 'ملخص طويل', en: 'Short summary' })
    }

    // The Arabic changes: stale, until somebody says that the English is right.
    const { data } = await editor.call<{ version: number }>('GET', `admin/courses/${id}`)
    const changes = { 'name.ar': { from: 'المحاسبة', to: 'المحاسبة المالية' } }
    await editor.call('PATCH', `admin/courses/${id}`, { version: data.version, changes })
    await open()
    expect(await row('name').innerText()).toContain(t.states.stale)
    // It changes again after it was read: nobody has seen the Arabic that would be confirmed.
    const again = { 'name.ar': { from: 'المحاسبة المالية', to: 'المراجعة' } }
    await editor.call('PATCH', `admin/courses/${id}`, { version: data.version + 1, changes: again })
    const confirm = row('name').getByRole('button', { name: t.confirm })
    await confirm.click()
    await row('name').getByRole('alert').getByText(t.changed).waitFor()
    await row('name').locator('p', { hasText: 'المراجعة' }).waitFor()
    await confirm.click()
    await page.getByText(t.done).waitFor()
    expect(await row('name').count()).toBe(0)
    // Another has translated it meanwhile, so that it is no longer in the list: what was typed is shown above it.
    await site.db.updateTable('courses').set({ summary: '{"ar":"ملخص أخير"}' }).where('id', '=', id).execute()
    await open()
    await field('summary').fill('My last summary')
    const theirs = '{"ar":"ملخص أخير","en":"Their summary"}'
    await site.db.updateTable('courses').set({ summary: theirs }).where('id', '=', id).execute()
    await row('summary').getByRole('button', { name: t.save }).click()
    await page.getByText(t.leftMeanwhile).waitFor()
    expect(await row('summary').count()).toBe(0)
    for (const text of ['My last summary', 'Their summary'])
      await page.locator('blockquote', { hasText: text }).waitFor()
    await page.getByRole('link', { name: t.openRecord }).click()
    await page.waitForURL(`**/desk/courses/${id}`)
    // The refused saves and confirmation are several; without scripts the browser refuses each of them.
    if (visitor.scripts) expect(errors.filter((error) => !error.includes('409'))).toEqual([])
    await context.close()
  })
})
