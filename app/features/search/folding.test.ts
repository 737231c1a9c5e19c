import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { bareWord, fold, markFound } from './folding.ts'

/** Marked pieces are in brackets. */
const marked = (text: string, term: string) =>
  markFound(text, term)
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('')

describe('the marked part of a suggestion', () => {
  it.each([
    ['أساسيات المُحاسبة', 'المحاسبه', 'أساسيات [المُحاسبة]'],
    ['أساسيات المُحاسَبة', 'محاسب', 'أساسيات ال[مُحاسَب]ة'],
    ['أساسيات المحاسبة', 'والمحاسبه', 'أساسيات ال[محاسبة]'],
    ['إدارة المشاريع', 'ادارة مش', '[إدارة] ال[مش]اريع'],
    ['محاسبون معتمدون', 'محاسبين', '[محاسب]ون معتمدون'],
    ['Accounting foundations', 'ACC', '[Acc]ounting foundations'],
    ['Accounting foundations', 'accountants', '[Account]ing foundations'],
    ['Excel ٢٠٢٦ للمال', 'excel 20', '[Excel] [٢٠]٢٦ للمال'],
    ['الإدارة المالية', 'زرافة', 'الإدارة المالية'],
    ['القيادة', 'ق', 'القيادة'],
    ['تعلّم، ثم طبّق', 'تعلم', '[تعلّم]، ثم طبّق'],
    ['', 'محاسبة', ''],
    ['<b>محاسبة</b>', 'محاسبة', '<b>[محاسبة]</b>'],
  ])('of %s for %s: %s', (text, term, expected) => {
    expect(marked(text, term)).toBe(expected)
  })

  it('never loses or adds a letter', () => {
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(text, text, (given, term) => {
        const pieces = markFound(given, term)
        expect(pieces.map((piece) => piece.text).join('')).toBe(given.normalize('NFC'))
      }),
    )
  })
})

describe('folding in the browser', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('is the same as in the database', async () => {
    const letters = [...'أإآٱابتثجحخدذرزسشصضطظعغفقكلمنهويىئؤةءگکی ـَُِّْ٠٩۴٫٬،؛؟-.AzÉß1ﻻﷺ\u200f\ufeff'.normalize('NFC')]
    const texts = fc.sample(
      fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((word) => word.join('')),
      400,
    )
    const words = texts.map((text) => text.replace(/[^ء-ي]/g, ''))
    const { rows } = await sql<{ folded: string; bare: string }>`
      select ar_norm(text) as folded, search_bare(word) as bare
      from unnest(${texts}::text[], ${words}::text[]) with ordinality as given (text, word, place) order by place`.execute(
      app.db,
    )
    expect(texts.map(fold)).toEqual(rows.map(({ folded }) => folded))
    expect(words.map(bareWord)).toEqual(rows.map(({ bare }) => bare))
  })
})
