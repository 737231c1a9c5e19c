/** Every place with personal data, for account deletion. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.server.ts'

type Person = { id: number; email: string; phone: string }

/** The tables whose rows only the account needs: they are deleted with it. */
const OWN = [
  'sessions',
  'codes',
  'backup_codes',
  'authenticators',
  'passkeys',
  'passkey_challenges',
  'sign_in_challenges',
  'password_resets',
  'external_identities',
  'external_visits',
  'external_tickets',
  'follows',
  'notifications',
  'notification_settings',
  'learner_message_recipients',
  'digests',
  'learner_notes',
  'data_files',
  'calendar_feeds',
  'lesson_progress',
  'account_uses',
  'saved_courses',
  'useful_marks',
] as const

/**
 * Erases the personal data of an account. The row itself stays, without a name: orders and invoices refer to it. The
 * address can be used again.
 * @param formerName replaces the name on reviews, which stay
 * @returns the picture's address; undefined when it was erased already
 */
export async function erasePerson(
  tx: Tx,
  { id, email, phone }: Person,
  formerName: string,
  now: Date,
): Promise<{ picture: string | null } | undefined> {
  const before = await tx
    .selectFrom('users')
    .select('profile_picture')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  await tx
    .updateTable('users')
    .set({
      email: `erased-${id}@erased.invalid`,
      password_hash: null,
      first_name: '',
      last_name: '',
      user_name: '',
      phone: '',
      profile_picture: null,
      phone_verified_at: null,
      two_factor_at: null,
      status: 'erased',
      erased_at: now,
    })
    .where('id', '=', id)
    .execute()
  for (const table of OWN) await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await tx.deleteFrom('codes').where('address', 'in', [email, phone]).execute()
  await tx.deleteFrom('former_addresses').where('user_id', '=', id).execute()
  for (const table of ['registrations', 'invitations'] as const)
    await tx.deleteFrom(table).where('email', '=', email).execute()
  await tx.deleteFrom('external_tickets').where('email', '=', email).execute()
  await tx.deleteFrom('notify_requests').where('email', '=', email).execute()
  // A company's seat stays used; whom the company had named for it is forgotten.
  await tx
    .updateTable('company_seats')
    .set({ person_name: null, person_email: null })
    .where('person_email', '=', email)
    .execute()
  await tx.deleteFrom('waiting_places').where('user_id', '=', id).execute()
  await tx
    .deleteFrom('sign_in_tries')
    .where(
      sql<boolean>`key in (${`account:${email}`}, ${`proof:${id}`}) or right(key, ${email.length + 1}) = ${`:${email}`}`,
    )
    .execute()
  await tx
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`right(scope, ${`user:${id}`.length + 1}) = ${` user:${id}`}`)
    .execute()
  // What staff wrote to the author and what the author answered; who decided what stays, without words.
  await sql`update moderation_decisions d set reason = '', appeal = null, appeal_answer = null from authors a
    left join trainers t on t.id = a.trainer_id
    where a.id = d.author_id and coalesce(a.user_id, t.user_id) = ${id}`.execute(tx)
  // Posts and comments stay; an author without a name is shown as a former member.
  // An export of content and its import write the name of an account beside it.
  await tx.updateTable('authors').set({ user_id: null, name: null }).where('user_id', '=', id).execute()
  await tx.updateTable('trainers').set({ user_id: null }).where('user_id', '=', id).execute()
  await tx
    .updateTable('reviews')
    .set((eb) => ({
      ...{ user_id: null, user_name: formerName, user_picture: null },
      // What its author was told.
      hidden_reason: eb.case().when('hidden_reason', 'is not', null).then('').end(),
    }))
    .where('user_id', '=', id)
    .execute()
  const orders = tx.selectFrom('orders').select('id').where('user_id', '=', id)
  // Certificates keep their number, course and dates; attendance says only that a seat was used.
  await tx
    .updateTable('certificates')
    .set((eb) => ({ holder: null, revoke_reason: eb.case().when('revoked_at', 'is not', null).then('').end() }))
    .where('order_id', 'in', orders)
    .execute()
  await tx.deleteFrom('badges').where('order_id', 'in', orders).execute()
  await tx.updateTable('orders').set({ cancel_reason: null }).where('user_id', '=', id).execute()
  await tx.updateTable('refunds').set({ reason: '', answer: null }).where('requested_by', '=', id).execute()
  // That its receipt was declined stays, without what the learner was told.
  await tx
    .updateTable('transfers')
    .set({ answer: '' })
    .where('order_id', 'in', orders)
    .where('answer', 'is not', null)
    .execute()
  await tx
    .updateTable('order_parts')
    .set({ receipt_answer: '' })
    .where('order_id', 'in', orders)
    .where('receipt_answer', 'is not', null)
    .execute()
  // The receipt of a paid order is a record of the accounts: without an owner, it is not deleted with the others' files.
  await sql`update stored_files set owner_id = null where owner_id = ${id} and id in (
    select t.receipt_file from transfers t join orders o on o.id = t.order_id
    where o.user_id = ${id} and o.status in ('paid', 'refunded')
    union select p.receipt_file from order_parts p join orders o on o.id = p.order_id where o.user_id = ${id})`.execute(
    tx,
  )
  // Where money is still to be sent back, its account is kept until that is done.
  await sql`delete from refund_accounts t using orders o where o.id = t.order_id and o.user_id = ${id}
    and not exists (select from refunds r where r.order_id = o.id
      and r.status in ('requested', 'sending', 'unclear', 'refused'))`.execute(tx)
  // One movement can have paid orders of others, too.
  await sql`update bank_lines l set payer_account = '' from bank_line_uses u join orders o on o.id = u.order_id
    where u.line_id = l.id and o.user_id = ${id} and l.payer_account <> '' and not exists (
      select from refunds r join bank_line_uses v on v.order_id = r.order_id
      where v.line_id = l.id and r.status in ('requested', 'sending', 'unclear', 'refused'))`.execute(tx)
  await tx.deleteFrom('messages').where('reply_to', '=', email).execute()
  return { picture: before.profile_picture }
}
