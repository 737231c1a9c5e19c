import { describe, expect, it } from 'vitest'
import { facetCounts } from './facet-counts.ts'

const NO_FILTER = {
  ...{ categories: undefined, specializationIds: undefined, subSpecializationIds: undefined },
  ...{ wholeSpecializationIds: [], levels: undefined, deliveryMethods: undefined },
}
const kind = (field: number, part: number, [category, level, delivery, step]: [number, number, number, number]) =>
  field * 2 ** 32 + part * 2 ** 12 + ((category * 8 + level) * 8 + delivery) * 8 + step
/** Five courses of one kind and three of another, which differ in specialization and level. */
const KINDS = {
  ...{ kinds: [kind(900_000, 900_001, [1, 2, 3, 4]), kind(7, 0, [1, 3, 3, 4])], courses: [5, 3] },
  ...{ inPrice: true, hasRun: true },
}

describe('the counts of facets', () => {
  it('tell apart specializations with large numbers', () => {
    expect(facetCounts(NO_FILTER, [KINDS])).toMatchObject({
      total: 8,
      specializations: [
        { id: 900_000, count: 5 },
        { id: 7, count: 3 },
      ],
      subSpecializations: [
        { id: 900_001, count: 5 },
        { id: 0, count: 3 },
      ],
      steps: [{ id: 4, count: 8 }],
    })
  })

  it('ignore the filter of their own facet only', () => {
    const counts = facetCounts({ ...NO_FILTER, levels: [2] }, [KINDS])
    expect(counts.total).toBe(5)
    expect(counts.levels).toEqual([
      { id: 2, count: 5 },
      { id: 3, count: 3 },
    ])
    expect(counts.specializations).toEqual([{ id: 900_000, count: 5 }])
    expect(facetCounts({ ...NO_FILTER, levels: [2], categories: [2] }, [KINDS]).levels).toEqual([])
  })

  it('add up several values of one facet', () => {
    expect(facetCounts({ ...NO_FILTER, levels: [2, 3] }, [KINDS])).toMatchObject({
      total: 8,
      levels: [
        { id: 2, count: 5 },
        { id: 3, count: 3 },
      ],
    })
  })

  it('narrow a specialization by its parts, and leave another whole', () => {
    const both = { ...NO_FILTER, specializationIds: [900_000, 7], subSpecializationIds: [900_002] }
    expect(facetCounts({ ...both, wholeSpecializationIds: [7] }, [KINDS]).total).toBe(3)
    expect(facetCounts(both, [KINDS]).total).toBe(0)
  })

  it('count what has another price for its own facet only, and what has no such run for none', () => {
    const counts = facetCounts(NO_FILTER, [
      { ...KINDS, inPrice: false },
      { ...KINDS, hasRun: false },
    ])
    expect(counts).toMatchObject({ total: 0, levels: [], steps: [{ id: 4, count: 8 }] })
  })
})
