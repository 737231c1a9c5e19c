/** What the room of people reads of very many learners and as many enquiries. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leadsOperations } from '../../app/features/leads/leads.server.ts'
import { dueLeads, remindOfPromises } from '../../app/features/leads/promises/promises.server.ts'
import { learnersOperations } from '../../app/features/learners/learners.server.ts'
import type { Context } from '../../app/platform/context.server.ts'
import { statementsOf, weightOf } from '../../bench/community/plans.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { IS_LONG } from '../support/long.ts'

const PEOPLE = IS_LONG ? 200_000 : 20_000
/** Still waiting for an answer; the others were closed long ago. */
const WAITING = 60

let app: TestApp
let pool: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  pool = new pg.Pool({
    connectionString: app.services.settings.databaseUrl!,
    options: '-c random_page_cost=1.1',
  })
  await sql`insert into users (email, first_name, last_name, user_name, phone, terms_accepted_at)
    select 'u' || n || '@example.com', 'نورة', 'سعد ' || n, 'نورة', '+9665' || lpad(n::text, 8, '0'), now()
    from generate_series(1, ${PEOPLE}::int) n`.execute(app.db)
  await sql`insert into leads (reference, kind, status, name, email, phone, fields, lang, created_at, updated_at, erase_at)
    select 'Q-2026-' || lpad(n::text, 7, '0'), (array['contact', 'support', 'complaint', 'quote', 'trainer'])[1 + n % 5],
      case when n > ${PEOPLE - WAITING}::int then 'received' else 'closed' end, 'نورة سعد',
      'u' || n || '@example.com', '+9665' || lpad(n::text, 8, '0'), '{}', 'ar',
      now() - (${PEOPLE}::int - n) * interval '1 minute' - interval '20 days', now(), now() + interval '1 year'
    from generate_series(1, ${PEOPLE}::int) n`.execute(app.db)
  await sql`update leads set merged_into = (select max(id) from leads), merged_at = now() where id in (
    select id from leads order by id limit 20)`.execute(app.db)
  for (const table of ['users', 'leads']) await sql`vacuum analyze ${sql.table(table)}`.execute(app.db)
}, 180_000)
afterAll(async () => {
  await pool.end()
  await app.stop()
})

const context = () =>
  ({
    ...app.services,
    lang: 'ar',
    user: { id: 1, roles: ['Owner'] },
    ip: '10.0.0.1',
  }) as unknown as Context

const EVERYTHING = { all: true, quotes: true, assignedTo: null }
const REFERENCE = `Q-2026-${String(PEOPLE).padStart(7, '0')}`
const anybody = async () =>
  (
    await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', `u${PEOPLE / 2}@example.com`)
      .executeTakeFirstOrThrow()
  ).id

it.each<[string, () => Promise<unknown>]>([
  ['who is due', () => dueLeads(context(), EVERYTHING, 20)],
  ['reminders', () => remindOfPromises(app.services)],
  ['an enquiry with those of its sender', () => leadsOperations.lead(context(), { reference: REFERENCE })],
  ['templates for it', () => leadsOperations.leadTemplates(context(), { reference: REFERENCE })],
  ['an account', async () => learnersOperations.learner(context(), { id: await anybody() })],
  ['the preview of an erasure', async () => learnersOperations.erasurePreview(context(), { id: await anybody() })],
  [
    'the preview of a merging',
    async () => learnersOperations.mergingPreview(context(), { id: await anybody(), into: (await anybody()) + 1 }),
  ],
  ['copies of data', async () => learnersOperations.dataFiles(context(), { id: await anybody() })],
])('reads no table whole: %s', async (_name, call) => {
  const { rows, whole } = await weightOf(pool, await statementsOf(call))
  expect({ whole, isBounded: rows <= 1000 }).toEqual({ whole: [], isBounded: true })
})

it('the list reads little more than a page, and counts no more than ten thousand', async () => {
  const asked = { Kind: undefined, Status: undefined, Assignee: undefined, SearchTerm: undefined }
  const statements = await statementsOf(() =>
    leadsOperations.leads(context(), { ...asked, PageIndex: 1, PageSize: 50 }),
  )
  const pages = statements.filter(({ text }) => !/^\s*select count\(/.test(text))
  expect((await weightOf(pool, pages)).rows).toBeLessThanOrEqual(1000)
  expect((await weightOf(pool, statements, 11_000)).whole).toEqual([])
})
