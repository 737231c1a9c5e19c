/** A server that is killed repeatedly while staff answer enquiries. Unanswered requests are sent again, as a browser would. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hashPassword } from '../../../app/features/accounts/password.server.ts'
import { type ApiChild, startApiChild } from './api-child.ts'
import { startMailServer, untilEverythingIsSent } from './crash-enquiries.ts'

export type AnswerFigures = {
  kills: number
  /** Requests without a response, which were sent again. */
  repeated: number
  /** Of each enquiry: how many answers, events, audit rows and mails it has, and how many of its mails arrived. */
  enquiries: { messages: number; events: number; audited: number; mails: number; arrived: number }[]
}

const CONCURRENCY = 8
const PASSWORD = 'Answers-2026!'
const STAFF = 'answers@institute.example'

type Task = { reference: string; press: string }

/**
 * Answers so many enquiries, once each.
 * @param answersPerKill about how many answers are given before the server is killed
 */
export async function killWhileAnswering(
  databaseUrl: string,
  { answers, answersPerKill }: { answers: number; answersPerKill: number },
): Promise<AnswerFigures> {
  const mailServer = await startMailServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-answers-'))
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const start = () =>
    startApiChild({
      DATABASE_URL: databaseUrl,
      MAAHAD_DEMO: '1',
      DATA_DIR: dataDir,
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'Maahad <office@institute.example>',
    })
  let kills = 0
  let repeated = 0
  try {
    const waiting = await newEnquiries(database, answers)
    while (waiting.length > 0) {
      const child = await start()
      const lost = await answerUntilKilled(child, waiting, answersPerKill)
      if (lost === undefined) break
      kills += 1
      repeated += lost.length
      waiting.unshift(...lost)
      // Unlocks the job of the killed server, as the queue does after the job's time limit.
      await database.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '10 minutes'
        where locked_at is not null`)
    }
    const last = await start()
    await untilEverythingIsSent(database)
    await last.end('SIGTERM')
    const { rows } = await database.query<{ messages: number; events: number; audited: number; keys: string[] }>(`
      select (select count(*)::int from lead_messages where lead_id = leads.id) as messages,
        (select count(*)::int from lead_events where lead_id = leads.id and status = 'answered') as events,
        (select count(*)::int from audit_log where action = 'lead.answer' and subject = leads.reference) as audited,
        array(select key::text from messages where about in (
          select 'lead-answer:' || id from lead_messages where lead_id = leads.id)) as keys
      from leads order by id`)
    const enquiries = rows.map(({ keys, ...row }) => ({
      ...row,
      mails: keys.length,
      arrived: keys.filter((key) => mailServer.delivered.has(`<${key}@institute.example>`)).length,
    }))
    return { kills, repeated, enquiries }
  } finally {
    await database.end()
    await mailServer.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function newEnquiries(database: pg.Client, count: number): Promise<Task[]> {
  await database.query(
    `insert into users (email, password_hash, first_name, last_name, user_name, phone, roles, last_role, status,
      terms_accepted_at, activated_at)
    values ($1, $2, 'نورة', 'سعد', 'نورة سعد', '', '{Admin}', 'Admin', 'active', now(), now())`,
    [STAFF, await hashPassword(PASSWORD)],
  )
  const { rows } = await database.query<{ reference: string }>(
    `insert into leads (reference, kind, name, email, phone, fields, lang, created_at, updated_at, erase_at)
    select 'Q-2026-' || (700000 + n), 'contact', 'سارة', 'sender' || n || '@visitor.example', '+966551234567',
      '{"message": "متى تبدأ الدورة؟"}', 'ar', now(), now(), now() + interval '1 year'
    from generate_series(1, $1::int) n returning reference`,
    [count],
  )
  return rows.map(({ reference }) => ({ reference, press: randomUUID() }))
}

/** @returns the answers without a response; undefined when all were given before the server was killed */
async function answerUntilKilled(
  child: ApiChild,
  waiting: Task[],
  answersPerKill: number,
): Promise<Task[] | undefined> {
  const signedIn = await fetch(`${child.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: STAFF, password: PASSWORD }),
  })
  const { data } = (await signedIn.json()) as { data: { accessToken: string } }
  const lost: Task[] = []
  let given = 0
  let isKilled = false
  const kill = async () => {
    if (isKilled) return
    isKilled = true
    await sleep(Math.random() * 20)
    await child.end('SIGKILL')
  }
  let killed: Promise<void> | undefined
  const work = async () => {
    for (let task = waiting.shift(); task; task = isKilled ? undefined : waiting.shift()) {
      const answered = await answer(child, data.accessToken, task).catch((error: unknown) => {
        // Only a connection that the kill has ended is a reason to send it again.
        if (!(error instanceof TypeError)) throw error
        return false
      })
      if (!answered) lost.push(task)
      else given += 1
      if (given >= answersPerKill && waiting.length > 0) killed ??= kill()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  if (killed === undefined) {
    await child.end('SIGTERM')
    return undefined
  }
  await killed
  return lost
}

async function answer(child: ApiChild, token: string, { reference, press }: Task): Promise<true> {
  const response = await fetch(`${child.address}/api/admin/leads/${reference}/answers`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ body: 'تبدأ يوم الأحد.\n\nأهلًا بك.', press }),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return true
}
