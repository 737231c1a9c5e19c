import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { hydrated, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { inTurn, longIt } from '../../support/long.ts'

const shown = 'main details:visible'

describe('the questions', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  it.each(
    inTurn(
      ['ar', 'الأسئلة', 'الاسترداد', 'متى يحق لي استرداد المبلغ؟', 'استرداد'],
      ['en', 'questions', 'refunds', 'When can I get a refund?', 'refund'],
    ),
  )('are found without scripts, folded as in the search: %s', async (lang, _, term, question, marked) => {
    const { page, context } = await site.visit({ lang, width: 390, scripts: false })
    await page.goto(`/${lang}/faq`)
    const all = await page.locator(shown).count()
    const form = page.locator('main').getByRole('search')
    await form.getByRole('searchbox').fill(term)
    await form.getByRole('button').click()
    await page.waitForURL(/\/faq\?q=/)
    const found = page.locator(shown).filter({ hasText: question })
    expect(await found.count()).toBe(1)
    expect(await page.locator(shown).count()).toBeLessThan(all)
    expect(await found.locator('summary mark').allTextContents()).toContain(marked)
    expect(await form.getByRole('searchbox').inputValue()).toBe(term)
    await context.close()
  })

  it('are filtered while typing, and open answers stay open', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: true })
    const errors = watchErrors(page)
    await page.goto('/en/faq')
    await hydrated(page)
    const all = await page.locator(shown).count()
    const refund = page.locator('details', { hasText: 'When can I get a refund?' })
    const enrol = page.locator('details', { hasText: 'How do I enrol on a course?' })
    await refund.locator('summary').click()
    await enrol.locator('summary').click()
    const field = page.locator('main').getByRole('searchbox')
    await field.pressSequentially('refund')
    await page.getByText(/questions? found/).waitFor()
    expect(new URL(page.url()).search).toBe('?q=refund')
    expect(await enrol.isVisible()).toBe(false)
    expect(await refund.getAttribute('open')).not.toBeNull()
    expect(await page.getByRole('status').filter({ hasText: 'found' }).count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('search').getByRole('link', { name: 'All questions' }).click()
    await page.waitForURL((url) => url.search === '')
    await expect.poll(() => page.locator(shown).count()).toBe(all)
    expect(await enrol.getAttribute('open')).not.toBeNull()
    expect(await field.inputValue()).toBe('')
    expect(errors).toEqual([])
    await context.close()
  })

  longIt('keep the text typed before the scripts ran, and search it', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: true })
    await page.goto('/en/faq')
    const field = page.locator('main').getByRole('searchbox')
    await field.evaluate((input: HTMLInputElement) => {
      input.value = 'invoice'
      input.focus()
    })
    await page.waitForURL(/q=invoice/)
    expect(await page.locator(shown).filter({ hasText: 'How do I get my invoice?' }).count()).toBe(1)
    await context.close()
  })

  it.each(inTurn(true, false))('show a text when none is found and where to ask, scripts %s', async (scripts) => {
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts })
    await page.goto('/en/faq?q=zzqqxx')
    await page.getByText('No question about “zzqqxx”').waitFor()
    expect(await page.locator(shown).count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Ask us', exact: true }).click()
    await page.waitForURL('**/en/contact')
    await context.close()
  })

  it.each(['%00', 'a'.repeat(5000), '%F0%9F', "%27)%20or%201=1--%20'", '%3Cscript%3E', '...', '&q=x'])(
    'respond to any term in the address: %s',
    async (term) => {
      const answer = await fetch(`${site.address}/en/faq?q=${term}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain('<script>1')
    },
  )

  it('are not indexed as search results', async () => {
    const html = async (path: string) => (await fetch(site.address + path)).text()
    expect(await html('/en/faq?q=refund')).toContain('content="noindex"')
    expect(await html('/en/faq')).not.toContain('content="noindex"')
  })

  longIt('open one of them by a copied link', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: true })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/en/faq?q=invoice')
    await hydrated(page)
    const question = page.locator('details', { hasText: 'How do I get my invoice?' })
    await question.locator('summary').click()
    await question.getByRole('link', { name: 'Link to this question' }).click()
    await question.getByText('Link copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`${site.address}/en/faq#payment-invoices-4`)
    const { page: other } = await site.visit({ lang: 'en', width: 390, scripts: false })
    await other.goto(copied)
    await other.locator('#payment-invoices-4').waitFor({ state: 'visible' })
    await other.context().close()
    await context.close()
  })
})
