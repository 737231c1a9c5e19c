import { describe, expect, it } from 'vitest'
import { dayOf } from '../../platform/days.ts'
import { planKeyOf } from '../orders/parts/plan-key.ts'
import { priceOf } from '../orders/prices/pricing.ts'
import { dividedBy, type LaterPart, MIN_PART_HALALAS, type PlanTerms, termsOfPrice } from './schedule.ts'

const NOW = new Date('2026-11-26T20:59:00Z')
const RUN = { startsAt: new Date('2027-01-10T14:00:00Z'), endsAt: new Date('2027-02-20T17:00:00Z') }
const half = (days: number, from: LaterPart['from']): LaterPart => ({ percent: 50, days, from })
const terms = (parts: LaterPart[], facts: Partial<PlanTerms> = {}): PlanTerms => ({
  ...{ depositPercent: 30, depositHalalas: null, parts },
  ...facts,
})
const sale = (totalHalalas: number, ratePercent = 15) =>
  priceOf(totalHalalas, null, { treatment: 'standard', ratePercent })
const divided = (plan: PlanTerms, totalHalalas = 1150_55, run: typeof RUN | null = RUN) =>
  dividedBy(plan, sale(totalHalalas), { run, now: NOW })
const shown = (parts: ReturnType<typeof divided>) =>
  parts?.map(({ amountHalalas, dueAt }) => [amountHalalas, dayOf(dueAt)])
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

describe('a plan', () => {
  it('has later parts in whole riyals, and the rest in the deposit', () => {
    expect(shown(divided(terms([half(14, 'order'), half(10, 'afterStart')])))).toEqual([
      [346_55, '2026-11-26'],
      [402_00, '2026-12-10'],
      [402_00, '2027-01-20'],
    ])
    const plan = terms([half(14, 'order'), half(10, 'afterStart')])
    expect(termsOfPrice(plan, { totalHalalas: 1150_55, isRecorded: false })).toEqual({
      depositHalalas: 346_55,
      later: [
        { amountHalalas: 402_00, days: 14, from: 'order' },
        { amountHalalas: 402_00, days: 10, from: 'afterStart' },
      ],
    })
  })

  it('says of a recorded course, and of what is due at once, the deposit that the checkout asks for', () => {
    const plan = terms([half(30, 'order'), half(5, 'afterStart')])
    expect(termsOfPrice(plan, { totalHalalas: 1150_55, isRecorded: true })).toEqual({
      depositHalalas: 748_55,
      later: [{ amountHalalas: 402_00, days: 30, from: 'order' }],
    })
    const atOnce = terms([half(0, 'order'), half(30, 'order')])
    expect(termsOfPrice(atOnce, { totalHalalas: 1150_55, isRecorded: false })?.depositHalalas).toBe(748_55)
    const none = terms([half(3, 'beforeStart'), half(5, 'afterStart')])
    expect(termsOfPrice(none, { totalHalalas: 1150_55, isRecorded: true })).toBeUndefined()
  })

  it('is due at the end of a day in Riyadh, and never after the run', () => {
    const [, second, third] = divided(terms([half(7, 'beforeStart'), half(400, 'afterStart')]))!
    expect(second!.dueAt.toISOString()).toBe('2027-01-03T20:59:59.999Z')
    expect(third!.dueAt).toEqual(RUN.endsAt)
  })

  it('puts what is due already into the deposit, and parts of one day together', () => {
    expect(shown(divided(terms([half(60, 'beforeStart'), half(5, 'afterStart')])))).toEqual([
      [748_55, '2026-11-26'],
      [402_00, '2027-01-15'],
    ])
    expect(shown(divided(terms([half(50, 'afterStart'), half(60, 'afterStart')])))).toEqual([
      [346_55, '2026-11-26'],
      [804_00, '2027-02-20'],
    ])
  })

  it('counts a recorded course from the order alone', () => {
    expect(shown(divided(terms([half(30, 'order'), half(5, 'afterStart')]), 1150_55, null))).toEqual([
      [748_55, '2026-11-26'],
      [402_00, '2026-12-26'],
    ])
    expect(divided(terms([half(3, 'beforeStart'), half(5, 'afterStart')]), 1150_55, null)).toBeUndefined()
  })

  it.each([
    ['nothing is left after the deposit', terms([half(9, 'order')], { depositPercent: null, depositHalalas: 1150_55 })],
    ['all days have come', terms([half(0, 'order'), half(90, 'beforeStart')])],
    ['a part would be too small', terms([{ percent: 1, days: 9, from: 'order' }, half(20, 'order')])],
  ])('is none where %s', (_why, plan) => {
    expect(divided(plan)).toBeUndefined()
  })

  it.each([15, 1, 0])('adds up to the order to the halala, in net and VAT, at %i %%', (ratePercent) => {
    const parts = [...Array<LaterPart>(6)].map((_, n) => ({
      percent: n < 4 ? 17 : 16,
      days: 10 + n,
      from: 'order' as const,
    }))
    for (let totalHalalas = 400_00; totalHalalas < 9000_00; totalHalalas += 777_77) {
      const price = sale(totalHalalas, ratePercent)
      const divisions = dividedBy(terms(parts), price, { run: null, now: NOW })
      if (!divisions) continue
      expect(sum(divisions.map(({ amountHalalas }) => amountHalalas))).toBe(totalHalalas)
      expect(sum(divisions.map(({ netHalalas }) => netHalalas))).toBe(price.netHalalas)
      expect(sum(divisions.map(({ vatHalalas }) => vatHalalas))).toBe(price.vatHalalas)
      expect(Math.min(...divisions.map(({ vatHalalas }) => vatHalalas))).toBeGreaterThanOrEqual(0)
      expect(Math.min(...divisions.map(({ amountHalalas }) => amountHalalas))).toBeGreaterThanOrEqual(MIN_PART_HALALAS)
    }
  })

  it('has a fingerprint of its amounts and days', () => {
    expect(planKeyOf(divided(terms([half(14, 'order'), half(14, 'order')]))!)).toBe('2026-11-26_34655.2026-12-10_80400')
  })
})
