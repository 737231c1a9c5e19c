/** The account and the run of a person whom staff enrol. */
import { accountOfAddress } from '../../../db/account-of-address.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'

export type EnrolledAccount = { id: number; name: string; email: string; phone: string; lang: string }

const ACCOUNT = ['id', 'user_name as name', 'email', 'phone', 'lang'] as const

export function accountOf(db: Database, email: string): Promise<EnrolledAccount | undefined> {
  return db
    .selectFrom('users')
    .select(ACCOUNT)
    .where('id', '=', accountOfAddress(email))
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

export type NewAccount = {
  email: string
  firstName: string
  lastName: string
  phone: string
  lang: string
  now: Date
}

/**
 * Makes an account without a password: its owner sets one by the link for a forgotten password, which proves that the
 * address is theirs. Pending sign-ups of the address end. The account that came before, if one did.
 */
export async function createAccountFor(tx: Tx, person: NewAccount): Promise<EnrolledAccount> {
  const created = await tx
    .insertInto('users')
    .values({
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      user_name: `${person.firstName} ${person.lastName}`,
      phone: person.phone,
      lang: person.lang,
      terms_accepted_at: person.now,
      created_at: person.now,
      activated_at: person.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(ACCOUNT)
    .executeTakeFirst()
  if (!created) return (await accountOf(tx, person.email))!
  await tx.deleteFrom('registrations').where('email', '=', person.email).execute()
  return created
}

/** Whether the run was cancelled: the offer of a course shows it as closed only. */
export async function isCancelledRun(db: Database, scheduleId: number): Promise<boolean> {
  const run = await db.selectFrom('schedules').select('cancelled_at').where('id', '=', scheduleId).executeTakeFirst()
  return run?.cancelled_at != null
}
