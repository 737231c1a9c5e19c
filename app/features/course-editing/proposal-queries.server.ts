import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { AnyChanges } from '../revisions/queries.server.ts'

const SHOWN = ['course_proposals.id', 'changes', 'proposed_at', 'decided_at', 'is_accepted', 'reason'] as const

const proposals = (db: Database) =>
  db
    .selectFrom('course_proposals')
    .leftJoin('users', 'users.id', 'proposed_by')
    .select([...SHOWN, 'course_id', 'proposed_by', 'users.user_name as by'])

/** Those of a course that wait, the oldest first. */
export function findWaitingProposals(db: Database, courseId: number) {
  return proposals(db)
    .where('course_id', '=', courseId)
    .where('decided_at', 'is', null)
    .orderBy('proposed_at')
    .execute()
}
export type ProposalRow = Awaited<ReturnType<typeof findWaitingProposals>>[number]

/** What this person proposed last for the course. */
export function findLastProposal(db: Database, courseId: number, userId: number): Promise<ProposalRow | undefined> {
  return proposals(db)
    .where('course_id', '=', courseId)
    .where('proposed_by', '=', userId)
    .orderBy('course_proposals.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The one that waits of this id, held until the transaction ends, with whom to tell. */
export async function lockWaitingProposal(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('course_proposals')
    .innerJoin('users', 'users.id', 'proposed_by')
    .select(['course_id', 'changes', 'email', 'lang', 'first_name'])
    .where('course_proposals.id', '=', id)
    .where('decided_at', 'is', null)
    .forUpdate('course_proposals')
    .executeTakeFirst()
  return row && { ...row, changes: row.changes as AnyChanges }
}

/** In place of the one of the same person that waits. @returns its id */
export async function saveProposal(
  db: Database,
  { courseId, changes, userId, at }: { courseId: number; changes: AnyChanges; userId: number; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into course_proposals (course_id, changes, proposed_by, proposed_at)
    values (${courseId}, ${JSON.stringify(changes)}, ${userId}, ${at})
    on conflict (course_id, proposed_by) where decided_at is null
    do update set changes = excluded.changes, proposed_at = excluded.proposed_at
    returning id`.execute(db)
  return rows[0]!.id
}

/** @returns whether one was waiting */
export async function deleteWaitingProposal(db: Database, courseId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('course_proposals')
    .where('course_id', '=', courseId)
    .where('proposed_by', '=', userId)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function decideProposal(
  tx: Tx,
  id: number,
  decision: { isAccepted: boolean; reason: string | null; userId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('course_proposals')
    .set({
      is_accepted: decision.isAccepted,
      reason: decision.reason,
      decided_by: decision.userId,
      decided_at: decision.at,
    })
    .where('id', '=', id)
    .execute()
}
