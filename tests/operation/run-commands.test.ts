/** What staff do with a run whose seats are sold, over HTTP: with the mails as learners get them, and a killed server. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '../../app/platform/database/database.server.ts'
import { dayOf } from '../../app/platform/days.ts'
import { readSettings } from '../../app/platform/settings.server.ts'
import { apiOverHttp } from '../support/api-over-http.ts'
import { call, startTestApp, type TestApp } from '../support/app.ts'
import { createTestDatabase, dropTestDatabase } from '../support/cluster.ts'
import { inDays, learner } from '../support/factories.ts'
import { longIt } from '../support/long.ts'
import { institute } from '../support/orders/invoices.ts'
import { bookable, CARDS, eventually, is, orderStatus, payWith } from '../support/orders/orders.ts'
import { unlockJobs, withConnection } from '../support/orders/settled.ts'
import { type ApiChild, startApiChild } from '../support/processes/api-child.ts'
import { tokenOf } from '../support/signed-in.ts'

const COURSE = { name: { ar: 'إدارة المشاريع', en: 'Project management' } }
const session = (days: number) => ({ day: dayOf(inDays(days)), from: '17:00', to: '20:00' })

/** A learner with a paid seat. */
async function paid(app: TestApp, courseId: number, scheduleId: number) {
  const person = await learner(app.db)
  const { id, paymentUrl } = await apiOverHttp(app, await tokenOf(app, person), 'en').checkout.place({
    courseId,
    scheduleId,
  })
  await payWith(paymentUrl, CARDS.good)
  await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
  return { person, id }
}

it('a run gets more seats, is moved and cancelled: each learner gets one mail, whose entry replaces the former one', async () => {
  const received: ParsedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, _, done) => {
      received.push(await simpleParser(stream))
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Maahad <office@institute.example>' }
  const app = await startTestApp({ env })
  try {
    await institute(app.db)
    const { courseId, scheduleId: id } = await bookable(app.db, COURSE, { seats: 2 })
    const learners = [await paid(app, courseId, id), await paid(app, courseId, id)]
    const { runs } = apiOverHttp(app, await tokenOf(app, await learner(app.db, { roles: ['Admin'] })))
    const mailsTo = (email: string, subject: string) =>
      received.filter((mail) => [mail.to].flat()[0]?.text === email && mail.subject?.startsWith(subject))
    const eventOf = (mail: ParsedMail) => {
      const file = mail.attachments.find(({ contentType }) => contentType.startsWith('text/calendar'))!
      const event = new ICAL.Component(ICAL.parse(file.content.toString())).getFirstSubcomponent('vevent')!
      return new ICAL.Event(event)
    }
    const withCalendar = async (email: string) =>
      eventually(
        async () => received.filter(({ to, attachments }) => [to].flat()[0]?.text === email && attachments.length > 0),
        (mails) => expect(mails.length).toBeGreaterThan(0),
      )
    const before = await Promise.all(
      learners.map(async ({ person }) => eventOf((await withCalendar(person.email))[0]!)),
    )

    await expect(runs.setRunCapacity({ id, seats: 1, heldSeats: 0 })).rejects.toThrow('409')
    expect(await runs.setRunCapacity({ id, seats: 3, heldSeats: 0 })).toMatchObject({ seats: 3 })

    const { fingerprint } = await runs.reschedulePreview({ id })
    await runs.rescheduleRun({ id, fingerprint, sessions: [session(50), session(51)], reason: 'The hall is closed' })
    const moved = 'New dates for your course'
    await eventually(async () => learners.map(({ person }) => mailsTo(person.email, moved).length), is([1, 1]))
    for (const [place, { person }] of learners.entries()) {
      const after = eventOf(mailsTo(person.email, moved)[0]!)
      expect(after.uid).toBe(before[place]!.uid)
      expect(after.sequence).toBeGreaterThan(before[place]!.sequence)
      expect(after.startDate.toString()).toContain(dayOf(inDays(50)))
    }

    const preview = await runs.cancelPreview({ id })
    await runs.cancelRun({ id, fingerprint: preview.fingerprint, reason: 'The trainer is ill' })
    await eventually(async () => (await runs.run({ id })).actions[0]!.ordersDone, is(2))
    await eventually(
      async () => learners.map(({ person }) => mailsTo(person.email, 'Your course was cancelled').length),
      is([1, 1]),
    )
    for (const { person } of learners) expect(mailsTo(person.email, moved)).toHaveLength(1)
  } finally {
    await app.stop()
    await new Promise<void>((resolve) => server.close(resolve))
  }
})

longIt(
  'a run with 30 paid seats is cancelled while the server is killed five times: 30 refunds, notes and mails',
  async () => {
    const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl') }
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const databaseUrl = await createTestDatabase(cluster, name)
    const dataDir = mkdtempSync(join(tmpdir(), 'maahad-cancelling-'))
    const env = { DATABASE_URL: databaseUrl, MAAHAD_DEMO: '1', DATA_DIR: dataDir }
    const { db, close } = openDatabase(databaseUrl, 5, () => undefined)
    let child: ApiChild | undefined
    try {
      child = await startApiChild(env)
      const services = { db, settings: readSettings({ ...env, LOG_LEVEL: 'silent' }), now: () => new Date() }
      const app = {
        ...{ db, services },
        call: (method: string, path: string, options: object) => call(child!.address, method, path, options),
      } as unknown as TestApp
      await institute(db)
      const { courseId, scheduleId: id } = await bookable(db, COURSE, { seats: 30 })
      const seats: Awaited<ReturnType<typeof paid>>[] = []
      while (seats.length < 30)
        seats.push(...(await Promise.all(Array.from({ length: 5 }, () => paid(app, courseId, id)))))
      const { runs } = apiOverHttp(app, await tokenOf(app, await learner(db, { roles: ['Admin'] })))
      const { fingerprint } = await runs.cancelPreview({ id })
      await runs.cancelRun({ id, fingerprint, reason: 'The trainer is ill' })

      const done = async () => {
        const { rows } = await sql<{ done: number }>`select count(*)::int as done from run_action_items
        where done_at is not null`.execute(db)
        return rows[0]!.done
      }
      const killedAt: number[] = []
      for (const point of [1, 6, 11, 16, 21]) {
        while ((await done()) < point) await sleep(2)
        await child.end('SIGKILL')
        killedAt.push(await done())
        await withConnection(databaseUrl, unlockJobs)
        child = await startApiChild(env)
      }
      // Each time some orders were done and some were not.
      expect(killedAt).toHaveLength(5)
      expect(Math.max(...killedAt)).toBeLessThan(30)

      const ids = seats.map((seat) => seat.id)
      await eventually(done, is(30))
      await eventually(
        async () => {
          await withConnection(databaseUrl, (client) =>
            client.query(
              'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null',
            ),
          )
          const { rows } = await sql<Record<string, number>>`select
          (select count(*)::int from orders where status = 'refunded' and id = any(${ids}::uuid[])) as refunded,
          (select count(*)::int from refunds where status = 'done') as refunds,
          (select count(*)::int from invoices where kind = 'credit-note') as notes,
          (select sum(amount_halalas)::int from ledger) as ledger,
          (select sum(refunded_halalas)::int from sandbox_payments) as provider,
          (select count(*)::int from messages where subject like 'Your course was cancelled%') as mails,
          (select count(distinct recipient)::int from messages where subject like 'Your course was cancelled%') as people`.execute(
            db,
          )
          return rows[0]!
        },
        is<Record<string, number>>({
          refunded: 30,
          refunds: 30,
          notes: 30,
          ledger: 0,
          provider: 30 * 1000_00,
          mails: 30,
          people: 30,
        }),
      )
    } finally {
      await child?.end('SIGKILL')
      await close()
      await dropTestDatabase(cluster, name)
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)
