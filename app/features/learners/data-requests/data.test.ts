/** A copy of a person's data for staff, and its erasure by them. */
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, PASSWORD } from '../../../../tests/support/accounts/accounts.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { course, learner, order } from '../../../../tests/support/factories.ts'
import { type Member, signedInMember, tokenOf } from '../../../../tests/support/signed-in.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { prepareDataFile } from './data.server.ts'
import type { Erasure } from './data-contract.ts'

let app: TestApp
let admin: Member
let finance: Member
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
  finance = await signedInMember(app, ['Finance'])
})
afterAll(() => app.stop())

type DataFile = { id: number; isThere: boolean; readyAt?: string }
const ask = (id: number, who = admin) =>
  who.call<{ id: number }>('POST', `admin/learners/${id}/data-files`, { reason: 'request' })
const filesOf = async (id: number) => (await admin.call<DataFile[]>('GET', `admin/learners/${id}/data-files`)).data
async function open(id: number, file: number) {
  const headers = { Authorization: `Bearer ${await tokenOf(app, admin.user)}` }
  return fetch(`${app.address}/api/admin/learners/${id}/data-files/${file}`, { headers })
}
const audited = async (id: number) =>
  (await app.db.selectFrom('audit_log').select('action').where('subject', '=', String(id)).orderBy('id').execute()).map(
    ({ action }) => action,
  )

it('a copy is the archive of the person’s own profile, made once by a job, and kept for a week', async () => {
  const person = await learner(app.db)
  const { reference } = await order(app.db, { userId: person.id, courseId: (await course(app.db)).id })
  const { status, data } = await ask(person.id)
  expect(status).toBe(201)
  // A job that is repeated makes no second file.
  await Promise.all([prepareDataFile(app.services, data), prepareDataFile(app.services, data)])
  await prepareDataFile(app.services, data)
  expect(await filesOf(person.id)).toMatchObject([{ id: data.id, isThere: true }])
  const answer = await open(person.id, data.id)
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const archive = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  expect(Object.keys(archive)).toEqual(
    expect.arrayContaining(['profile.json', 'orders.csv', 'notes.csv', 'index.html']),
  )
  expect(new TextDecoder().decode(archive['orders.csv'])).toContain(reference)
  expect(await audited(person.id)).toEqual(['learner.ask-data-file', 'learner.open-data-file'])
  // A later copy has nothing of an earlier one.
  const { data: second } = await ask(person.id)
  await prepareDataFile(app.services, second)
  const later = unzipSync(new Uint8Array(await (await open(person.id, second.id)).arrayBuffer()))
  expect(Object.keys(later).filter((name) => name.startsWith('files/'))).toEqual([])
  app.advance(8 * DAY_MS)
  await app.tasks.forgetOld!({})
  expect((await filesOf(person.id)).map(({ isThere }) => isThere)).toEqual([false, false])
  expect((await open(person.id, data.id)).status).toBe(404)
})

it('a copy of another person is not found under this one, and needs fresh proof and the right', async () => {
  const [one, other] = [await learner(app.db), await learner(app.db)]
  const { data } = await ask(one.id)
  await prepareDataFile(app.services, data)
  expect((await open(other.id, data.id)).status).toBe(404)
  expect((await ask(one.id, finance)).error.code).toBe('forbidden')
  const token = await tokenOf(app, admin.user)
  app.advance(11 * MINUTE_MS)
  const late = await app.call('GET', `admin/learners/${one.id}/data-files/${data.id}`, { token })
  expect(late.error?.code).toBe('proofNeeded')
})

const preview = async (id: number) => (await admin.call<Erasure>('GET', `admin/learners/${id}/erasure`)).data
const erase = (id: number, fingerprint: string) =>
  admin.call('POST', `admin/learners/${id}/erase`, { reason: 'request', fingerprint })

it('staff erase an account as its owner would: a preview, then only what the law keeps', async () => {
  const person = await newPerson(app)
  const { id } = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  const courseId = (await course(app.db)).id
  const shown = await preview(id)
  expect(shown).toMatchObject({ orders: 0, openOrders: 0 })
  await order(app.db, { userId: id, courseId })
  await order(app.db, { userId: id, courseId: (await course(app.db)).id, status: 'pending' })
  await ask(id)
  expect((await erase(id, shown.fingerprint)).error.code).toBe('previewStale')
  const { fingerprint, ...figures } = await preview(id)
  expect(figures).toMatchObject({ orders: 1, openOrders: 1 })
  expect((await erase(id, fingerprint)).status).toBe(200)
  const row = await app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([row.email, row.first_name, row.phone, row.status]).toEqual([`erased-${id}@erased.invalid`, '', '', 'erased'])
  const orders = await app.db.selectFrom('orders').select('status').where('user_id', '=', id).execute()
  expect(orders.map(({ status }) => status).sort()).toEqual(['cancelled', 'paid'])
  expect(await app.db.selectFrom('data_files').select('id').where('user_id', '=', id).execute()).toEqual([])
  expect(await audited(id)).toContain('learner.erase')
  const signIn = await app.call('POST', 'Auth/login', { body: { email: person.email, password: PASSWORD } })
  expect(signIn.status).toBe(401)
  expect((await admin.call('GET', `admin/learners/${id}/erasure`)).error.code).toBe('notFound')
})

it('accounts of staff are not erased here', async () => {
  const { error } = await admin.call('GET', `admin/learners/${finance.user.id}/erasure`)
  expect(error.code).toBe('staffAccount')
})
