/** Whether a learner belongs to one of the companies that a coupon is limited to. */
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Coupon } from './coupon.ts'

/** Whoever has no account yet is known by the address alone. */
export type Person = { id?: number | undefined; email: string }

/** A company's people are its contacts, and those who are named for one of its seats or use one. */
export async function isOfCompanies(
  db: Database,
  companyIds: readonly number[],
  { id, email }: Person,
): Promise<boolean> {
  const seats = sql`company_seats s join quotes q on q.id = s.quote_id and q.company_id = any(${companyIds}::int[])`
  const { rows } = await sql<{ found: boolean }>`select
    exists (select from company_contacts where company_id = any(${companyIds}::int[]) and email = ${email})
    or exists (select from ${seats} where s.person_email = ${email} and s.withdrawn_at is null)
    or exists (select from orders o join ${seats} on s.order_id = o.id where o.user_id = ${id ?? null}::int) as found`.execute(
    db,
  )
  return rows[0]!.found
}

/** For `whyRefused`: undefined for a guest, and of a coupon for everybody. */
export async function isOfCouponCompanies(
  db: Database,
  coupon: Pick<Coupon, 'companyIds'> | undefined,
  person: Person | null,
): Promise<boolean | undefined> {
  return coupon?.companyIds && person ? isOfCompanies(db, coupon.companyIds, person) : undefined
}
