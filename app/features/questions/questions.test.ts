import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'

describe('the questions', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ institute: true })
  })
  afterAll(() => app.stop())

  it('groups the questions', async () => {
    const { data } = await app.call('GET', 'Faqs/website-faqs', { lang: 'en' })
    expect(data.map(({ key }: { key: string }) => key)).toEqual([
      'registration',
      'payment-invoices',
      'certificates',
      'learning-online',
      'account',
    ])
    expect(JSON.stringify(data)).toContain('<a href=\\"/en/terms-conditions\\">terms and conditions</a>')
  })

  it.each([
    ['ar', 'تقسيط', 'هل يمكن التقسيط'],
    ['ar', 'قسط', 'هل يمكن التقسيط'],
    ['en', 'installments', 'Can I pay in instalments?'],
    ['ar', 'استرجاع المبلغ', 'متى يحق لي استرداد المبلغ؟'],
  ] as const)('answer a search in other words than theirs: %s %s', async (lang, q, question) => {
    const { data } = await app.call('GET', `search/results?q=${encodeURIComponent(q)}`, { lang })
    expect(JSON.stringify(data.questions.items)).toContain(question)
  })

  it.each([
    ['en', 'refnd', 'refund'],
    ['en', 'certifcate', 'certificate'],
    ['en', 'invioce', 'invoice'],
    ['ar', 'الاستردد', 'استرداد'],
    ['ar', 'التسجبل', 'تسجيل'],
  ] as const)('of the page are found by a misspelt word of their own: %s %s', async (lang, term, word) => {
    const { data } = await app.call('GET', `Faqs/search?SearchTerm=${encodeURIComponent(term)}`, { lang })
    expect(data.mended?.toLowerCase()).toContain(word)
    expect(data.questions.length).toBeGreaterThan(0)
  })

  it('of the page are not found by a word that none of them is near to', async () => {
    for (const term of ['astronomy', 'فلك', 'الشهاده المفقوة', 'xy']) {
      const { data } = await app.call('GET', `Faqs/search?SearchTerm=${encodeURIComponent(term)}`, { lang: 'en' })
      expect(data).toEqual({ questions: [], mended: null })
    }
  })
})

describe('the questions without loaded content', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('are an empty list', async () => {
    expect((await app.call('GET', 'Faqs/website-faqs')).data).toEqual([])
  })
})
