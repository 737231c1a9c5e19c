import { expect, it } from 'vitest'
import { dayIn, halalasOf } from './amounts.ts'

it.each([
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['1234,5', 123_450],
  ['١٬٢٣٤٫٥٠', 123_450],
  ['١٢٣٤', 123_400],
  ['12,345', 1_234_500],
  ['1,234,567.8', 123_456_780],
  ['SAR 350.00', 35_000],
  ['350 ر.س', 35_000],
  ['-350.25', -35_025],
  ['350.25-', -35_025],
  ['(350.25)', -35_025],
  ['350.25 DR', -35_025],
  ['350.25 CR', 35_025],
  ['\u200f350', 35_000],
  ['0.00', 0],
  ["1'234.50", 123_450],
])('%s is an amount of %i halalas', (text, halalas) => {
  expect(halalasOf(text)).toBe(halalas)
})

it.each(['', 'abc', '1,23,4', '1.234.5', '12.345', '--', '1e5', '350.255', '1,234.567'])('%j is no amount', (text) => {
  expect(halalasOf(text)).toBe(undefined)
})

it.each([
  ['2026-11-03', '2026-11-03'],
  ['03/11/2026', '2026-11-03'],
  ['3.11.26', '2026-11-03'],
  ['20261103', '2026-11-03'],
  ['03-Nov-2026', '2026-11-03'],
  ['3 نوفمبر 2026', '2026-11-03'],
  ['٠٣/١١/٢٠٢٦', '2026-11-03'],
  ['2026-11-03T10:22:00', '2026-11-03'],
  ['03/11/2026 10:22', '2026-11-03'],
  // Umm al-Qura: 1 Ramadan 1447 was 18 February 2026, 1 Muharram 1448 was 16 June 2026.
  ['1447/09/01', '2026-02-18'],
  ['١/١/١٤٤٨ هـ', '2026-06-16'],
])('%s is the day %s', (text, day) => {
  expect(dayIn(text)).toBe(day)
})

it('a file can say that the month stands first', () => {
  expect(dayIn('11/03/2026', 'month-first')).toBe('2026-11-03')
})

it.each(['', '31/02/2026', '2026-13-01', '1447/13/01', '1447/09/31', 'yesterday', '3 foo 2026'])(
  '%j is no day',
  (text) => {
    expect(dayIn(text)).toBe(undefined)
  },
)

it('every day of two Hijri years is found again', () => {
  const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    ...{ timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' },
  })
  for (let at = Date.UTC(2025, 5, 27); at < Date.UTC(2027, 5, 1); at += 86_400_000) {
    const part = (type: string) => format.formatToParts(at).find((one) => one.type === type)!.value
    const day = new Date(at).toISOString().slice(0, 10)
    expect(dayIn(`${Number.parseInt(part('year'), 10)}/${part('month')}/${part('day')}`)).toBe(day)
  }
})
