import { sql } from 'kysely'
import { askedForNews } from '../../../db/news-choice.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type DemonstrationPerson = { email: string; firstName: string; lastName: string; phone: string; joinedAt: Date }

/** Learners who cannot sign in: nobody needs their passwords. Most asked for news. @returns how many are new */
export async function addPeople(db: Database, people: DemonstrationPerson[]): Promise<number> {
  const added = await db
    .insertInto('users')
    .values(
      people.map(({ firstName, lastName, joinedAt, ...person }) => ({
        ...person,
        first_name: firstName,
        last_name: lastName,
        user_name: `${firstName} ${lastName}`,
        password_hash: null,
        roles: ['Student'],
        last_role: 'Student',
        status: 'active',
        terms_accepted_at: joinedAt,
        created_at: joinedAt,
        activated_at: joinedAt,
      })),
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'created_at'])
    .execute()
  for (const [index, { id, created_at }] of added.entries())
    if (index % 4 !== 3) await askedForNews(id, created_at).execute(db)
  return added.length
}

export async function accountsByEmail(db: Database) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName', 'user_name as userName', 'phone'])
    .select(['roles', 'last_role as lastRole'])
    .execute()
  return new Map(rows.map((row) => [row.email, row]))
}

/** The courses with their future runs that take enrolments, the next first. */
export async function coursesByKey(db: Database) {
  const rows = await sql<{
    key: string
    id: number
    specializationId: number
    version: number
    summary: string
    runs: number[]
  }>`
    select key, id, specialization_id as "specializationId", version, summary ->> 'ar' as summary,
      array(select s.id from schedules s where s.course_id = courses.id and s.starts_at > now() order by s.starts_at) as runs
    from courses`.execute(db)
  return new Map(rows.rows.map((row) => [row.key, row]))
}

/** The open payment of an order: our attempt, and what the sandbox calls it. */
export async function openSandboxPayment(db: Database, orderId: string) {
  const { rows } = await sql<{ attemptId: string; reference: string; amountHalalas: number }>`
    select id as "attemptId", provider_reference as reference, amount_halalas as "amountHalalas"
    from payment_attempts where order_id = ${orderId} and provider = 'sandbox' order by created_at desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** As if the learner had typed a test card on the payment page of the sandbox. */
export async function settleSandbox(
  db: Database,
  payment: { reference: string; status: 'paid' | 'failed'; reason: string | null; at: Date },
): Promise<void> {
  await sql`update sandbox_payments set status = ${payment.status}, card = 'visa', card_last_four = '1111',
    failure_reason = ${payment.reason}, updated_at = ${payment.at} where id = ${payment.reference}`.execute(db)
}

/** A payment that the sandbox has and no order of ours: its answer was lost on the way. @returns its reference */
export async function sandboxPaymentOfNobody(db: Database, { amountHalalas, at }: { amountHalalas: number; at: Date }) {
  const { rows } = await sql<{ reference: string }>`
    insert into sandbox_payments (id, attempt_id, amount_halalas, description, lang, return_url, status, card,
      card_last_four, created_at, updated_at)
    values (gen_random_uuid(), gen_random_uuid(), ${amountHalalas}, '', 'ar', '/', 'paid', 'visa', '1111', ${at}, ${at})
    returning id as reference`.execute(db)
  return rows[0]!.reference
}

export type SandboxPayment = {
  reference: string
  order: string
  orderId: string
  amountHalalas: number
  paidAt: Date
  /** Nothing of the order went back, and it was not moved. */
  isKept: boolean
}

/** What learners paid by a test card in a time, the oldest first. */
export async function sandboxPayments(db: Database, from: Date, until: Date): Promise<SandboxPayment[]> {
  const { rows } = await sql<SandboxPayment>`
    select a.provider_reference as reference, o.reference as "order", a.paid_halalas as "amountHalalas", o.paid_at as "paidAt",
      o.id as "orderId", o.status = 'paid' as "isKept"
    from payment_attempts a join orders o on o.id = a.order_id
    where a.provider = 'sandbox' and a.paid_halalas is not null and o.paid_at >= ${from} and o.paid_at < ${until}
    order by o.paid_at, o.id`.execute(db)
  return rows
}

/** Mails of what happened in the past were sent then. @param since of the database's clock */
export async function dateMails(db: Database, since: Date, at: Date): Promise<void> {
  await sql`update messages set created_at = ${at}, sent_at = ${at}
    where created_at >= ${since} and created_at > ${at} and recipient like '%.example'`.execute(db)
}

export async function databaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]!.now
}

export async function sessionsOf(db: Database, runId: number) {
  return db
    .selectFrom('run_sessions')
    .select(['id', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('schedule_id', '=', runId)
    .orderBy('starts_at')
    .execute()
}

export async function categoryId(db: Database, key: string): Promise<number> {
  const { id } = await db.selectFrom('post_categories').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  return id
}

/** Comments that members wrote under posts, the newest first. */
export async function someComments(db: Database, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('post_id', 'is not', null)
    .where('state', '=', 'shown')
    .orderBy('created_at', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

type Failed = { recipient: string; at: Date; because: string; error: string }

/** As if the server of the recipient had not taken the last mail. */
export async function undeliver(db: Database, { recipient, at, because, error }: Failed): Promise<void> {
  const { numAffectedRows } = await sql`
    update messages set sent_at = null, tries = 1, given_up_at = ${at}, given_up_because = ${because}, last_error = ${error}
    where id = (select id from messages where recipient = ${recipient} and channel = 'email'
      order by created_at desc, id desc limit 1)`.execute(db)
  if (numAffectedRows !== 1n) throw new Error(`No mail went to ${recipient}.`)
}
