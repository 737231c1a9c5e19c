/** Questions from the desk, and what visitors see of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import type { questionEditingEndpoints } from './editing-contract.ts'

type Calls = typeof questionEditingEndpoints
type One = Output<Calls['editedQuestion']>
type Groups = Output<Calls['questionGroups']>

let app: TestApp
let editor: Member
beforeAll(async () => {
  app = await startTestApp()
  editor = await signedInMember(app, ['Content'])
})
afterAll(() => app.stop())

const post = <T = unknown>(path: string, body: object = {}) => editor.call<T>('POST', `admin/${path}`, body)
const newGroup = async (ar: string) => (await post<{ key: string }>('question-groups', { title: { ar } })).data.key
const add = async (group: string, ar: string, more = {}) =>
  (await post<One>('questions', { group, question: { ar }, answer: { ar: `جواب ${ar}` }, ...more })).data
const list = async (query = '') => (await editor.call<Groups>('GET', `admin/questions${query}`)).data
/** By group: the Arabic questions that visitors see. */
const shown = async () => {
  await app.waitForSync()
  const { data } = await app.call('GET', 'Faqs/website-faqs', { lang: 'ar' })
  return (data as { title: string; questions: { question: string }[] }[]).map(({ title, questions }) => [
    title,
    ...questions.map(({ question }) => question),
  ])
}

it('are added, ordered, hidden and moved to another group, which visitors see at once', async () => {
  const first = await newGroup('التسجيل')
  const other = await newGroup('الدفع')
  expect(await shown()).toEqual([])
  const one = await add(first, 'كيف أسجل؟')
  const two = await add(first, 'متى تبدأ؟')
  await add(other, 'كيف أدفع؟', { hidden: true })
  expect(await shown()).toEqual([['التسجيل', 'كيف أسجل؟', 'متى تبدأ؟']])
  expect((await post(`questions/${two.id}/move`, { direction: 'up' })).status).toBe(200)
  expect(await shown()).toEqual([['التسجيل', 'متى تبدأ؟', 'كيف أسجل؟']])
  await post(`questions/${one.id}`, { version: 1, changes: { group: { from: first, to: other } } })
  await post(`question-groups/${other}/move`, { direction: 'up' })
  expect(await shown()).toEqual([
    ['الدفع', 'كيف أسجل؟'],
    ['التسجيل', 'متى تبدأ؟'],
  ])
  const found = (await app.call('GET', `Faqs/search?SearchTerm=${encodeURIComponent('أسجل')}`, { lang: 'ar' })).data
  expect(found.questions).toEqual([{ group: other, place: 1 }])
  await post(`questions/${one.id}`, { version: 2, changes: { hidden: { from: false, to: true } } })
  expect(await shown()).toEqual([['التسجيل', 'متى تبدأ؟']])
  const hidden = await list('?state=hidden')
  expect(hidden.flatMap(({ questions }) => questions).map(({ question }) => question.ar)).toEqual([
    'كيف أدفع؟',
    'كيف أسجل؟',
  ])
  expect((await list(`?query=${encodeURIComponent('اسجّل')}`)).flatMap(({ questions }) => questions)).toHaveLength(1)
})

it('tell two editors of one answer, keep their English state, and are undone and deleted', async () => {
  const group = await newGroup('الشهادات')
  const { id } = await add(group, 'هل توجد شهادة؟', { question: { ar: 'هل توجد شهادة؟', en: 'A certificate?' } })
  const answer = { ar: 'جواب هل توجد شهادة؟' }
  const to = { ar: 'نعم', en: 'Yes' }
  const changed = await post<One>(`questions/${id}`, { version: 1, changes: { answer: { from: answer, to } } })
  expect(changed.data).toMatchObject({ answer: to, english: [], version: 2 })
  const late = await post(`questions/${id}`, { version: 1, changes: { answer: { from: answer, to: { ar: 'لا' } } } })
  expect([late.status, late.error.code]).toEqual([409, 'changedMeanwhile'])
  const stale = await post<One>(`questions/${id}`, {
    version: 2,
    changes: { answer: { from: to, to: { ...to, ar: 'نعم، وهي معتمدة' } } },
  })
  expect(stale.data.english).toEqual([{ path: 'answer', state: 'stale' }])
  expect((await post<One>(`questions/${id}/undo`)).data).toMatchObject({ answer: to, english: [] })
  expect((await post(`question-groups/${group}/remove`)).error.code).toBe('questionGroupNotEmpty')
  expect((await post(`questions/${id}/remove`)).status).toBe(200)
  expect((await post(`question-groups/${group}/remove`)).status).toBe(200)
  expect((await post(`questions/${id}/move`, { direction: 'up' })).status).toBe(404)
  expect((await post('questions', { group, question: { ar: 'س' }, answer: { ar: 'ج' } })).status).toBe(404)
  const { rows } = { rows: await app.db.selectFrom('audit_log').select('action').orderBy('id').execute() }
  expect(rows.map(({ action }) => action).slice(-2)).toEqual(['question.remove', 'question.remove-group'])
})
