/** Enquiries of one sender become one conversation; complaints know their order. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { course, order } from '../../../../tests/support/factories.ts'
import { type Member, signedInMember } from '../../../../tests/support/signed-in.ts'
import type { FollowedLead, Lead } from '../contract.ts'

let app: TestApp
let admin: Member
let content: Member
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
  content = await signedInMember(app, ['Content'])
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
})

type Sent = { reference: string; token: string }
async function enquiry(email: string, message: string, phone = '0551234567'): Promise<Sent> {
  const body = { name: 'سارة القحطاني', email, phone, subject: 1, message }
  return (await app.call<Sent>('POST', 'Contact', { body, lang: 'ar' })).data
}
const address = () => `${randomUUID()}@visitor.example`
const merge = (one: Sent, other: Sent, who = admin) =>
  who.call<{ reference: string }>('POST', `admin/leads/${one.reference}/merge`, { into: other.reference })
const answer = (to: Sent, body: string) => admin.call('POST', `admin/leads/${to.reference}/answers`, { body })
const reply = ({ reference, token }: Sent, body: string) =>
  app.call('POST', `Enquiries/${reference}/messages`, { body: { token, body } })
const read = async ({ reference }: Sent, who = admin) => (await who.call<Lead>('GET', `admin/leads/${reference}`)).data
const follow = async ({ reference, token }: Sent) =>
  (await app.call<FollowedLead>('GET', `Enquiries/${reference}?token=${token}`)).data
const bodies = ({ messages }: { messages: { body: string }[] }) => messages.map(({ body }) => body)

it('one goes on with both trails, the other leads there, and both private links keep working', async () => {
  const email = address()
  const [first, second] = [await enquiry(email, 'one', '0551110001'), await enquiry(email, 'two', '0551110002')]
  await answer(first, 'answer to the first')
  await reply(second, 'added to the second')
  expect((await read(second)).ofSender.map(({ reference }) => reference)).toEqual([first.reference])
  expect((await merge(second, first)).status).toBe(200)

  const kept = await read(first)
  expect(bodies(kept)).toEqual(['answer to the first', 'added to the second'])
  expect(
    kept.merged.map(({ reference, facts }) => [reference, facts.find(({ name }) => name === 'message')?.value]),
  ).toEqual([[second.reference, 'two']])
  // The second waits for an answer, so the one that goes on does.
  expect([kept.status, kept.answerDueAt !== undefined]).toEqual(['received', true])
  expect(kept.history.at(-1)).toMatchObject({ mergedWith: second.reference })
  const merged = await read(second)
  expect([merged.mergedInto, merged.status, merged.answerDueAt]).toEqual([first.reference, 'closed', undefined])
  expect((await answer(second, 'x')).error.code).toBe('leadMerged')
  expect((await admin.call('PATCH', `admin/leads/${second.reference}`, { note: 'x' })).error.code).toBe('leadMerged')

  await reply(second, 'by the second link')
  await answer(first, 'to both')
  expect(bodies(await read(first)).slice(2)).toEqual(['by the second link', 'to both'])
  // Neither link shows what was written in the other one before: who sent it is not proven.
  expect(bodies(await follow(second))).toEqual(['added to the second', 'by the second link', 'to both'])
  expect(bodies(await follow(first))).toEqual(['answer to the first', 'by the second link', 'to both'])
  expect((await follow(second)).status).toBe('answered')
})

it('the one that goes on has the notes of both, and the order of either', async () => {
  const email = address()
  const [first, second] = [await enquiry(email, 'one'), await enquiry(email, 'two')]
  const { id, reference } = await order(app.db, { courseId: (await course(app.db)).id })
  expect((await admin.call('PUT', `admin/leads/${first.reference}/order`, { order: id })).status).toBe(200)
  for (const [one, note] of [
    [first, 'she called at noon'],
    [second, 'wants an invoice'],
  ] as const)
    expect((await admin.call('PATCH', `admin/leads/${one.reference}`, { note })).status).toBe(200)
  await merge(first, second)
  const kept = await read(second)
  expect(kept.history.flatMap(({ note }) => note ?? [])).toEqual(['she called at noon', 'wants an invoice'])
  expect(kept.order).toEqual({ id, reference })
})

it('the one that goes on is being handled when the other one was, or was answered by whoever has it', async () => {
  const assign = (one: Sent) => admin.call('PATCH', `admin/leads/${one.reference}`, { assignee: admin.user.id })
  for (const begin of [
    (one: Sent) => admin.call('PATCH', `admin/leads/${one.reference}`, { status: 'handling' }),
    async (one: Sent) => [await assign(one), await answer(one, 'an answer')],
  ]) {
    const email = address()
    const [first, second] = [await enquiry(email, 'one'), await enquiry(email, 'two')]
    await begin(first)
    await merge(first, second)
    const kept = await read(second)
    expect([kept.status, kept.answerDueAt !== undefined]).toEqual(['handling', true])
    expect(kept.history.some(({ status }) => status === 'handling')).toBe(true)
  }
  // Somebody who has not begun yet leaves it new.
  const email = address()
  const [first, second] = [await enquiry(email, 'one'), await enquiry(email, 'two')]
  await assign(first)
  await merge(first, second)
  expect((await read(second)).status).toBe('received')
})

it('the one that goes on is no longer said to be perhaps about the same as the other', async () => {
  const email = address()
  const [first, second] = [await enquiry(email, 'one'), await enquiry(email, 'two')]
  expect((await read(second)).sameAs).toBe(first.reference)
  await merge(first, second)
  expect((await read(second)).sameAs).toBeUndefined()
})

it('the list has the one that goes on, and a search finds the other by its number', async () => {
  const email = address()
  const [first, second] = [await enquiry(email, 'one'), await enquiry(email, 'two')]
  await merge(first, second)
  const references = async (query: string) =>
    (await admin.call<{ items: { reference: string }[] }>('GET', `admin/leads?${query}`)).data.items.map(
      ({ reference }) => reference,
    )
  const listed = await references('PageSize=50')
  expect([listed.includes(first.reference), listed.includes(second.reference)]).toEqual([false, true])
  expect(await references(`SearchTerm=${first.reference}`)).toEqual([first.reference])
})

it('a third joins the one that goes on, and only enquiries of one sender are merged', async () => {
  const email = address()
  const phone = '0551110009'
  const [a, b, c] = [
    await enquiry(email, 'a', phone),
    await enquiry(email, 'b', phone),
    await enquiry(address(), 'c', phone),
  ]
  const other = await enquiry(address(), 'other', '0551110010')
  await merge(a, b)
  expect((await merge(b, other)).error.code).toBe('leadOfOther')
  expect((await merge(b, b)).error.code).toBe('leadOfOther')
  expect((await merge(b, c)).status).toBe(200)
  expect((await read(a)).mergedInto).toBe(c.reference)
  expect((await read(c)).merged.map(({ reference }) => reference)).toEqual([a.reference, b.reference])
  expect((await merge(c, a)).error.code).toBe('leadMerged')
  expect((await merge(c, other, content)).error.code).toBe('leadNotFound')
})

it('two people who merge the same two the other way round leave one that goes on', async () => {
  const email = address()
  const [a, b] = [await enquiry(email, 'a'), await enquiry(email, 'b')]
  const codes = (await Promise.all([merge(a, b), merge(b, a)])).map(({ status }) => status)
  expect(codes.sort()).toEqual([200, 409])
})

it('a complaint is joined to its order, which shows it, and taken off again', async () => {
  const sent = await enquiry(address(), 'late')
  const { id, reference } = await order(app.db, { courseId: (await course(app.db)).id })
  const join = (order: string | null, who = admin) => who.call('PUT', `admin/leads/${sent.reference}/order`, { order })
  expect((await join(randomUUID())).error.code).toBe('orderNotFound')
  expect((await join(id, content)).error.code).toBe('forbidden')
  expect((await join(id)).status).toBe(200)
  expect((await read(sent)).order).toEqual({ id, reference })
  const ofOrder = async () => (await admin.call<{ reference: string }[]>('GET', `admin/orders/${id}/leads`)).data
  expect((await ofOrder()).map((one) => one.reference)).toEqual([sent.reference])
  expect((await content.call('GET', `admin/orders/${id}/leads`)).data).toEqual([])
  expect((await join(null)).status).toBe(200)
  expect(await ofOrder()).toEqual([])
})
