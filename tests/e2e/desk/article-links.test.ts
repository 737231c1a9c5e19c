/** Links of an article in the editor of the desk: typed, set by the tool, pasted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { area, DESKTOP, openArticle, PHONE, paste, textbox, textsFor, toEnd } from '../../support/article-editor.ts'
import { expectNoSidewaysScroll, startTestSite, type TestSite } from '../../support/browser.ts'
import { inTurn } from '../../support/long.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

describe('links of a text', () => {
  it('end before the sign that ends a sentence, and at the end of a line', async () => {
    const { page, errors } = await openArticle(site, DESKTOP, { ar: 'زوروا', en: 'Text' })
    await toEnd(page)
    await page.keyboard.type(' https://pmi.org/a، أو (www.pmi.org). وراسلوا info@pmi.org؟ ثم http://pmi.org')
    await page.keyboard.press('Enter')
    await page.keyboard.type('هنا https://pmi.org/b')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('نعم')
    expect(await area(page).inputValue()).toBe(
      'زوروا https://pmi.org/a، أو ([www.pmi.org](https://www.pmi.org)). وراسلوا info@pmi.org؟ ثم http://pmi.org\n\n' +
        'هنا https://pmi.org/b\\\nنعم',
    )
    const links = await textbox(page)
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual([
      ...['https://pmi.org/a', 'https://www.pmi.org', 'mailto:info@pmi.org', 'http://pmi.org'],
      'https://pmi.org/b',
    ])
    expect(errors).toEqual([])
  })

  it('come from an address at the very end, too, once its author leaves the text or saves', async () => {
    const { page } = await openArticle(site, DESKTOP, { ar: 'زوروا', en: 'Text' })
    await toEnd(page)
    await page.keyboard.type(' www.pmi.org')
    expect(await area(page).inputValue()).toBe('زوروا www\\.pmi\\.org')
    await page.locator('[id="title.ar"]').focus()
    await expect.poll(() => area(page).inputValue()).toBe('زوروا [www.pmi.org](https://www.pmi.org)')
    await toEnd(page)
    await page.keyboard.type(' https://pmi.org/z')
    await page.keyboard.press('Control+KeyS')
    await page.waitForURL('**said=saved**')
    await expect.poll(() => area(page).inputValue()).toBe('زوروا [www.pmi.org](https://www.pmi.org) https://pmi.org/z')
    expect(await textbox(page).locator('a').count()).toBe(2)
  })

  it('come from addresses that are typed, not from names, and are changed by typing another', async () => {
    const { page, errors } = await openArticle(site, DESKTOP)
    const { editor: t } = textsFor(DESKTOP)
    await toEnd(page)
    await page.keyboard.type(' في Booking.com و www.pmi.org و info@pmi.org هنا')
    expect(await area(page).inputValue()).toBe(
      'نص في Booking.com و [www.pmi.org](https://www.pmi.org) و info@pmi.org هنا',
    )
    await textbox(page).getByText('www.pmi.org').dblclick()
    await page.getByRole('button', { name: t.link, exact: true }).first().click()
    await page.getByLabel(t.address).waitFor()
    await page.keyboard.type('صفحة الدورات')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(t.noAddress).waitFor()
    await page.getByLabel(t.address).fill('https://example.com/exam')
    await page.keyboard.press('Enter')
    expect(await area(page).inputValue()).toContain('و [www.pmi.org](https://example.com/exam) و')
    // What is typed then stands behind the link and is no part of it, nor is the blank that was selected with its words.
    await page.keyboard.type('2')
    expect(await area(page).inputValue()).toContain('و [www.pmi.org](https://example.com/exam)2 و')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('button', { name: t.link, exact: true }).first().click()
    await page.keyboard.press('Escape')
    expect(await textbox(page).evaluate((box) => box === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: t.link, exact: true }).first().click()
    await page.keyboard.type('/ar/about')
    await page.keyboard.press('Enter')
    expect(await area(page).inputValue()).toMatch(/info@pmi\.org \[هنا\]\(\/ar\/about\)$/)
    expect(errors).toEqual([])
  })
})

describe('the field for an address', () => {
  it.each(inTurn(PHONE, DESKTOP))(
    'is below the tools where they are stuck above a long text, at $width px',
    async (visitor) => {
      const long = Array.from({ length: 60 }, (_, at) => `فقرة ${at}`).join('\n\n')
      const { page } = await openArticle(site, visitor, { ar: long, en: 'Text' })
      await textbox(page).getByText('فقرة 5', { exact: true }).click()
      const tools = page.getByRole('toolbar').first()
      // Its tools are stuck below the header.
      await tools.evaluate((bar) => window.scrollBy(0, bar.getBoundingClientRect().top + 80))
      const stuck = await tools.evaluate((bar) => bar.getBoundingClientRect().top)
      expect(stuck).toBeGreaterThanOrEqual(0)
      await tools.getByRole('button', { name: textsFor(visitor).editor.link, exact: true }).click()
      const field = page.getByLabel(textsFor(visitor).editor.address)
      await field.waitFor()
      const places = await field.evaluate((input) => {
        const label = document.querySelector(`label[for="${input.id}"]`)!
        const seen = [label, input].map((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          return document.elementFromPoint(left + width / 2, top + 1) === one && top + height < innerHeight
        })
        const bar = document.querySelector('[role=toolbar]')!.getBoundingClientRect()
        return { seen, isBelow: label.getBoundingClientRect().top >= bar.bottom }
      })
      expect(places).toEqual({ seen: [true, true], isBelow: true })
      expect(await tools.evaluate((bar) => bar.getBoundingClientRect().top)).toBe(stuck)
    },
  )
})

describe('addresses among other words that are pasted', () => {
  it.each<Record<string, string>>([
    { 'text/plain': 'للتسجيل: https://pmi.org/a-b\n\ninfo@x.com' },
    { 'text/html': '<p>للتسجيل: https://pmi.org/a-b</p><p>info@x.com</p>', 'text/plain': 'plain' },
  ])('are links, as those that are typed: %o', async (copied) => {
    const { page } = await openArticle(site, DESKTOP)
    await toEnd(page)
    await page.keyboard.press('Enter')
    await paste(page, copied)
    expect(await area(page).inputValue()).toBe('نص\n\nللتسجيل: https://pmi.org/a-b\n\ninfo@x.com')
    expect(await textbox(page).locator('a').count()).toBe(2)
  })

  it('stay words where they were words of this text', async () => {
    const { page } = await openArticle(site, DESKTOP)
    await toEnd(page)
    await paste(page, { 'text/html': '<p data-pm-slice="1 1 []"> https://pmi.org</p>', 'text/plain': 'plain' })
    expect(await textbox(page).locator('a').count()).toBe(0)
  })
})

describe('a long address', () => {
  it('leaves the editor as wide as its column', async () => {
    const { page } = await openArticle(site, PHONE, { ar: 'نص', en: 'Text' })
    await toEnd(page)
    await page.keyboard.type(` https://www.verylongdomain.example/${'reports-'.repeat(12)}`)
    await expectNoSidewaysScroll(page)
  })
})

describe('an address that is pasted alone', () => {
  it('is a link at once, so that a film is shown as one', async () => {
    const { page } = await openArticle(site, DESKTOP)
    await toEnd(page)
    await page.keyboard.press('Enter')
    await paste(page, { 'text/plain': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' })
    expect(await area(page).inputValue()).toBe('نص\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ')
  })

  it('over words is where they lead, and what is typed then stands behind them', async () => {
    const { page } = await openArticle(site, DESKTOP, { ar: 'التقرير السنوي', en: 'Text' })
    await toEnd(page)
    await page.keyboard.press('Control+Shift+ArrowRight')
    await paste(page, { 'text/plain': 'https://pmi.org/report' })
    await page.keyboard.type(' هنا')
    expect(await area(page).inputValue()).toBe('التقرير [السنوي](https://pmi.org/report) هنا')
  })
})
