/** Rows are found by what they refer to without reading a whole table. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './support/app.ts'

/** Foreign keys without an index: of small tables, or to rows that are never deleted and by which nothing is found. */
const NEVER_SEARCHED = [
  ...['specializations.parent_id', 'courses.sub_specialization_id', 'course_trainers.trainer_id'],
  ...['former_slugs.course_id', 'former_article_slugs.article_id', 'passkey_challenges.user_id', 'invitations.user_id'],
  ...['audit_log.user_id', 'moderation_events.actor_id', 'order_events.staff_id', 'installations.taken_over_by'],
  ...[
    'drafts.updated_by',
    'revisions.user_id',
    'course_proposals.proposed_by',
    'course_proposals.decided_by',
    'refunds.decided_by',
    'unmatched_payments.decided_by',
    ...['bank_statements.imported_by', 'bank_lines.decided_by', 'bank_line_uses.by_staff'],
    ...['payout_files.imported_by', 'payouts.matched_by', 'chargeback_notes.by_staff', 'e_invoicing_units.created_by'],
  ],
  ...['run_actions.target_id', 'run_actions.user_id'],
]

describe('the lists of a large institute', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('find rows by what they refer to: every foreign key has an index, or is never searched', async () => {
    const { rows: missing } = await sql<{ name: string }>`
      select conrelid::regclass || '.' || attname as name from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace
        and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`.execute(app.db)
    expect(missing.map(({ name }) => name).filter((name) => !NEVER_SEARCHED.includes(name))).toEqual([])
  })
})
