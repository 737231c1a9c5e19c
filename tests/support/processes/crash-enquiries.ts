/** A server that is killed repeatedly between saving an enquiry and sending its mails. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { type ApiChild, startApiChild } from './api-child.ts'

export type Figures = {
  kills: number
  /** References in the responses. */
  acknowledged: string[]
  /** References in the database. */
  saved: string[]
  /** The number of mails for them in the database. */
  written: number
  /** By Message-ID: how often it was delivered. */
  delivered: Map<string, number>
  /** Mails in the database that the mail server never accepted. */
  missing: string[]
  /** How often the mail server rejected a mail temporarily. */
  refused: number
}

const CONCURRENCY = 6
/** The mail server temporarily rejects one in this many mails. */
const REFUSED_EVERY = 4
const DELIVERY_MS = 15

/** Sends enquiries to a server that is killed as soon as it has acknowledged some; the last server is not killed. */
export async function killBetweenSaveAndSend(databaseUrl: string, kills: number): Promise<Figures> {
  const mailServer = await startMailServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-killed-'))
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const start = () =>
    startApiChild({
      DATABASE_URL: databaseUrl,
      MAAHAD_DEMO: '1',
      DATA_DIR: dataDir,
      TRUST_PROXY: '1',
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'Maahad <office@institute.example>',
    })
  const acknowledged: string[] = []
  try {
    for (let kill = 0; kill < kills; kill++) {
      const child = await start()
      await sendUntilKilled(child, acknowledged)
      // Unlocks the job of the killed server, as the queue does after the job's time limit.
      await database.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '10 minutes'
        where locked_at is not null`)
    }
    const last = await start()
    await untilEverythingIsSent(database)
    await last.end('SIGTERM')
    const { rows: leads } = await database.query<{ reference: string }>('select reference from leads')
    const { rows: mails } = await database.query<{ key: string }>(
      `select key from messages where about like 'lead:%' or about like 'lead-for-office:%'`,
    )
    return {
      kills,
      acknowledged,
      saved: leads.map(({ reference }) => reference),
      written: mails.length,
      delivered: mailServer.delivered,
      missing: mails.map(({ key }) => key).filter((key) => !mailServer.delivered.has(`<${key}@institute.example>`)),
      refused: mailServer.refused(),
    }
  } finally {
    await database.end()
    await mailServer.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

let people = 0

async function sendUntilKilled(child: ApiChild, acknowledged: string[]): Promise<void> {
  const first = Promise.withResolvers<void>()
  const sent = Array.from({ length: CONCURRENCY }, async () => {
    people += 1
    const answer = await fetch(`${child.address}/api/Contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.${people >> 8}.${people & 255}.7` },
      body: JSON.stringify({
        name: 'سارة القحطاني',
        email: `${randomUUID()}@visitor.example`,
        phone: '0551234567',
        subject: 1,
        message: 'متى تبدأ الدورة القادمة؟',
      }),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    acknowledged.push(((await answer.json()) as { data: { reference: string } }).data.reference)
    first.resolve()
  })
  await Promise.race([first.promise, Promise.all(sent)])
  await sleep(Math.random() * 5 * DELIVERY_MS)
  await child.end('SIGKILL')
  // Only requests without a response are sent again.
  const ends = await Promise.allSettled(sent)
  const refusals = ends.flatMap((end) => (end.status === 'rejected' && !(end.reason instanceof TypeError) ? [end] : []))
  if (refusals.length > 0) throw refusals[0]!.reason
}

/** Retries are delayed more and more: makes them due now. */
export async function untilEverythingIsSent(database: pg.Client): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 100) {
    const { rows } = await database.query<{ waiting: number }>(
      'select count(*)::int as waiting from messages where sent_at is null and given_up_at is null',
    )
    if (rows[0]!.waiting === 0) return
    await database.query(
      'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null and attempts > 0',
    )
    await sleep(100)
  }
  throw new Error('Mails still wait.')
}

export async function startMailServer() {
  const delivered = new Map<string, number>()
  let attempts = 0
  let refused = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, _, done) => {
      // A killed server closes the connection in the middle of a mail.
      const mail = await simpleParser(stream).catch(() => undefined)
      if (!mail) return done()
      const { messageId = 'none' } = mail
      attempts += 1
      if (attempts % REFUSED_EVERY === 0) {
        refused += 1
        return done(Object.assign(new Error('not now'), { responseCode: 451 }))
      }
      await sleep(DELIVERY_MS)
      delivered.set(messageId, (delivered.get(messageId) ?? 0) + 1)
      done()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    delivered,
    refused: () => refused,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
