/** Codes and the counts of tries. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database.server.ts'

export type CodePurpose = 'activate' | 'reset' | 'phone' | 'two-factor' | 'prove' | 'external'

/** Whoever asks for a code of the same address waits until this transaction ends. */
export async function lockAddress(tx: Tx, purpose: CodePurpose, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`codes:${purpose}:${address}`}, 0))`.execute(tx)
}

/** When codes were asked for since then, the newest first. */
export async function codeTimes(db: Database, purpose: CodePurpose, address: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('codes')
    .select('created_at')
    .where('purpose', '=', purpose)
    .where('address', '=', address)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => row.created_at)
}

export type NewCode = {
  purpose: CodePurpose
  address: string
  registrationId: string | null
  hash: Buffer
  now: Date
  expiresAt: Date
}

/** Writes a code; an earlier one of the same registration ends. */
export async function insertCode(db: Database, code: NewCode): Promise<void> {
  if (code.registrationId) {
    await db
      .updateTable('codes')
      .set({ ended_at: code.now })
      .where('registration_id', '=', code.registrationId)
      .where('ended_at', 'is', null)
      .execute()
  }
  await db
    .insertInto('codes')
    .values({
      purpose: code.purpose,
      address: code.address,
      registration_id: code.registrationId,
      code_hash: code.hash,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()
}

/**
 * Uses up one try of the newest code of an address, or of one registration; undefined when there is no live code or its
 * tries are spent. One statement, so that guesses sent at once share the same few tries.
 * @param endedAfter a registration's newest code still counts as live when it was ended after this: by opening its account
 */
export async function tryCode(
  db: Database,
  purpose: CodePurpose,
  address: string,
  registrationId: string | undefined,
  maxTries: number,
  now: Date,
  endedAfter: Date,
) {
  const newest = db
    .selectFrom('codes')
    .select('id')
    .where('purpose', '=', purpose)
    .where('address', '=', address)
    .$if(registrationId === undefined, (query) => query.where('ended_at', 'is', null))
    .$if(registrationId !== undefined, (query) => query.where('registration_id', '=', registrationId!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  return db
    .updateTable('codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('id', '=', newest)
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>', endedAfter)]))
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning(['id', 'code_hash', 'registration_id'])
    .executeTakeFirst()
}

/** Whether this call was the one that ended the code. */
export async function endCode(db: Database, id: number, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('codes')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return Boolean(ended)
}

/** Whether a registration has a code that can still be typed. */
export async function hasLiveCode(db: Database, registrationId: string, maxTries: number, now: Date): Promise<boolean> {
  const code = await db
    .selectFrom('codes')
    .select('id')
    .where('registration_id', '=', registrationId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .executeTakeFirst()
  return Boolean(code)
}

export async function deleteOldCodes(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('codes').where('created_at', '<', before).execute()
}

export type TryRule = {
  /** Failures before any wait. */
  free: number
  /** The first wait; each further failure doubles it. */
  firstWaitSeconds: number
  longestWaitSeconds: number
  /** Failures are forgotten after this long without one. */
  memorySeconds: number
}

/**
 * Counts a try as failed before it is known, unless its key has to wait; undefined when it may go on, else the instant
 * until which it waits. One statement, so that tries sent at once are counted one after the other.
 */
export async function reserveTry(db: Database, key: string, rule: TryRule, now: Date): Promise<Date | undefined> {
  const forgotten = new Date(now.getTime() - rule.memorySeconds * 1000)
  const failures = sql`case when sign_in_tries.last_at < ${forgotten} then 1 else sign_in_tries.failures + 1 end`
  const waitAfter = (count: ReturnType<typeof sql>) => sql`${now}::timestamptz + interval '1 second' * case
    when ${count} < ${rule.free}::int then 0
    else least(${rule.longestWaitSeconds}::int, ${rule.firstWaitSeconds}::int * 2 ^ least(${count} - ${rule.free}::int, 20)) end`
  const { rows } = await sql`
    insert into sign_in_tries (key, failures, last_at, blocked_until)
    values (${key}, 1, ${now}, ${waitAfter(sql`1`)})
    on conflict (key) do update set
      failures = ${failures}, last_at = excluded.last_at, blocked_until = ${waitAfter(failures)}
      where sign_in_tries.blocked_until <= ${now}
    returning true`.execute(db)
  if (rows.length > 0) return undefined
  const row = await db.selectFrom('sign_in_tries').select('blocked_until').where('key', '=', key).executeTakeFirst()
  return row?.blocked_until ?? now
}

/** The account's tries are forgotten when its owner came in. */
export async function resetTries(db: Database, key: string): Promise<void> {
  await db.deleteFrom('sign_in_tries').where('key', '=', key).execute()
}

/** Takes back one try that was no failure after all, and a wait that only it caused. */
export async function refundTry(db: Database, key: string, free: number, now: Date): Promise<void> {
  await db
    .updateTable('sign_in_tries')
    .set((row) => ({
      failures: sql`greatest(failures - 1, 0)`,
      blocked_until: row.case().when('failures', '<=', free).then(now).else(row.ref('blocked_until')).end(),
    }))
    .where('key', '=', key)
    .execute()
}

export async function deleteOldTries(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_tries').where('last_at', '<', before).execute()
}
