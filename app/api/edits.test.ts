import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { applyEdits, type Changes, changesBetween, isSame } from './edits.ts'
import { EditOf, Text } from './fields.ts'
import { errorBody } from './messages.server.ts'
import { Problem } from './problem.ts'

type Saved = { nameAr: string; nameEn: string | null; hours: number; outline: object[]; version: number }
const saved: Saved = { nameAr: 'المحاسبة', nameEn: 'Accounting', hours: 20, outline: [{ a: 1, b: 'x' }], version: 3 }

function refusal(changes: Changes<Saved>): Problem {
  try {
    applyEdits(saved, changes)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('The edit was accepted.')
}

describe('an edit', () => {
  it('writes the fields that are still what its author read, and no others', () => {
    expect(applyEdits(saved, { nameAr: { from: 'المحاسبة', to: 'المحاسبة المالية' } })).toEqual({
      nameAr: 'المحاسبة المالية',
    })
    expect(applyEdits(saved, { nameEn: { from: 'Accounting', to: null }, hours: undefined })).toEqual({ nameEn: null })
    expect(applyEdits(saved, {})).toEqual({})
  })

  it('by two people to different fields keeps both', () => {
    const first = applyEdits(saved, { nameAr: { from: 'المحاسبة', to: 'أولى' } })
    const second = applyEdits({ ...saved, ...first, version: 4 }, { hours: { from: 20, to: 24 } })
    expect({ ...saved, ...first, ...second }).toMatchObject({ nameAr: 'أولى', hours: 24 })
  })

  it('of a field that somebody else changed meanwhile is refused whole, with both values', () => {
    const problem = refusal({
      nameAr: { from: 'اسم سابق', to: 'اسمي' },
      hours: { from: 20, to: 30 },
    })
    expect([problem.code, problem.status]).toEqual(['changedMeanwhile', 409])
    expect(problem.conflicts).toEqual({ nameAr: { yours: 'اسمي', theirs: 'المحاسبة' } })
    for (const lang of ['ar', 'en'] as const)
      expect(errorBody(problem, lang).error).toMatchObject({
        current: { version: 3 },
        conflicts: { nameAr: { yours: 'اسمي', theirs: 'المحاسبة' } },
      })
  })

  it('to what the field already is writes nothing', () => {
    expect(applyEdits(saved, { hours: { from: 10, to: 20 } })).toEqual({})
  })

  it('with a list compares what it says, not how it is written', () => {
    const outline = { from: [{ b: 'x', a: 1 }], to: [] }
    expect(applyEdits(saved, { outline })).toEqual({ outline: [] })
    expect(refusal({ outline: { from: [{ a: 1 }], to: [] } }).conflicts).toEqual({
      outline: { yours: [], theirs: saved.outline },
    })
  })

  it('is read from its call: unknown fields and wrong values are refused', () => {
    const Edit = EditOf({ nameAr: Text(10), hours: z.number() })
    expect(Edit.parse({ version: '3', changes: { nameAr: { from: 'x'.repeat(50), to: ' ب ' } } })).toEqual({
      version: 3,
      changes: { nameAr: { from: 'x'.repeat(50), to: 'ب' } },
    })
    for (const changes of [
      { price: { from: 1, to: 2 } },
      { nameAr: { from: 'ا', to: '' } },
      { nameAr: { to: 'ب' } },
      { hours: { from: 1, to: 'x' } },
    ])
      expect(Edit.safeParse({ version: 3, changes }).success).toBe(false)
    expect(Edit.safeParse({ changes: {} }).success).toBe(false)
  })
})

describe('two values', () => {
  it.each([
    ['line ends and blanks around', 'سطر\r\nثان ', 'سطر\nثان'],
    ['codings of one letter', 'é', 'e\u0301'],
    ['a blank and none', '  ', null],
    ['an absent part and null', { ar: 'ا' }, { ar: 'ا', en: null }],
    ['an instant and its text', new Date('2026-11-23T00:00:00Z'), '2026-11-23T00:00:00.000Z'],
  ])('are the same: %s', (_, one, other) => {
    expect(isSame(one, other)).toBe(true)
  })

  it.each([
    ['a blank within', 'كلمة واحدة', 'كلمةواحدة'],
    ['the order of a list', [1, 2], [2, 1]],
    ['a number and its text', 1, '1'],
    ['nothing and zero', null, 0],
  ])('differ: %s', (_, one, other) => {
    expect(isSame(one, other)).toBe(false)
  })
})

describe('changes between two states', () => {
  it('hold the changed fields only, with what was read', () => {
    const changes = changesBetween(saved, { nameAr: 'المحاسبة', nameEn: '', hours: 24 })
    expect(changes).toEqual({
      nameEn: { from: 'Accounting', to: '' },
      hours: { from: 20, to: 24 },
    })
  })
})
