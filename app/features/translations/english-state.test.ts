import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { afterEdit, englishStates, madeFromPaths, stalePaths } from './english-state.ts'

const course = {
  name: { ar: 'المحاسبة', en: 'Accounting' },
  summary: { ar: 'ملخص' },
  hours: 20,
  outline: [
    {
      title: { ar: 'مقدمة', en: 'Introduction' },
      lessons: [{ title: { ar: 'تمهيد', en: 'Introduction' }, minutes: 5 }],
    },
    { title: { ar: 'خاتمة', en: 'Conclusion' }, lessons: [] },
  ],
}
const withName = (ar: string, en: string) => ({ ...course, name: { ar, en } })

describe('the English of a record', () => {
  it('is missing where only Arabic is written', () => {
    expect(englishStates(course, {})).toEqual([{ path: 'summary', state: 'missing' }])
    expect(englishStates({ name: { ar: '', en: '' } }, {})).toEqual([])
  })

  it('is stale when the Arabic changed after it, until it is written anew', () => {
    const changed = withName('المحاسبة المالية', 'Accounting')
    const first = afterEdit(course, changed, {})
    expect(stalePaths(changed, first)).toEqual(['name'])
    const renewed = withName('المحاسبة المالية', 'Financial accounting')
    expect(stalePaths(renewed, afterEdit(changed, renewed, first))).toEqual([])
  })

  it('stays stale while other texts change, and is right again when the Arabic is what it was', () => {
    const changed = withName('المحاسبة المالية', 'Accounting')
    const first = afterEdit(course, changed, {})
    const other = { ...changed, summary: { ar: 'ملخص', en: 'Summary' } }
    const second = afterEdit(changed, other, first)
    expect(stalePaths(other, second)).toEqual(['name'])
    expect(stalePaths(course, afterEdit(other, course, second))).toEqual([])
  })

  it('is right when both languages change together', () => {
    const changed = withName('الفيزياء', 'Physics')
    expect(stalePaths(changed, afterEdit(course, changed, {}))).toEqual([])
  })

  it('is right when somebody says so', () => {
    const changed = withName('المحاسبة.', 'Accounting')
    const stale = afterEdit(course, changed, {})
    expect(stalePaths(changed, afterEdit(changed, changed, stale, ['name']))).toEqual([])
  })

  it('keeps its state when only the address of a picture changes, in either language', () => {
    const body = (ar: string, en: string) => ({ body: { ar, en } })
    const made = afterEdit({}, body('نص ![رسم](/media/a.png)', 'Text'), {})
    const replaced = body('نص ![رسم](/media/b.png)', 'Text')
    const after = afterEdit(body('نص ![رسم](/media/a.png)', 'Text'), replaced, made)
    expect(stalePaths(replaced, after)).toEqual([])
    const changed = body('نص آخر ![رسم](/media/b.png)', 'Text ![](/media/b.png)')
    const stale = afterEdit(body('نص ![رسم](/media/b.png)', 'Text ![](/media/b.png)'), changed, {})
    const both = body('نص آخر ![رسم](/media/c.png)', 'Text ![](/media/c.png)')
    expect(stalePaths(both, afterEdit(changed, both, stale))).toEqual(['body'])
    const otherWords = body('نص ![صورة](/media/b.png)', 'Text')
    expect(stalePaths(otherWords, afterEdit(replaced, otherWords, after))).toEqual(['body'])
  })

  it('keeps its state when it was stored with the addresses of pictures', () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)
    const before = { body: { ar: 'نص ![رسم](/media/a.png)', en: 'Text ![](/media/a.png)' } }
    const stored = { [hash(before.body.en)]: [hash(before.body.ar)] }
    const after = { body: { ar: 'نص ![رسم](/media/b.png)', en: 'Text ![](/media/b.png)' } }
    expect(stalePaths(before, stored)).toEqual([])
    expect(stalePaths(after, afterEdit(before, after, stored))).toEqual([])
    const behind = { [hash(before.body.en)]: [hash('نص أقدم')] }
    expect(stalePaths(before, behind)).toEqual(['body'])
    expect(stalePaths(after, afterEdit(before, after, behind))).toEqual(['body'])
  })

  it('keeps its state when it moves within a list, even when two texts say the same', () => {
    const [first, second] = course.outline
    const edited = { ...course, outline: [{ ...first!, title: { ar: 'مدخل', en: 'Introduction' } }, second] }
    const state = afterEdit(course, edited, {})
    expect(stalePaths(edited, state)).toEqual(['outline.0.title'])
    const moved = { ...edited, outline: [second, edited.outline[0]] }
    expect(stalePaths(moved, afterEdit(edited, moved, state))).toEqual(['outline.1.title'])
  })

  it('is what a file says that it is', () => {
    expect(stalePaths(course, madeFromPaths(course, ['name', 'outline.1.title']))).toEqual(['name', 'outline.1.title'])
    expect(stalePaths(course, madeFromPaths(course, []))).toEqual([])
  })
})
