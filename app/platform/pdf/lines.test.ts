import { describe, expect, it } from 'vitest'
import { keepSigns } from '../../locales/keep-signs.ts'
import { linesOf, type Span } from './lines.ts'

/** As wide as it has letters. */
const widthOf = (text: string) => [...text].length
const plain = (text: string, isolate?: Span<string>['isolate']): Span<string> => ({ text, style: 'plain', isolate })

/** The words of each line from left to right; the letters of an Arabic word are turned around by its font's engine. */
const seen = (spans: Span<string>[], direction: 'rtl' | 'ltr' | 'auto', width = 100) =>
  linesOf(spans, direction, width, widthOf).map(({ words }) => words.map(({ text }) => text).join(''))

describe('lines of text', () => {
  it('have the first word where the line begins', () => {
    expect(seen([plain('فاتورة ضريبية مبسطة')], 'rtl')).toEqual(['مبسطة ضريبية فاتورة'])
    expect(seen([plain('simplified tax invoice')], 'ltr')).toEqual(['simplified tax invoice'])
  })

  it('keep numbers and Latin words in their own order within Arabic', () => {
    expect(seen([plain('دورة CompTIA Security 701 في الرياض')], 'rtl')).toEqual(['الرياض في CompTIA Security 701 دورة'])
  })

  it('keep a sign with the Latin name before it', () => {
    const name = keepSigns('التحضير لشهادة Security+')
    expect(seen([plain(name)], 'rtl')).toEqual(['Security+ لشهادة التحضير'])
  })

  it('keep an amount and a code whole when they are isolated', () => {
    expect(seen([plain('الرقم: '), plain('INV-000012 (2)', 'ltr')], 'rtl')).toEqual(['INV-000012 (2) الرقم:'])
  })

  it('keep what a text isolates whole, such as a percentage', () => {
    expect(seen([plain('الضريبة (\u206615%\u2069) تُدفع')], 'rtl')).toEqual(['تُدفع (15%) الضريبة'])
  })

  it('turn brackets around Arabic, and none around Latin', () => {
    expect(seen([plain('الضريبة (نسبة الصفر)')], 'rtl')).toEqual(['الصفر( )نسبة الضريبة'])
    expect(seen([plain('VAT (15%)')], 'ltr')).toEqual(['VAT (15%)'])
  })

  it('take the direction of their first letter where nobody says it', () => {
    expect(seen([plain('محمد Smith', 'auto')], 'ltr')).toEqual(['Smith محمد'])
    expect(seen([plain('Smith محمد')], 'auto')).toEqual(['Smith محمد'])
  })

  it('break between words, without spaces at their ends', () => {
    const lines = linesOf([plain('one two  three')], 'ltr', 8, widthOf)
    expect(lines.map(({ words, width }) => [words.map(({ text }) => text).join(''), width])).toEqual([
      ['one two', 7],
      ['three', 5],
    ])
  })

  it('break a word that is longer than a line, and never a letter', () => {
    expect(seen([plain('a 12345678👩‍👩‍👧')], 'ltr', 5)).toEqual(['a', '12345', '678', '👩‍👩‍👧'])
  })

  it('are not turned by characters of direction in a name', () => {
    const name = 'evil\u202egnp.exe\u2069\u2066'
    expect(seen([plain(name, 'auto'), plain(' · 5 SAR')], 'ltr')).toEqual(['evilgnp.exe · 5 SAR'])
  })

  it('say where each word stands', () => {
    const [line] = linesOf([plain('فاتورة رقم')], 'rtl', 100, widthOf)
    expect(line!.words.map(({ text, x, width }) => [text, x, width])).toEqual([
      ['رقم', 0, 3],
      [' ', 3, 1],
      ['فاتورة', 4, 6],
    ])
  })
})
