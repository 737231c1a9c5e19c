import { expect, it } from 'vitest'
import { periodsOf } from './periods.ts'

it('months and quarters end on their last day, across years and leap days', () => {
  expect(periodsOf('2028-03-31')).toEqual({
    thisMonth: { from: '2028-03-01', to: '2028-03-31' },
    lastMonth: { from: '2028-02-01', to: '2028-02-29' },
    thisQuarter: { from: '2028-01-01', to: '2028-03-31' },
    lastQuarter: { from: '2027-10-01', to: '2027-12-31' },
  })
  expect(periodsOf('2026-12-01').thisQuarter).toEqual({ from: '2026-10-01', to: '2026-12-31' })
})
