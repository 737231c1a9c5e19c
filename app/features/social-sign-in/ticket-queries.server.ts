/** What a provider said of somebody who is new here, and the codes that were mailed for it. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database.server.ts'
import { USER_COLUMNS } from '../sessions/user-queries.server.ts'

export type NewTicket = {
  hash: Buffer
  provider: string
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string
  lastName: string
  returnTo: string | null
  now: Date
  expiresAt: Date
}

export async function insertTicket(db: Database, ticket: NewTicket): Promise<void> {
  await db
    .insertInto('external_tickets')
    .values({
      token_hash: ticket.hash,
      provider: ticket.provider,
      issuer: ticket.issuer,
      subject: ticket.subject,
      email: ticket.email,
      email_verified: ticket.emailVerified,
      first_name: ticket.firstName,
      last_name: ticket.lastName,
      return_to: ticket.returnTo,
      created_at: ticket.now,
      expires_at: ticket.expiresAt,
    })
    .execute()
}

/** @param usedAfter one that was used after this still counts: the same form may come twice */
export function findTicket(db: Database, hash: Buffer, now: Date, usedAfter: Date) {
  return db
    .selectFrom('external_tickets')
    .select([
      'token_hash as hash',
      'provider',
      'issuer',
      'subject',
      'email',
      'email_verified as emailVerified',
      'first_name as firstName',
      'last_name as lastName',
      'user_id as userId',
      'return_to as returnTo',
      'used_at as usedAt',
    ])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .where((row) => row.or([row('used_at', 'is', null), row('used_at', '>', usedAfter)]))
    .executeTakeFirst()
}
export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/** Whether this call was the one that used the ticket up. */
export async function takeTicket(tx: Tx, hash: Buffer, now: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('external_tickets')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('provider')
    .executeTakeFirst()
  return Boolean(taken)
}

/** The mail of the address was read by whoever holds the ticket. @param userId whose account the address is */
export async function certify(tx: Tx, hash: Buffer, email: string, userId: number | null): Promise<void> {
  await tx
    .updateTable('external_tickets')
    .set({ email, email_verified: true, user_id: userId })
    .where('token_hash', '=', hash)
    .execute()
}

/** The account of an address, whatever its state. */
export function findOwnerOf(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'status', sql<boolean>`password_hash is not null`.as('hasPassword')])
    .where('email', '=', email)
    .executeTakeFirst()
}

export function findOpenAccount(db: Database, userId: number) {
  return db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', userId)
    .where('status', '=', 'active')
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

/** An account without a password; undefined when the address got one in the meantime. */
export function openAccountWithout(tx: Tx, account: NewAccount) {
  return tx
    .insertInto('users')
    .values({
      email: account.email,
      first_name: account.firstName,
      last_name: account.lastName,
      user_name: `${account.firstName} ${account.lastName}`,
      phone: account.phone,
      lang: account.lang,
      terms_accepted_at: account.now,
      created_at: account.now,
      activated_at: account.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(USER_COLUMNS)
    .executeTakeFirst()
}

/** Whatever else waited for the address was begun by somebody who had not read its mail. */
export async function endWhatWaitsFor(tx: Tx, email: string, now: Date): Promise<void> {
  await tx.deleteFrom('registrations').where('email', '=', email).execute()
  await tx
    .updateTable('codes')
    .set({ ended_at: now })
    .where('purpose', '=', 'external')
    .where('address', '=', email)
    .where('ended_at', 'is', null)
    .execute()
}

export type NewTicketCode = { ticketHash: Buffer; address: string; hash: Buffer; now: Date; expiresAt: Date }

/** Writes a code; an earlier one of the ticket ends. */
export async function insertTicketCode(tx: Tx, code: NewTicketCode): Promise<void> {
  await tx
    .updateTable('codes')
    .set({ ended_at: code.now })
    .where('ticket_hash', '=', code.ticketHash)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .insertInto('codes')
    .values({
      purpose: 'external',
      address: code.address,
      ticket_hash: code.ticketHash,
      code_hash: code.hash,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** Uses up one try of the ticket's code. One statement, so that guesses sent at once share the same few tries. */
export function tryTicketCode(db: Database, ticketHash: Buffer, maxTries: number, now: Date) {
  return db
    .updateTable('codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('ticket_hash', '=', ticketHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning(['id', 'code_hash', 'address'])
    .executeTakeFirst()
}

/** The ticket's code that can still be typed. */
export function findTicketCode(db: Database, ticketHash: Buffer, now: Date) {
  return db
    .selectFrom('codes')
    .select(['address', 'created_at'])
    .where('ticket_hash', '=', ticketHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function deleteOldTickets(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('external_tickets').where('expires_at', '<', now).execute()
}
