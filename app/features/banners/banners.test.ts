/** Banners from the desk, and what visitors see of them when their times come. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { DeskBanner, ShownBanner } from './contract.ts'

let app: TestApp
let editor: Member
beforeAll(async () => {
  app = await startTestApp()
  editor = await signedInMember(app, ['Content'])
})
afterAll(() => app.stop())

const post = (path: string, body: object = {}) => editor.call<DeskBanner>('POST', `admin/banners${path}`, body)
const inHours = (hours: number) => new Date(+app.services.now() + hours * HOUR_MS).toISOString()
const shown = async (lang: 'ar' | 'en' = 'en'): Promise<ShownBanner[]> => {
  await app.waitForSync()
  return (await app.call('GET', 'Pages/banners', { lang })).data
}
const texts = async () => (await shown()).map(({ text }) => text)
const banner = (name: string, from: number, to: number, more: object = {}) => ({
  ...{ kind: 'information', text: { ar: `إعلان ${name}`, en: name } },
  ...{ startsAt: inHours(from), endsAt: inHours(to), ...more },
})

it('several come and go at their times, the important ones first', async () => {
  await post('', banner('now', -1, 2))
  await post('', banner('later', 1, 3, { kind: 'important' }))
  expect(await texts()).toEqual(['now'])
  app.advance(HOUR_MS)
  expect(await texts()).toEqual(['later', 'now'])
  app.advance(HOUR_MS)
  expect(await texts()).toEqual(['later'])
  app.advance(HOUR_MS)
  expect(await texts()).toEqual([])
})

it('one says the same in both languages, with its link, and another thing under another key', async () => {
  const link = { link: '/faq', linkText: { ar: 'اقرأ', en: 'Read' } }
  const { id, version, text } = (await post('', banner('holiday', 0, 2, link))).data
  const [seen] = await shown('ar')
  expect(seen).toMatchObject({ text: 'إعلان holiday', link: { to: '/ar/faq', text: 'اقرأ' } })
  const edit = { version, changes: { text: { from: text, to: { ar: 'إجازة', en: 'Closed' } } } }
  const changed = await post(`/${id}`, edit)
  expect([changed.status, changed.data.version]).toEqual([200, version + 1])
  const [now] = await shown()
  expect([now!.text, now!.key === seen!.key]).toEqual(['Closed', false])
  const late = await post(`/${id}`, { version, changes: { text: { from: text, to: { ar: 'آخر', en: 'Other' } } } })
  expect([late.status, late.error.code]).toEqual([409, 'changedMeanwhile'])
  await post(`/${id}/remove`)
  expect([await texts(), (await post(`/${id}/remove`)).status]).toEqual([[], 404])
})

it('what is wrong is said at its field', async () => {
  const wrong = async (body: object) => Object.keys((await post('', body)).error.fields ?? {}).sort()
  expect(await wrong(banner('x', 2, 1))).toEqual(['endsAt'])
  expect(await wrong(banner('x', -2, -1))).toEqual(['endsAt'])
  expect(await wrong(banner('x', 2, 1, { text: { ar: 'س', en: ' ' } }))).toEqual(['endsAt', 'text.en'])
  expect(await wrong(banner('x', 0, 1, { link: '/faq' }))).toEqual(['linkText'])
  expect(await wrong(banner('x', 0, 1, { linkText: { ar: 'س', en: 'x' } }))).toEqual(['link'])
  // The link, its words and the rest in one answer, and the same in an edit.
  expect(await wrong(banner('x', 0, 1, { link: 'javascript:alert(1)', text: { ar: 'س', en: ' ' } }))).toEqual([
    ...['link', 'linkText', 'text.en'],
  ])
  expect(await wrong(banner('x', 0, 1, { linkText: { ar: 'س', en: '' } }))).toEqual(['link', 'linkText.en'])
  const { id, version, endsAt } = (await post('', banner('x', 0, 2))).data
  const wrongEdit = async (changes: object) =>
    Object.keys((await post(`/${id}`, { version, changes })).error.fields ?? {}).sort()
  expect(await wrongEdit({ link: { from: null, to: 'javascript:alert(1)' } })).toEqual([
    ...['changes.link.to', 'changes.linkText.to'],
  ])
  expect(await wrongEdit({ linkText: { from: null, to: { ar: 'س', en: '' } } })).toEqual([
    ...['changes.link.to', 'changes.linkText.to.en'],
  ])
  const to = inHours(-1)
  const edit = await post(`/${id}`, { version, changes: { endsAt: { from: endsAt, to } } })
  expect([edit.status, Object.keys(edit.error.fields ?? {})]).toEqual([400, ['changes.endsAt.to']])
})
