import { expect, it } from 'vitest'
import { formatDays, formatHijri, formatHijriDays, formatMoney } from './format.ts'

it('an amount below zero has a minus, not a hyphen', () => {
  expect([formatMoney(-2800_00, 'en'), formatMoney(-2800_50, 'ar')]).toEqual(['SAR \u22122,800', '\u22122,800.50 ر.س'])
})

it('the month, the year and the era of a Hijri date stay on one line', () => {
  const lines = (lang: 'ar' | 'en') => formatHijri('2026-09-20', lang).split(' ')
  expect(lines('ar')).toEqual(['9', 'ربيع\u00a0الآخر\u00a01448\u00a0هـ'])
  expect(lines('en')).toEqual(['9', 'Rabiʻ\u00a0II\u00a01448\u00a0AH'])
})

it.each([
  [
    '2026-12-08',
    '2026-12-14',
    '8–14 ديسمبر 2026',
    '8–14 December 2026',
    '28 جمادى\u00a0الآخرة – 5 رجب\u00a01448\u00a0هـ',
  ],
  [
    '2026-11-29',
    '2026-12-03',
    '29 نوفمبر – 3 ديسمبر 2026',
    '29 November – 3 December 2026',
    '19–23 جمادى\u00a0الآخرة\u00a01448\u00a0هـ',
  ],
  [
    '2026-12-29',
    '2027-01-03',
    '29 ديسمبر 2026 – 3 يناير 2027',
    '29 December 2026 – 3 January 2027',
    '20–25 رجب\u00a01448\u00a0هـ',
  ],
  ['2026-12-08', '2026-12-08', '8 ديسمبر 2026', '8 December 2026', '28 جمادى\u00a0الآخرة\u00a01448\u00a0هـ'],
])('the days from %s to %s say once what they share', (from, to, ar, en, hijri) => {
  expect(formatDays(from, to, 'ar')).toBe(ar)
  expect(formatDays(from, to, 'en')).toBe(en)
  expect(formatHijriDays(from, to, 'ar')).toBe(hijri)
})
