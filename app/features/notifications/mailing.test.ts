/** Mails of what members are told: when they leave, what they say, and how they end. */
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { author, comment, post } from '../../../tests/support/writing.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { unsubscribeToken } from './unsubscribe-token.server.ts'

let app: TestApp
let server: SMTPServer
const received: ParsedMail[] = []
const lines: string[] = []
beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, _, done) => {
      received.push(await simpleParser(stream))
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  app = await startTestApp({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'trace' },
    logTo: { write: (line) => lines.push(line) },
  })
})
afterAll(async () => {
  await app.stop()
  await new Promise<void>((resolve) => server.close(resolve))
})

const mailsOf = ({ email }: SignedInUser) => app.mails(email)
const subjects = async (user: SignedInUser) => (await mailsOf(user)).map(({ subject }) => subject)

/** As the job writes it. */
async function notice(
  to: SignedInUser,
  kind: 'mention' | 'comment',
  facts: { mail?: 'at-once' | 'daily'; text?: string; postId?: number } = {},
) {
  const postId = facts.postId ?? (await post(app.db, { title: 'Night shifts' }))
  const commentId = await comment(app.db, { postId, text: facts.text ?? 'A good **question**' })
  const mail = facts.mail ?? (kind === 'mention' ? 'at-once' : 'daily')
  await app.db
    .insertInto('notifications')
    .values({ user_id: to.id, kind, comment_id: commentId, created_at: app.services.now(), mail })
    .execute()
  return { postId, commentId }
}
const atOnce = ({ id }: SignedInUser) => app.tasks.mailNotices!({ userId: id })
const dayOf = () => new Date(app.services.now().getTime() + 3 * HOUR_MS).toISOString().slice(0, 10)
const digests = (after = 0) => app.tasks.sendDigests!({ day: dayOf(), after })
const choose = async (user: SignedInUser, mentions: string, comments: string) =>
  app.call('PUT', 'Notifications/settings', {
    token: await tokenOf(app, user),
    body: { mentions, comments, followOwn: true },
  })

describe('a prompt mail', () => {
  it('has author, place, text without Markdown, and a link to unsubscribe', async () => {
    const [writer, sara] = [await learner(app.db), await learner(app.db, { lang: 'en' })]
    await app.db.updateTable('users').set({ user_name: 'سارة المقرن' }).where('id', '=', sara.id).execute()
    await author(app.db, { userId: sara.id })
    const postId = await post(app.db, { title: 'عن العمل' })
    const token = await tokenOf(app, writer)
    const created = await app.call('POST', 'CommentsOfPosts', {
      token,
      body: { postId, text: 'رأي @سارة_المقرن **مهم**' },
    })
    await expect
      .poll(() => received.filter(({ to }) => JSON.stringify(to).includes(sara.email)).length, { timeout: 20_000 })
      .toBe(1)
    const mail = received.find(({ to }) => JSON.stringify(to).includes(sara.email))!
    expect(mail.subject).toBe('\u2068Sara Alqahtani\u2069 mentioned you')
    const link = `${app.services.settings.publicUrl}/en/community/${postId}#comment-${created.data.id}`
    for (const part of ['\u2068عن العمل\u2069', '\u2068رأي @سارة_المقرن مهم\u2069', link, 'Stop emails about mentions'])
      expect(mail.text, part).toContain(part)
    expect(mail.html).toContain(`href="${link}"`)
    const { url } = (mail.headers.get('list') as unknown as { unsubscribe: { url: string } }).unsubscribe
    expect(url).toMatch(/^http:\/\/.+\/api\/Notifications\/unsubscribe\?token=\d+\.mentions\.[\w-]{43}$/)
    expect(mail.headerLines.find(({ key }) => key === 'list-unsubscribe-post')!.line).toBe(
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    )
  })

  it('is sent once in 15 minutes: other notices come with the next', async () => {
    const sara = await learner(app.db, { lang: 'en' })
    await notice(sara, 'mention')
    await Promise.all([atOnce(sara), atOnce(sara)])
    expect(await mailsOf(sara)).toHaveLength(1)
    await notice(sara, 'mention')
    await notice(sara, 'comment', { mail: 'at-once' })
    await atOnce(sara)
    app.advance(14 * MINUTE_MS)
    await atOnce(sara)
    expect(await mailsOf(sara)).toHaveLength(1)
    app.advance(2 * MINUTE_MS)
    await atOnce(sara)
    expect((await subjects(sara))[0]).toBe('2 updates for you')
    app.advance(16 * MINUTE_MS)
    await atOnce(sara)
    expect(await mailsOf(sara)).toHaveLength(2)
  })

  it('leaves out notices that were read, are hidden, or whose member may not be notified', async () => {
    const [read, hidden, suspended, stopped, erased] = await Promise.all(
      Array.from({ length: 5 }, () => learner(app.db)),
    )
    for (const one of [read, hidden, suspended, stopped, erased]) await notice(one!, 'mention')
    await app.db.updateTable('notifications').set({ read_at: new Date() }).where('user_id', '=', read!.id).execute()
    await app.db
      .updateTable('comments')
      .set({ state: 'hidden' })
      .where('id', 'in', (of) => of.selectFrom('notifications').select('comment_id').where('user_id', '=', hidden!.id))
      .execute()
    await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended!.id).execute()
    const stoppedAuthor = await author(app.db, { userId: stopped!.id })
    await app.db.updateTable('authors').set({ stopped_at: new Date() }).where('id', '=', stoppedAuthor).execute()
    await app.db.updateTable('users').set({ status: 'erased' }).where('id', '=', erased!.id).execute()
    for (const one of [read, hidden, suspended, stopped, erased]) {
      await atOnce(one!)
      expect(await mailsOf(one!)).toEqual([])
    }
  })
})

describe('the summary of a day', () => {
  it('comes in the member’s language, grouped by subject, and only when there is something new', async () => {
    const [noura, sara] = [
      await learner(app.db, { lang: 'ar', firstName: 'نورة' }),
      await learner(app.db, { lang: 'en' }),
    ]
    const { postId } = await notice(noura, 'comment', { text: 'first words' })
    await notice(noura, 'comment', { text: 'ثم هذا', postId })
    await notice(sara, 'comment')
    await digests()
    await digests()
    const [mail, ...others] = await mailsOf(noura)
    expect([mail!.subject, others]).toEqual(['ملخص اليوم: جديدان', []])
    for (const part of ['\u2068نورة\u2069', '\u2068first words\u2069', '\u2068ثم هذا\u2069'])
      expect(mail!.text).toContain(part)
    expect(mail!.text.split('\u2068Night shifts\u2069')).toHaveLength(2)
    expect(await subjects(sara)).toEqual(['Your daily summary: 1 update'])
    await notice(sara, 'comment')
    await digests()
    expect(await mailsOf(sara)).toHaveLength(1)
    app.advance(DAY_MS)
    await digests()
    app.advance(DAY_MS)
    await digests()
    expect([(await mailsOf(sara)).length, (await mailsOf(noura)).length]).toEqual([2, 1])
  })

  it('is stored once per member, by two concurrent servers and after a crash in the middle', async () => {
    app.advance(DAY_MS)
    const people = await Promise.all(Array.from({ length: 130 }, () => learner(app.db, { lang: 'en' })))
    const postId = await post(app.db)
    const commentId = await comment(app.db, { postId })
    const waiting = people.map(({ id }) => ({ user_id: id, kind: 'comment', comment_id: commentId, mail: 'daily' }))
    await app.db
      .insertInto('notifications')
      .values(waiting.map((one) => ({ ...one, created_at: app.services.now() })))
      .execute()
    // The mail of the fiftieth cannot be written: the batch ends there, as it would when its server died.
    const fiftieth = people.map(({ id }) => id).toSorted((a, b) => a - b)[49]!
    const { email } = people.find(({ id }) => id === fiftieth)!
    const setEmail = (to: string) => app.db.updateTable('users').set({ email: to }).where('id', '=', fiftieth).execute()
    await setEmail(`${'x'.repeat(3000)}@example.com`)
    await app.db.schema.alterTable('messages').addCheckConstraint('short', sql`length(recipient) < 300`).execute()
    await expect(digests()).rejects.toThrow()
    const written = async () => {
      const rows = await app.db
        .selectFrom('messages')
        .select('recipient')
        .where(
          'recipient',
          'in',
          people.map((one) => one.email),
        )
        .execute()
      return rows.map(({ recipient }) => recipient)
    }
    expect(await written()).toHaveLength(49)
    await setEmail(email)
    await Promise.all([digests(), digests()])
    // The queue goes on with the later batches by itself.
    await expect.poll(async () => (await written()).length, { timeout: 60_000 }).toBe(130)
    expect(new Set(await written()).size).toBe(130)
  })
})

describe('choices', () => {
  it('decide when a notice is mailed; `none` discards what was pending', async () => {
    const sara = await learner(app.db)
    expect((await app.call('GET', 'Notifications/settings', { token: await tokenOf(app, sara) })).data).toEqual({
      mentions: 'at-once',
      comments: 'daily',
      news: 'none',
      followOwn: true,
    })
    await notice(sara, 'mention')
    await choose(sara, 'none', 'daily')
    await atOnce(sara)
    expect(await mailsOf(sara)).toEqual([])
    expect((await choose(sara, 'sometimes', 'daily')).error.fields).toHaveProperty('mentions')
  })
})

describe('unsubscribing by the token of a mail', () => {
  const send = (token: string, headers: Record<string, string> = {}, body: BodyInit = 'List-Unsubscribe=One-Click') =>
    fetch(`${app.address}/api/Notifications/unsubscribe?token=${token}`, {
      method: 'POST',
      headers: body instanceof FormData ? headers : { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })
  const tokenFor = ({ id }: SignedInUser, kind: 'mentions' | 'comments' | 'all') =>
    unsubscribeToken(app.services.settings, { userId: id, kind })
  const chosen = async (user: SignedInUser) =>
    (await app.call('GET', 'Notifications/settings', { token: await tokenOf(app, user) })).data

  it.each([
    ['without a word of where it comes from', {}],
    ['from a page of the provider', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://mail.example' }],
    ["with somebody's cookies along", { Cookie: 'access=x', Origin: 'null' }],
  ])('accepts a POST of a mail provider %s', async (_name, headers) => {
    const sara = await learner(app.db)
    await notice(sara, 'mention')
    expect((await send(tokenFor(sara, 'mentions'), headers as Record<string, string>)).status).toBe(200)
    expect(await chosen(sara)).toMatchObject({ mentions: 'none', comments: 'daily' })
    await atOnce(sara)
    expect(await mailsOf(sara)).toEqual([])
  })

  it('accepts a multipart form, ends both kinds by one token, and can be repeated', async () => {
    const sara = await learner(app.db)
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    for (const _ of [1, 2]) expect((await send(tokenFor(sara, 'all'), {}, form)).status).toBe(200)
    expect(await chosen(sara)).toMatchObject({ mentions: 'none', comments: 'none' })
  })

  it('does nothing for a forged token; a GET only redirects to the confirmation page', async () => {
    const [sara, other] = [await learner(app.db), await learner(app.db)]
    const token = tokenFor(sara, 'mentions')
    for (const wrong of [
      token.replace(String(sara.id), String(other.id)),
      token.replace('mentions', 'comments'),
      `${token.slice(0, -2)}AA`,
      'x',
    ])
      expect((await send(wrong)).status, wrong).toBe(404)
    const opened = await fetch(`${app.address}/api/Notifications/unsubscribe?token=${token}`, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `/ar/unsubscribe?token=${token}`])
    expect(await chosen(sara)).toMatchObject({ mentions: 'at-once', comments: 'daily' })
    expect(await chosen(other)).toMatchObject({ mentions: 'at-once', comments: 'daily' })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes(token.split('.')[2]!))).toEqual([])
  })
})
