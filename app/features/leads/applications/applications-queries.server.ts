import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'

type Both = { ar: string; en: string }
export type CriterionRow = { id: number; version: number; name: Both; isRetired: boolean }

const CRITERION = sql`id, version, name, retired_at is not null as "isRetired"`

export async function findCriteria(db: Database): Promise<CriterionRow[]> {
  const { rows } =
    await sql<CriterionRow>`select ${CRITERION} from trainer_criteria order by retired_at is not null, position, id`.execute(
      db,
    )
  return rows
}

export async function insertCriterion(db: Database, name: Both): Promise<CriterionRow> {
  const { rows } = await sql<CriterionRow>`
    insert into trainer_criteria (name, position)
    values (${JSON.stringify(name)}::jsonb, (select coalesce(max(position), 0) + 1 from trainer_criteria))
    returning ${CRITERION}`.execute(db)
  return rows[0]!
}

export async function lockCriterion(db: Database, id: number): Promise<CriterionRow | undefined> {
  const { rows } = await sql<CriterionRow>`
    select ${CRITERION} from trainer_criteria where id = ${id} for update`.execute(db)
  return rows[0]
}

/** All of them, so that none is named anew while a score is written. */
export async function lockCriteria(db: Database): Promise<CriterionRow[]> {
  const { rows } = await sql<CriterionRow>`select ${CRITERION} from trainer_criteria order by id for share`.execute(db)
  return rows
}

export async function updateCriterion(
  db: Database,
  id: number,
  { name, isRetired }: Pick<CriterionRow, 'name' | 'isRetired'>,
  now: Date,
): Promise<CriterionRow> {
  const { rows } = await sql<CriterionRow>`
    update trainer_criteria set name = ${JSON.stringify(name)}::jsonb,
      retired_at = case when ${isRetired} then coalesce(retired_at, ${now}) end
    where id = ${id} returning ${CRITERION}`.execute(db)
  return rows[0]!
}

/** The criteria for an application: those that are asked, and those by which it was scored. */
export async function findScores(
  db: Database,
  leadId: number,
  reviewerId: number,
): Promise<(CriterionRow & { mean: number | null; own: number | null })[]> {
  const { rows } = await sql<CriterionRow & { mean: number | null; own: number | null }>`
    select ${CRITERION}, s.mean::float8 as mean, s.own from trainer_criteria
    left join (select criterion_id, avg(score) as mean, max(score) filter (where reviewer_id = ${reviewerId}) as own
      from lead_scores where lead_id = ${leadId} group by criterion_id) as s on s.criterion_id = trainer_criteria.id
    where retired_at is null or s.criterion_id is not null
    order by retired_at is not null, position, id`.execute(db)
  return rows
}

export type ReviewRow = {
  reviewerId: number
  by: string
  at: Date
  note: string | null
  mean: number | null
  scores: { name: Both; score: number; isFormer: boolean }[]
}

export async function findReviews(db: Database, leadId: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select r.reviewer_id as "reviewerId", u.first_name || ' ' || u.last_name as by, r.at, r.note,
      (select avg(score)::float8 from lead_scores s
        where s.lead_id = r.lead_id and s.reviewer_id = r.reviewer_id) as mean,
      (select coalesce(json_agg(json_build_object('name', v.name, 'score', s.score,
          'isFormer', v.version <> c.version) order by c.position, c.id), '[]')
        from lead_scores s join trainer_criteria c on c.id = s.criterion_id
          join trainer_criterion_versions v on (v.criterion_id, v.version) = (s.criterion_id, s.criterion_version)
        where s.lead_id = r.lead_id and s.reviewer_id = r.reviewer_id) as scores
    from lead_reviews r join users u on u.id = r.reviewer_id where r.lead_id = ${leadId} order by r.at, u.id`.execute(
    db,
  )
  return rows
}

export type NewReview = {
  leadId: number
  reviewerId: number
  note: string | null
  scores: readonly { criterion: number; score: number }[]
  now: Date
}

/** Replaces the reviewer's earlier scores and note. */
export async function writeReview(db: Database, { leadId, reviewerId, note, scores, now }: NewReview): Promise<void> {
  await sql`insert into lead_reviews (lead_id, reviewer_id, note, at) values (${leadId}, ${reviewerId}, ${note}, ${now})
    on conflict (lead_id, reviewer_id) do update set note = excluded.note, at = excluded.at`.execute(db)
  await sql`delete from lead_scores where lead_id = ${leadId} and reviewer_id = ${reviewerId}`.execute(db)
  await sql`insert into lead_scores (lead_id, reviewer_id, criterion_id, score)
    select ${leadId}, ${reviewerId}, (one ->> 'criterion')::int, (one ->> 'score')::int
    from jsonb_array_elements(${JSON.stringify(scores)}::jsonb) as one`.execute(db)
}

/** The trainer whom an applicant became. */
export async function findTrainerOfLead(
  db: Database,
  leadId: number,
): Promise<{ id: number; name: { ar: string; en?: string } } | undefined> {
  const { rows } = await sql<{ id: number; name: { ar: string; en?: string } }>`
    select t.id, t.name from leads l join trainers t on t.id = l.trainer_id where l.id = ${leadId}`.execute(db)
  return rows[0]
}

/** @returns false when the applicant has become a trainer already */
export async function setTrainer(db: Database, leadId: number, trainerId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leads')
    .set({ trainer_id: trainerId })
    .where('id', '=', leadId)
    .where('trainer_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
