/** Mails from the event that they tell of to a real SMTP server that fails now and then. */
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newPerson, signUpForm } from '../../../tests/support/accounts/accounts.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { deliverMessage } from './delivery.server.ts'
import { sendEmail } from './messages.server.ts'
import { findInstitute } from './queries.server.ts'
import { renderEmail } from './render-email.server.ts'

let app: TestApp
let server: SMTPServer
let received: ParsedMail[] = []
/** What the server says to the next mails, in order; it accepts what nothing is said to. */
let answers: (Failure | 'hang up' | 'accept and hang up')[] = []
type Failure = { at: 'rcpt' | 'data'; code: number }

const failure = (code: number) => Object.assign(new Error('not now'), { responseCode: code })

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_, __, done) => {
      const next = answers[0]
      if (typeof next !== 'object' || next.at !== 'rcpt') return done()
      answers.shift()
      done(failure(next.code))
    },
    onData: async (stream, session, done) => {
      const mail = await simpleParser(stream)
      const next = answers.shift()
      if (typeof next === 'object') return done(failure(next.code))
      if (next !== 'hang up') received.push(mail)
      if (next)
        return (server.connections as Set<{ id: string; close: () => void }>).forEach((one) => {
          if (one.id === session.id) one.close()
        })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  app = await startTestApp({
    institute: true,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Maahad <no-reply@institute.example>',
      LOG_LEVEL: 'silent',
    },
  })
})
afterAll(async () => {
  await app.stop()
  await new Promise<void>((resolve) => server.close(resolve))
})
beforeEach(() => {
  received = []
  answers = []
})

const content = {
  lang: 'ar' as const,
  title: 'عنوان <b>',
  paragraphs: ['فقرة أولى & ثانية'],
  code: '123456',
  action: { label: 'افتح', url: 'https://institute.example/ar?a=1&b=2' },
  footer: ['معهد', 'الرياض'],
}

const NOTHING = { kind: 'invoice', id: 'order-1' } as const

/** Writes the mail; each test is the job's only worker. */
async function written(facts: Partial<Parameters<typeof sendEmail>[2]> = {}): Promise<number> {
  const about = facts.about ?? crypto.randomUUID()
  const to = facts.to ?? 'sara@example.com'
  await app.db
    .insertInto('messages')
    .values({
      channel: 'email',
      recipient: to,
      subject: facts.subject ?? 'موضوع',
      lang: facts.lang ?? 'ar',
      about,
      expires_at: facts.expiresAt ?? null,
      reply_to: facts.replyTo ?? null,
      attachments: JSON.stringify(facts.attachments ?? []),
      ...renderEmail(content),
    })
    .execute()
  return (await app.db.selectFrom('messages').select('id').where('about', '=', about).executeTakeFirstOrThrow()).id
}
const deliver = (id: number) => deliverMessage(app.services, id)
const rowOf = (id: number) => app.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a mail', () => {
  it('is answered to the institute, or to whom it is about, never to the address that nobody reads', async () => {
    const { email } = (await findInstitute(app.db))!
    await deliver(await written())
    await deliver(await written({ replyTo: 'buyer@company.example' }))
    expect(received.map(({ replyTo }) => replyTo?.text)).toEqual([email, 'buyer@company.example'])
  })

  it('arrives complete, marked as automatic, in its own language', async () => {
    const id = await written()
    await deliver(id)
    const [mail] = received
    expect(received).toHaveLength(1)
    expect(mail).toMatchObject({ subject: 'موضوع', messageId: `<${(await rowOf(id)).key}@institute.example>` })
    expect(mail!.from?.value).toEqual([{ name: 'معهد', address: 'no-reply@institute.example' }])
    expect(mail!.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail!.headers.get('content-language')).toBe('ar')
    expect(mail!.text).toContain(
      'عنوان <b>\n\nفقرة أولى & ثانية\n\n123456\n\nافتح:\nhttps://institute.example/ar?a=1&b=2',
    )
    expect(mail!.html).toContain('&lt;b&gt;')
    expect(mail!.html).toContain('href="https://institute.example/ar?a=1&amp;b=2"')
    expect(mail!.html).not.toMatch(/[⟦⟧]/)
  })

  it('has the sender’s name in its language', async () => {
    await deliver(await written({ lang: 'en' }))
    expect(received[0]?.from?.value[0]?.name).toBe('Maahad')
  })

  it('keeps a sign behind the Latin name that it belongs to, and leaves addresses as they are', () => {
    const url = 'https://institute.example/ar/courses/C#'
    const action = { label: 'افتح', url }
    const { html } = renderEmail({
      lang: 'ar',
      title: 'دورة C++',
      paragraphs: ['في Security+ بإصداره'],
      action,
      footer: [],
    })
    expect(html).toContain('في Security+\u200e بإصداره')
    expect(html).toContain('دورة C++\u200e')
    expect(html).toContain(`href="${url}"`)
  })

  it('is stored once for one event', async () => {
    const mail = {
      to: 'sara@example.com',
      subject: 's',
      lang: 'ar' as const,
      ...renderEmail(content),
      about: 'order-1',
    }
    await Promise.all(Array.from({ length: 5 }, () => sendEmail(app.db, app.services.now(), mail)))
    await expect.poll(() => received.length).toBe(1)
    expect(await app.db.selectFrom('messages').select('id').where('about', '=', 'order-1').execute()).toHaveLength(1)
  })

  it('is retried after a temporary error', async () => {
    const id = await written()
    answers = [{ at: 'rcpt', code: 451 }, { at: 'data', code: 452 }, 'hang up']
    for (let tries = 1; tries <= 3; tries += 1) {
      await expect(deliver(id)).rejects.toThrow()
      expect(await rowOf(id)).toMatchObject({ tries, sent_at: null, given_up_at: null })
    }
    await deliver(id)
    await deliver(id)
    expect(received).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(Date), last_error: null })
  })

  it('has its attachments, rendered on delivery', async () => {
    const id = await written({ attachments: [{ kind: 'calendar', id: 'order-1' }, NOTHING] })
    await deliverMessage(app.services, id, async (enclosure, lang) =>
      enclosure.kind === 'calendar'
        ? { name: `${enclosure.id}.ics`, type: 'text/calendar; charset=utf-8', content: Buffer.from(`موعد ${lang}`) }
        : undefined,
    )
    expect(received[0]!.attachments).toHaveLength(1)
    expect(received[0]!.attachments[0]).toMatchObject({
      filename: 'order-1.ics',
      contentType: 'text/calendar',
      content: Buffer.from('موعد ar'),
    })
  })

  it('waits a little for an attachment that cannot be rendered, and is then sent without it', async () => {
    const id = await written({ attachments: [NOTHING] })
    const failing = async () => {
      throw new Error('no paper')
    }
    for (const tries of [1, 2]) {
      await expect(deliverMessage(app.services, id, failing)).rejects.toThrow('no paper')
      expect(await rowOf(id)).toMatchObject({ tries, sent_at: null })
    }
    await deliverMessage(app.services, id, failing)
    expect(received).toHaveLength(1)
    expect(received[0]!.attachments).toEqual([])
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(Date) })
  })

  it('keeps its Message-ID when it is delivered again after a lost response', async () => {
    const id = await written()
    answers = ['accept and hang up']
    await expect(deliver(id)).rejects.toThrow()
    await deliver(id)
    expect(received).toHaveLength(2)
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1)
  })

  it.each([
    { at: 'rcpt' as const, code: 550 },
    { at: 'data' as const, code: 554 },
  ])('is abandoned after a permanent error: $code', async (answer) => {
    const id = await written()
    answers = [answer]
    await deliver(id)
    await deliver(id)
    expect(received).toEqual([])
    expect(await rowOf(id)).toMatchObject({ given_up_because: 'refused' })
  })

  it('is abandoned after three days of attempts', async () => {
    const id = await written()
    await app.db.updateTable('messages').set({ tries: 19 }).where('id', '=', id).execute()
    answers = [{ at: 'data', code: 451 }]
    await deliver(id)
    expect(await rowOf(id)).toMatchObject({ given_up_because: 'tries' })
  })

  it('with a code is not sent after the code expired', async () => {
    const form = signUpForm()
    await app.call('POST', 'Auth/register', { body: form })
    await expect.poll(() => received.length).toBe(1)
    const { expires_at, created_at } = await app.db
      .selectFrom('messages')
      .select(['expires_at', 'created_at'])
      .where('recipient', '=', form.email)
      .executeTakeFirstOrThrow()
    expect(expires_at!.getTime() - created_at.getTime()).toBe(600_000)
    const old = await written({ expiresAt: created_at })
    await deliver(old)
    expect(await rowOf(old)).toMatchObject({ given_up_because: 'expired' })
  })
})

it('every one of many sign-ups gets one mail, although the server sometimes fails', async () => {
  answers = Array.from({ length: 6 }, (_, n) => ({ at: n % 2 ? 'rcpt' : 'data', code: 451 }) as Failure)
  const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(app)))
  const codes = () => received.filter(({ subject }) => /\d{6}/.test(subject ?? ''))
  await expect.poll(() => codes().length, { timeout: 40_000, interval: 250 }).toBe(people.length)
  const recipients = codes().map(({ to }) => (Array.isArray(to) ? to[0] : to)?.text)
  expect(recipients.sort()).toEqual(people.map(({ email }) => email).sort())
})
