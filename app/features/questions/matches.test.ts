import { describe, expect, it } from 'vitest'
import { markedHtml, partsOf, wordsOf } from './matches.ts'

const found = (text: string, term: string) =>
  partsOf(text, wordsOf(term))
    .filter((part) => part.found)
    .map((part) => part.text)

describe('the matches of a term in a text', () => {
  it.each([
    ['متى يحق لي استرداد المبلغ؟', 'الاسترداد', ['استرداد']],
    ['كيف أحصل على الفاتورة؟', 'فاتوره', ['الفاتورة']],
    ['هل شهادات المعهد معتمدة؟', 'شهادة', ['شهادات']],
    ['دورة المُحاسبة للمبتدئين', 'والمحاسبه', ['المُحاسبة']],
    ['When can I get a refund?', 'refunds', ['refund']],
    ['Do prices include VAT?', 'vat price', ['prices', 'VAT']],
    ['How do I get my invoice?', 'inv', ['invoice']],
    ['رمز من 6 أرقام', '٦', []],
    ['12 شهرًا', '١٢', ['12']],
    ['Nothing of it', 'certificate', []],
  ])('of “%s” by “%s” is %j', (text, term, words) => {
    expect(found(text, term)).toEqual(words)
  })

  it('do not change the text', () => {
    const text = 'الدفع: مدى، وفيزا (Apple Pay) و«STC Pay».'
    expect(
      partsOf(text, wordsOf('pay مدى'))
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it('are marked in HTML only within text', () => {
    const html = '<p>See <a href="/en/terms">the terms &amp; amp</a></p>'
    expect(markedHtml(html, wordsOf('terms'))).toBe(
      '<p>See <a href="/en/terms">the <mark>terms</mark> &amp; amp</a></p>',
    )
    expect(markedHtml(html, wordsOf('amp'))).toBe('<p>See <a href="/en/terms">the terms &amp; <mark>amp</mark></a></p>')
    expect(markedHtml(html, wordsOf('href'))).toBe(html)
    expect(markedHtml(html, wordsOf(''))).toBe(html)
  })
})
