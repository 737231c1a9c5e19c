/** Messages to a selection of learners: who gets them, once each, and who is left out. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askedForNews } from '../../../db/news-choice.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { type Member, signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import { resumeLearnerMessages, workLearnerMessage } from './learner-messages.server.ts'

let app: TestApp
let admin: Member
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
})
afterAll(() => app.stop())

type Preview = {
  chosen: number
  mails: number
  unsubscribed: number
  blocked: number
  already: number
  fingerprint: string
  samples: { lang: string; text: string }[]
}
const words = (name: string) => ({
  subject: { ar: `خبر ${name}`, en: `News ${name}` },
  text: { ar: `مرحبًا {name}\nدورة ${name}`, en: `Dear {name}\nCourse ${name}` },
})
const preview = (body: object) => admin.call<Preview>('POST', 'admin/learner-messages/preview', body)
const send = (body: object) => admin.call<{ id: number; mails: number }>('POST', 'admin/learner-messages', body)
const mailsTo = async (email: string) =>
  (await app.mails(email)).filter(({ subject }) => /خبر|News/.test(subject ?? ''))
const done = (id: number) =>
  expect.poll(
    async () => {
      const { data } = await admin.call<{ items: { id: number; isDone: boolean; sent: number; leftOut: number }[] }>(
        'GET',
        'admin/learner-messages',
      )
      const one = data.items.find((item) => item.id === id)
      return one && [one.isDone, one.sent, one.leftOut]
    },
    { timeout: 15_000 },
  )

/** A learner who asked for news. */
async function reader(facts: Parameters<typeof learner>[1] = {}) {
  const made = await learner(app.db, facts)
  await askedForNews(made.id, new Date()).execute(app.db)
  return made
}

it('reaches each who asked for news in their language, once, with a link that stops it; the others are counted', async () => {
  const [sara, omar, blocked, quiet] = [
    await reader({ lang: 'ar' }),
    await reader({ lang: 'en' }),
    await reader(),
    await reader(),
  ]
  const unasked = await learner(app.db)
  await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', blocked.id).execute()
  const choice = { mentions: 'none', comments: 'none', followOwn: false, news: 'none' }
  const token = await tokenOf(app, quiet)
  expect((await app.call('PUT', 'Notifications/settings', { body: choice, token })).data.news).toBe('none')
  const ids = [sara, omar, blocked, quiet, unasked].map(({ id }) => id)
  const message = { ids, ...words('one') }
  const withoutEnglish = { ...message, text: { ar: 'نص' } }
  expect(Object.keys((await preview(withoutEnglish)).error.fields ?? {})).toEqual(['text.en'])
  const shown = (await preview(message)).data
  expect(shown).toMatchObject({ chosen: 5, mails: 2, unsubscribed: 2, blocked: 1, already: 0 })
  const sent = await send({ ...message, fingerprint: shown.fingerprint })
  expect(sent.data.mails).toBe(2)
  await done(sent.data.id).toEqual([true, 2, 3])
  const [arabic] = await mailsTo(sara.email)
  const [english] = await mailsTo(omar.email)
  expect([arabic!.subject, english!.subject]).toEqual(['خبر one', 'News one'])
  expect(english!.text).toContain(`Dear ${omar.firstName}`)
  for (const { email } of [blocked, quiet, unasked]) expect(await mailsTo(email)).toEqual([])

  // The same words a second time reach nobody; others do.
  const again = (await preview(message)).data
  expect(again).toMatchObject({ mails: 0, already: 2 })
  expect((await send({ ...message, fingerprint: again.fingerprint })).error.code).toBe('nobodyToWriteTo')
  // With other English the Arabic words are the same.
  const reworded = { ...message, text: { ...message.text, en: 'Other words' } }
  expect((await preview(reworded)).data).toMatchObject({ mails: 1, already: 1, samples: [{ lang: 'en' }] })
  const stop = /unsubscribe\?token=([\w.-]+)/.exec(arabic!.text)![1]
  expect((await app.call('POST', `Notifications/unsubscribe?token=${stop}`, { body: {} })).data.kind).toBe('news')
  expect((await preview({ ids, ...words('two') })).data).toMatchObject({ mails: 1, unsubscribed: 3 })
})

it('greets by name once, as its preview shows, whether its text does so or not', async () => {
  const { id, email, firstName } = await reader({ lang: 'en' })
  const sentAs = async (text: string) => {
    const message = { ids: [id], subject: { ar: 'خبر', en: 'News' }, text: { ar: 'نص', en: text } }
    const { fingerprint, samples } = (await preview(message)).data
    await done((await send({ ...message, fingerprint })).data.id).toEqual([true, 1, 0])
    const mail = (await mailsTo(email)).find((one) => one.text.includes('A course begins'))!
    await app.db.deleteFrom('messages').where('recipient', '=', email).execute()
    return [samples[0]!.text.split('\n')[0], [...mail.text.matchAll(new RegExp(firstName, 'g'))].length]
  }
  expect(await sentAs('A course begins.')).toEqual([`Hello \u2068${firstName}\u2069,`, 1])
  expect(await sentAs('Dear {name},\nA course begins.')).toEqual([`Dear ${firstName},`, 1])
})

it('of all that match goes to those who were shown, part by part, after an interruption too', async () => {
  const name = 'غدير'
  const many = await Promise.all(Array.from({ length: 230 }, () => reader({ firstName: name })))
  const matching = { query: name, count: many.length }
  const message = { matching, ...words('many') }
  const { fingerprint } = (await preview(message)).data
  await reader({ firstName: name })
  expect((await send({ ...message, fingerprint })).error.code).toBe('previewStale')
  const all = { ...message, matching: { ...matching, count: many.length + 1 } }
  const shown = (await preview(all)).data
  const sent = (await send({ ...all, fingerprint: shown.fingerprint })).data
  // Two servers at once, and once more what a stopped server left.
  await Promise.all([1, 2, 3, 4].map(() => workLearnerMessage(app.services, { id: sent.id })))
  await resumeLearnerMessages(app.services)
  await done(sent.id).toEqual([true, many.length + 1, 0])
  const counts = await Promise.all(many.slice(0, 20).map(async ({ email }) => (await mailsTo(email)).length))
  expect(new Set(counts)).toEqual(new Set([1]))
  const { rows } = {
    rows: await app.db.selectFrom('messages').select('id').where('subject', '=', 'خبر many').execute(),
  }
  expect(rows).toHaveLength(many.length + 1)
  expect(await app.db.selectFrom('learner_message_recipients').selectAll().execute()).toEqual([])
})

it('reaches the account that stays when two are merged before it was written to, and counts everybody once', async () => {
  const people = [await reader(), await reader(), await reader()] as const
  const [former, kept, other] = people.map(({ id }) => id) as [number, number, number]
  // A message whose job has not come to these three.
  const { id } = await app.db
    .insertInto('learner_messages')
    .values({ created_at: app.services.now(), subject: '{"ar": "خبر"}', text: '{"ar": "نص"}', chosen: 3 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const next = await reader()
  const merge = async (from: number, into: number) => {
    const { data } = await admin.call<Preview>('GET', `admin/learners/${from}/merging?into=${into}`)
    const asked = { into, reason: 'One person, by phone', fingerprint: data.fingerprint }
    expect((await admin.call('POST', `admin/learners/${from}/merge`, asked)).status).toBe(200)
  }
  for (const userId of [former, kept, other])
    await app.db.insertInto('learner_message_recipients').values({ message_id: id, user_id: userId }).execute()
  await merge(former, kept)
  await merge(other, next.id)
  await workLearnerMessage(app.services, { id })
  expect(await mailsTo(await addressOf(kept))).toHaveLength(1)
  expect(await mailsTo(await addressOf(next.id))).toHaveLength(1)
  const counts = await app.db.selectFrom('learner_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([counts.sent, counts.left_out, counts.done_at !== null]).toEqual([2, 1, true])
})

const addressOf = async (id: number) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
