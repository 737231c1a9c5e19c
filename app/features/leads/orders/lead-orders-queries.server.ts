import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'
import type { LeadKind, LeadStatus } from '../enquiry-contract.ts'
import { isAllowed, type LeadAccess } from '../queries.server.ts'

/** @returns the number of the order; undefined when there is none */
export async function orderReference(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('orders').select('reference').where('id', '=', id).executeTakeFirst()
  return row?.reference
}

export async function setOrder(db: Database, leadId: number, orderId: string | null): Promise<void> {
  await db.updateTable('leads').set({ order_id: orderId }).where('id', '=', leadId).execute()
}

/** Joins an order by its number, if it is this learner's. */
export async function setOwnOrder(db: Database, leadId: number, userId: number, reference: string): Promise<void> {
  await sql`update leads set order_id = orders.id from orders
    where leads.id = ${leadId} and orders.user_id = ${userId} and orders.reference = upper(${reference.trim()})`.execute(
    db,
  )
}

export async function findLeadsOfOrder(
  db: Database,
  orderId: string,
  access: LeadAccess,
): Promise<{ reference: string; kind: LeadKind; status: LeadStatus; created_at: Date }[]> {
  const { rows } = await sql<{ reference: string; kind: LeadKind; status: LeadStatus; created_at: Date }>`
    select reference, kind, status, created_at from leads
    where order_id = ${orderId}::uuid and ${isAllowed(access)} order by created_at desc, id desc`.execute(db)
  return rows
}
