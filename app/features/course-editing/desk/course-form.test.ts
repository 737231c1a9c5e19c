import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../../desk/record/field-labels.ts'
import { changesOf, formOf, textOf } from './course-form.ts'

const values = {
  ...{ slug: 'a', hours: 12.5, subSpecializationId: null, trainers: [3, 5], outcomes: [{ ar: 'مخرج' }] },
  ...{ 'name.ar': 'اسم', 'name.en': null, cover: '/x.svg', priceHalalas: 95_050, oldPriceHalalas: null },
  ...{ vatTreatment: 'standard', vatReasonCode: null, zeroRatedForCitizens: false },
} as never

describe('the form of a course', () => {
  it('holds texts, and prices apart, in riyals', () => {
    expect(formOf(values, 'course')).toEqual({
      ...{ slug: 'a', hours: '12.5', subSpecializationId: '', trainers: '[3,5]', outcomes: '[{"ar":"مخرج"}]' },
      ...{ 'name.ar': 'اسم', 'name.en': '' },
    })
    expect(formOf(values, 'price')).toMatchObject({ priceHalalas: '950.50', zeroRatedForCitizens: '' })
  })

  it('changes only what was changed, as values', () => {
    const form = new FormData()
    form.set('version', '4')
    form.set('original', JSON.stringify(formOf(values, 'course')))
    for (const [name, text] of Object.entries(formOf(values, 'course'))) form.set(name, text)
    form.set('hours', '١٣٫٥')
    form.set('name.en', 'Name')
    form.set('trainers', '[5]')
    expect(changesOf(form)).toEqual({
      version: 4,
      changes: {
        hours: { from: 12.5, to: 13.5 },
        'name.en': { from: null, to: 'Name' },
        trainers: { from: [3, 5], to: [5] },
      },
    })
  })

  it('reads prices with the separators of both languages', () => {
    const changed = (typed: string) => {
      const form = new FormData()
      form.set('version', '4')
      form.set('original', JSON.stringify(formOf(values, 'price')))
      for (const [name, text] of Object.entries(formOf(values, 'price'))) form.set(name, text)
      form.set('priceHalalas', typed)
      return changesOf(form).changes
    }
    const raised = { priceHalalas: { from: 95_050, to: 125_050 } }
    expect(['١٬٢٥٠٫٥٠', '1,250.50', '1250.5'].map(changed)).toEqual([raised, raised, raised])
    expect(changed('950.50')).toEqual({})
    expect(changed('')).toEqual({ priceHalalas: { from: 95_050, to: null } })
  })

  it('shows the errors of a call at its fields', () => {
    expect(
      errorsOf({ 'changes.hours.to': ['a'], 'changes.outline.to.0.title.ar': ['b'], 'changes.name.ar.to': ['c'] }),
    ).toEqual({
      ...{ hours: ['a'], outline: ['b'], 'name.ar': ['c'] },
    })
    expect(errorsOf({ 'changes.name.to.en': ['d'], 'changes.mark.to': ['e'], 'bio.ar': ['f'] })).toEqual({
      ...{ 'name.en': ['d'], mark: ['e'], 'bio.ar': ['f'] },
    })
    expect(textOf('oldPriceHalalas', null)).toBe('')
  })
})
