/** Moved and cancelled runs, and what was done with each order of them. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'

export type ActionRow = {
  id: string
  kind: 'move' | 'cancel'
  reason: string
  by: string | null
  at: Date
  doneAt: Date | null
  orders: number
  ordersDone: number
}

/** The newest first. */
export async function findActions(db: Database, runId: number): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select a.id, a.kind, a.reason, u.user_name as by, a.at, a.done_at as "doneAt", items.orders, items.done as "ordersDone"
    from run_actions a left join users u on u.id = a.user_id, lateral (
      select count(*)::int as orders, count(done_at)::int as done from run_action_items i where i.action_id = a.id) items
    where a.schedule_id = ${runId} order by a.at desc limit 50`.execute(db)
  return rows
}
