/** Decisions as they are told to authors, their appeals, and the end of bans. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import type { WrittenKind } from './written-contract.ts'

export type AuthorAccount = { userId: number; email: string; firstName: string; lang: 'ar' | 'en' }

/** The account that writes as the author; undefined where nobody can be told. */
export async function accountOfAuthor(db: Database, authorId: number): Promise<AuthorAccount | undefined> {
  const { rows } = await sql<AuthorAccount>`
    select u.id as "userId", u.email, u.first_name as "firstName", u.lang
    from authors a left join trainers t on t.id = a.trainer_id
      join users u on u.id = coalesce(a.user_id, t.user_id)
    where a.id = ${authorId} and u.status = 'active' and u.erased_at is null`.execute(db)
  return rows[0]
}

export type NewDecision = {
  kind: WrittenKind
  subjectId: number
  authorId: number
  decision: 'keep' | 'remove' | 'ban'
  reason: string
  decidedBy: number
  decidedAt: Date
  appealUntil: Date | null
}

export async function insertDecision(db: Database, decision: NewDecision): Promise<number> {
  const { id } = await db
    .insertInto('moderation_decisions')
    .values({
      kind: decision.kind,
      subject_id: decision.subjectId,
      author_id: decision.authorId,
      decision: decision.decision,
      reason: decision.reason,
      decided_by: decision.decidedBy,
      decided_at: decision.decidedAt,
      appeal_until: decision.appealUntil,
      purged_at: decision.decision !== 'keep' && decision.appealUntil === null ? decision.decidedAt : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type DecisionRow = {
  id: number
  kind: WrittenKind
  subjectId: number
  authorId: number | null
  decision: 'remove' | 'ban'
  reason: string
  decidedBy: { id: number; name: string } | null
  decidedAt: Date
  appealUntil: Date | null
  appeal: string | null
  appealedAt: Date | null
  outcome: 'upheld' | 'reversed' | null
  answer: string | null
  bannedUntil: Date | null
  /** Null once it was deleted. */
  text: string | null
  author: string | null
}

const DECISION = sql`
  select d.id, d.kind, d.subject_id as "subjectId", d.author_id as "authorId", d.decision, d.reason,
    d.decided_at as "decidedAt", d.appeal_until as "appealUntil", d.appeal, d.appealed_at as "appealedAt",
    d.appeal_outcome as outcome, d.appeal_answer as answer, a.stopped_until as "bannedUntil",
    case when by.id is not null then json_build_object('id', by.id, 'name', by.first_name || ' ' || by.last_name) end
      as "decidedBy",
    case d.kind when 'post' then (select p.title || E'\n\n' || p.content from posts p where p.id = d.subject_id)
      else (select c.text from comments c where c.id = d.subject_id) end as text,
    u.user_name as author
  from moderation_decisions d
  left join authors a on a.id = d.author_id
  left join trainers t on t.id = a.trainer_id
  left join users u on u.id = coalesce(a.user_id, t.user_id)
  left join users by on by.id = d.decided_by`

const isRemoval = sql`d.decision in ('remove', 'ban')`

async function decisions(db: Database, condition: RawBuilder<unknown>): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`${DECISION} where ${isRemoval} and ${condition}`.execute(db)
  return rows
}

export async function findDecision(db: Database, id: number): Promise<DecisionRow | undefined> {
  return (await decisions(db, sql`d.id = ${id}`))[0]
}

const isWaiting = sql`d.appealed_at is not null and d.appeal_decided_at is null`

export const findAppeals = (db: Database, page: { limit: number; offset: number }): Promise<DecisionRow[]> =>
  decisions(db, sql`${isWaiting} order by d.appealed_at, d.id limit ${page.limit} offset ${page.offset}`)

/** Counts up to `max`. */
export async function countAppeals(db: Database, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from moderation_decisions d where ${isWaiting} limit ${max}) as waiting`.execute(db)
  return rows[0]!.count
}

/** False when it was appealed before, or the time for it is over. */
export async function insertAppeal(db: Database, id: number, appeal: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update moderation_decisions d set appeal = ${appeal}, appealed_at = ${now}
    where d.id = ${id} and ${isRemoval} and d.appealed_at is null and d.purged_at is null and d.appeal_until > ${now}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** For one of two concurrent answers; undefined for the other. */
export async function closeAppeal(
  db: Database,
  id: number,
  answer: { outcome: 'upheld' | 'reversed'; text: string | null; by: number; now: Date },
) {
  const { rows } = await sql<{ kind: WrittenKind; subjectId: number; authorId: number | null; decision: string }>`
    update moderation_decisions d set appeal_outcome = ${answer.outcome}, appeal_answer = ${answer.text},
      appeal_decided_by = ${answer.by}, appeal_decided_at = ${answer.now},
      purged_at = case when ${answer.outcome} = 'upheld' then ${answer.now}::timestamptz end
    where d.id = ${id} and ${isWaiting}
    returning d.kind, d.subject_id as "subjectId", d.author_id as "authorId", d.decision`.execute(db)
  return rows[0]
}

/** Removed texts whose author did not object in time: each is claimed by one server. */
export async function claimOverdue(db: Database, now: Date, most: number) {
  const { rows } = await sql<{ kind: WrittenKind; subjectId: number }>`
    update moderation_decisions d set purged_at = ${now}
    where d.id in (select id from moderation_decisions
      where purged_at is null and appealed_at is null and appeal_until is not null and appeal_until <= ${now}
      order by appeal_until limit ${most} for update skip locked)
    returning d.kind, d.subject_id as "subjectId"`.execute(db)
  return rows
}

/** Whether another active account may decide. */
export async function hasOtherModerator(db: Database, userId: number, roles: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`roles && ${roles}::text[]`)
    .where('status', '=', 'active')
    .where('erased_at', 'is', null)
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets authors write again whose ban has ended. */
export async function liftEndedBans(db: Database, now: Date): Promise<void> {
  await sql`update authors set stopped_at = null, stopped_until = null where stopped_until <= ${now}`.execute(db)
}
