import { expect, it } from 'vitest'
import { formatHijri } from './format.ts'

it('the month, the year and the era of a Hijri date stay on one line', () => {
  const lines = (lang: 'ar' | 'en') => formatHijri('2026-09-20', lang).split(' ')
  expect(lines('ar')).toEqual(['9', 'ربيع\u00a0الآخر\u00a01448\u00a0هـ'])
  expect(lines('en')).toEqual(['9', 'Rabiʻ\u00a0II\u00a01448\u00a0AH'])
})
