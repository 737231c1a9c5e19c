import { describe, expect, it } from 'vitest'
import { facetCounts } from './facet-counts.ts'

const NO_FILTER = {
  ...{ category: undefined, specializationId: undefined, subSpecializationId: undefined },
  ...{ level: undefined, deliveryMethod: undefined },
}
const kind = (field: number, part: number, [category, level, delivery, step]: [number, number, number, number]) =>
  field * 2 ** 32 + part * 2 ** 12 + ((category * 8 + level) * 8 + delivery) * 8 + step
/** Five courses of one kind and three of another, which differ in specialization and level. */
const KINDS = { kinds: [kind(900_000, 900_001, [1, 2, 3, 4]), kind(7, 0, [1, 3, 3, 4])], courses: [5, 3] }
const all = () => true

describe('the counts of facets', () => {
  it('tell apart specializations with large numbers', () => {
    expect(facetCounts(NO_FILTER, all, [KINDS])).toMatchObject({
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
    const counts = facetCounts({ ...NO_FILTER, level: 2 }, all, [KINDS])
    expect(counts.total).toBe(5)
    expect(counts.levels).toEqual([
      { id: 2, count: 5 },
      { id: 3, count: 3 },
    ])
    expect(counts.specializations).toEqual([{ id: 900_000, count: 5 }])
    expect(facetCounts({ ...NO_FILTER, level: 2, category: 2 }, all, [KINDS]).levels).toEqual([])
  })

  it('move courses whose own price passes in a step that does not pass as a whole', () => {
    const cut = { kinds: [KINDS.kinds[0]!], courses: [2] }
    const counts = facetCounts(NO_FILTER, () => false, [
      KINDS,
      { ...cut, inPrice: true },
      { ...cut, courses: [-2], inPrice: false },
    ])
    expect(counts).toMatchObject({ total: 2, levels: [{ id: 2, count: 2 }], steps: [{ id: 4, count: 8 }] })
  })

  it('leave out what has been taken away', () => {
    const gone = { kinds: [KINDS.kinds[1]!], courses: [-3] }
    expect(facetCounts(NO_FILTER, all, [KINDS, gone])).toMatchObject({ total: 5, levels: [{ id: 2, count: 5 }] })
  })
})
