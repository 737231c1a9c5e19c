import { describe, expect, it } from 'vitest'
import { courseQuery, daysOfMonth, readFilters, riyalBand, without, withoutValue } from './course-filters.ts'
import { PRICE_BANDS } from './price-bands.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))

describe('the filters in the listing’s query string', () => {
  it('are read from the query string', () => {
    expect(read('category=4&specialization=7&level=2&delivery=3&min=500&max=2000&sort=3&page=2&search=Excel')).toEqual({
      category: [4],
      specialization: [7],
      level: [2],
      delivery: [3],
      min: 500,
      max: 2000,
      sort: 3,
      page: 2,
      search: 'Excel',
    })
  })

  it('may be written with Arabic digits and separators', () => {
    expect(read(`level=٢&min=${encodeURIComponent('١٬٥٠٠')}&max=۲۵۰۰&from=٢٠٢٧-٠١-٣١`)).toEqual({
      level: [2],
      min: 1500,
      max: 2500,
      from: '2027-01-31',
    })
  })

  it('have several values, as a form sends them and as addresses have them, each once and in order', () => {
    expect(read('level=3&level=1&level=3&city=12,5&time=٢،1')).toEqual({ level: [1, 3], city: [5, 12], time: [1, 2] })
    expect(read('level=9,2,x&category=1')).toEqual({ level: [2] })
  })

  it.each([
    'category=9',
    'category=drop table',
    'level=0',
    'delivery=-1',
    'specialization=1e3',
    'sub=99999999999',
    'min=abc',
    'max=-5',
    'from=2027-02-30',
    'to=yesterday',
    'search=%20%00%20',
    'sort=7',
    'page=0',
    'page=1.5',
    'unknown=1',
    'category=&level=&search=',
  ])('are ignored when invalid: %s', (query) => {
    expect(read(query)).toEqual({})
  })

  it('are absent for defaults: all categories, newest first, the first page', () => {
    expect(read('category=1&sort=1&page=1')).toEqual({})
    expect(read('search=Excel&sort=1')).toEqual({ search: 'Excel', sort: 1 })
  })

  it('swap the ends of a reversed range', () => {
    expect(read('min=900&max=100&from=2027-05-01&to=2027-01-01')).toEqual({
      min: 100,
      max: 900,
      from: '2027-01-01',
      to: '2027-05-01',
    })
  })

  it('never cut a character of a long search in two', () => {
    const { search } = read(`search=${encodeURIComponent('😀'.repeat(150))}`)
    expect(search).toBe('😀'.repeat(100))
  })

  it('are sent to the API in halalas', () => {
    expect(courseQuery({ min: 99.5, max: 1150.25, category: [2] })).toMatchObject({
      MinPrice: 9950,
      MaxPrice: 115025,
      Category: [2],
    })
  })
})

describe('the bands of the price facet', () => {
  it('are whole riyals in the query string', () => {
    expect(riyalBand({ from: 100_000, to: 199_999 })).toEqual({ min: 1000, max: 1999 })
    expect(riyalBand({ from: 500_000 })).toEqual({ min: 5000 })
    expect(riyalBand({ from: 0, to: 0 })).toEqual({ max: 0 })
  })

  it.each(PRICE_BANDS)('find the courses that they counted: %o', (band) => {
    const { MinPrice = 0, MaxPrice } = courseQuery(riyalBand(band))
    expect(MaxPrice).toBe(band.to)
    // The smallest price that a course can have is one riyal.
    expect(MinPrice).toBe(Math.max(band.from, band.from > 0 ? 100 : 0))
  })
})

describe('removing a filter', () => {
  it('returns to the first page', () => {
    expect(without({ level: [2], delivery: [1], page: 3 }, 'level')).toEqual({ delivery: [1] })
  })

  it('also removes the sub-specialization of a specialization', () => {
    expect(without({ specialization: [3], sub: [31], level: [1] }, 'specialization')).toEqual({ level: [1] })
  })

  it('takes one of several values, and the filter with the last', () => {
    expect(withoutValue({ level: [1, 2], page: 3 }, 'level', 2)).toEqual({ level: [1] })
    expect(withoutValue({ level: [1], city: [4] }, 'level', 1)).toEqual({ city: [4] })
  })
})

it('a month ends on its last day, in leap years too', () => {
  expect(daysOfMonth('2027-02')).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})
