/** The history of an author at the desk. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, review } from '../../../tests/support/factories.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { postCategory } from '../../../tests/support/writing.ts'
import type { HistoryEvent } from './author-history-contract.ts'

let app: TestApp
let admin: Member
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
})
afterAll(() => app.stop())

type History = { items: HistoryEvent[]; next: string | null; bannedAt?: string; bannedUntil?: string }
const historyOf = async (id: number, query = '') =>
  (await admin.call<History>('GET', `admin/authors/${id}/history${query}`)).data

it('has what an author wrote, what was reported, what was decided and by whom, and the ban with its end', async () => {
  const writer = await signedInMember(app)
  const categoryId = await postCategory(app.db)
  const write = async (title: string) => {
    const facts = { title, content: 'Words', categoryId, publishDate: app.services.now().toISOString() }
    return (await writer.call<{ id: number }>('POST', 'Posts', facts)).data.id
  }
  await write('A first post')
  const advert = await write('An advert')
  await review(app.db, { courseId: (await course(app.db)).id, userId: writer.user.id })
  await (await signedInMember(app)).call('POST', 'Reports', { kind: 'post', id: advert, reason: 'It sells' })
  const { data: open } = await admin.call<{ items: { id: number; author: { id: number } }[] }>('GET', 'admin/reports')
  const [{ id: caseId, author }] = [open.items[0]!]
  await admin.call('POST', `admin/reports/${caseId}`, { decision: 'ban', reason: 'Adverts', banDays: 30 })

  const found = await historyOf(author.id)
  expect(found.items.map(({ kind }) => kind).sort()).toEqual(['decision', 'post', 'post', 'report', 'review'])
  expect(found.items.find(({ kind }) => kind === 'decision')).toMatchObject({ text: 'Adverts', state: 'ban' })
  expect(found.items.find(({ kind }) => kind === 'decision')!.by).toBeTruthy()
  expect(found.items.find(({ kind }) => kind === 'report')).toMatchObject({ text: 'It sells' })
  expect(found.items.find(({ text }) => text === 'An advert')!.state).toBe('hidden')
  const days = (Date.parse(found.bannedUntil!) - Date.parse(found.bannedAt!)) / 86_400_000
  expect(Math.round(days)).toBe(30)

  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const page: History = await historyOf(author.id, `?limit=2${next ? `&cursor=${next}` : ''}`)
    seen.push(...page.items.map(({ kind, id }) => `${kind} ${id}`))
    next = page.next
  }
  expect(seen).toEqual(found.items.map(({ kind, id }) => `${kind} ${id}`))
})

it('is for those who moderate, and of authors that there are', async () => {
  const finance = await signedInMember(app, ['Finance'])
  expect((await finance.call('GET', 'admin/authors/1/history')).error.code).toBe('forbidden')
  expect((await admin.call('GET', 'admin/authors/999999/history')).error.code).toBe('notFound')
})
