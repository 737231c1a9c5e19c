import { describe, expect, it } from 'vitest'
import { priceOf } from './pricing.ts'
import { type CourseVat, UNKNOWN_BUYER, vatOfSale } from './vat.ts'

const course = (facts: Partial<CourseVat> = {}): CourseVat => ({
  ...{ vatTreatment: 'standard', vatReasonCode: null, zeroRatedForCitizens: false },
  ...facts,
})
const CITIZEN = { isCitizen: true }

describe('the VAT of a sale', () => {
  it('is the institute’s rate, or else the country’s', () => {
    const standard = { treatment: 'standard', reasonCode: null }
    expect(vatOfSale({ vatRatePercent: 5 }, course(), UNKNOWN_BUYER)).toEqual({ ...standard, ratePercent: 5 })
    expect(vatOfSale(undefined, course(), UNKNOWN_BUYER)).toEqual({ ...standard, ratePercent: 15 })
  })

  it.each(['zero', 'exempt'] as const)('is none of a course that is %s, with the reason’s code', (vatTreatment) => {
    const vat = vatOfSale({}, course({ vatTreatment, vatReasonCode: 'VATEX-SA-X' }), UNKNOWN_BUYER)
    expect(vat).toEqual({ treatment: vatTreatment, ratePercent: 0, reasonCode: 'VATEX-SA-X' })
    expect(priceOf(115_00, null, vat)).toMatchObject({ netHalalas: 115_00, vatHalalas: 0, vatRatePercent: 0 })
  })

  it('is zero for a citizen in a programme whose VAT the state pays, and the standard rate for others', () => {
    const long = course({ zeroRatedForCitizens: true })
    expect(vatOfSale({ vatRatePercent: 15 }, long, CITIZEN)).toEqual({
      ...{ treatment: 'zero', ratePercent: 0, reasonCode: 'VATEX-SA-EDU' },
    })
    expect(vatOfSale({ vatRatePercent: 15 }, long, UNKNOWN_BUYER)).toMatchObject({ ratePercent: 15 })
    expect(vatOfSale({ vatRatePercent: 15 }, course(), CITIZEN)).toMatchObject({ ratePercent: 15 })
  })

  it('is not mentioned at all by an institute that is not registered', () => {
    for (const sold of [course(), course({ vatTreatment: 'zero', vatReasonCode: 'VATEX-SA-EDU' })])
      for (const buyer of [CITIZEN, UNKNOWN_BUYER])
        expect(vatOfSale({ vatRegistered: false, vatRatePercent: 15 }, sold, buyer)).toEqual({
          ...{ treatment: 'none', ratePercent: 0, reasonCode: null },
        })
  })
})
