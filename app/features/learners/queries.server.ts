/** The list of accounts, and what is changed of one. What belongs to one is in `detail-queries.server.ts`. */
import { type RawBuilder, sql } from 'kysely'
import { peopleFoundBy } from '../../../db/found-people.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'

export type LearnerRow = {
  id: number
  name: string
  email: string
  phone: string
  lang: 'ar' | 'en'
  roles: string[]
  status: 'active' | 'suspended'
  joinedAt: Date
  lastSeenAt: Date | null
  termsAcceptedAt: Date
  phoneVerifiedAt: Date | null
  orderCount: number
}
/** A row of the list: what the list is sorted by stands in `place`. */
export type ListedLearner = LearnerRow & { place: string }
type Place = readonly [place: string, id: number]

/** The name that the list shows, folded. The column for searches is the same, but its index would mislead them. */
const NAME = sql`ar_norm(u.first_name || ' ' || u.last_name)`
/** Accounts get their numbers in the order in which they are made. */
const ORDERS = {
  newest: {
    value: sql`''`,
    order: sql`u.id desc`,
    ofPage: sql`u.id desc`,
    isBehind: ([, id]: Place) => sql`u.id < ${id}::int`,
  },
  oldest: { value: sql`''`, order: sql`u.id`, ofPage: sql`u.id`, isBehind: ([, id]: Place) => sql`u.id > ${id}::int` },
  name: {
    value: NAME,
    order: sql`${NAME}, u.id`,
    ofPage: sql`${NAME}, u.id`,
    isBehind: ([name, id]: Place) => sql`(${NAME}, u.id) > (${name}::text, ${id}::int)`,
  },
  lastSeen: {
    value: sql`u.at::text`,
    order: sql`u.at desc, u.id desc`,
    ofPage: sql`page.place::timestamptz desc, u.id desc`,
    isBehind: ([at, id]: Place) => sql`(u.at, u.id) < (${at}::timestamptz, ${id}::int)`,
  },
  // Who never signed in was not seen the longest.
  longUnseen: {
    value: sql`u.at::text`,
    order: sql`u.at, u.id`,
    ofPage: sql`page.place::timestamptz, u.id`,
    isBehind: ([at, id]: Place) => sql`(u.at, u.id) > (${at}::timestamptz, ${id}::int)`,
  },
}
export type LearnerOrder = keyof typeof ORDERS

export type LearnerFilter = {
  status: 'active' | 'suspended' | undefined
  /** When they used the account last. */
  seen?: { from?: Date; before?: Date } | 'never' | undefined
  /** Those that were chosen in the list; undefined for all that match. */
  chosen?: number[] | undefined
  /** The accounts to which a search leads; undefined without a search. */
  found: { search: string; ids: number[] | 'many' } | undefined
  /** For a name that very many people have, how many of the newest accounts are looked through; null for all. */
  lookedThrough?: number | null
}

/** More accounts with the same name are not collected: the newest ones are looked through instead. */
const MAX_FOUND = 2000

/** The accounts to which a search leads; `many` when their number is too large to collect them. */
export async function searchLearners(
  db: Database,
  { text, phone }: { text: string; phone: string | undefined },
): Promise<number[] | 'many'> {
  const { rows } = await sql<{ id: number }>`${peopleFoundBy(text, phone, MAX_FOUND + 1)}`.execute(db)
  return rows.length > MAX_FOUND ? 'many' : rows.map(({ id }) => id)
}

const isOfState = (status: LearnerFilter['status']) =>
  // Written out, so that the index of blocked accounts is found.
  status === 'suspended'
    ? sql`u.status = 'suspended'`
    : status === 'active'
      ? sql`u.status = 'active'`
      : sql`u.status in ('active', 'suspended')`

function isSeen(seen: LearnerFilter['seen']): RawBuilder<unknown> {
  if (seen === undefined) return sql`true`
  if (seen === 'never') return sql`s.at = '-infinity'`
  return seen.from ? sql`s.at >= ${seen.from}` : sql`s.at < ${seen.before} and s.at > '-infinity'`
}

function matching(
  { status, seen, found, chosen, lookedThrough = COUNT_CAP }: LearnerFilter,
  isBySeen = seen !== undefined,
): RawBuilder<unknown> {
  const own = sql`u.erased_at is null and ${isOfState(status)} and ${isSeen(seen)}
    and ${chosen ? sql`u.id = any(${chosen}::int[])` : sql`true`}`
  const [accounts, at] =
    isBySeen || seen
      ? [sql`users u join account_uses s on s.user_id = u.id`, sql`s.at`]
      : [sql`users u`, sql`null as at`]
  if (found?.ids === 'many')
    return sql`select id, first_name, last_name, at from (
        select u.id, u.first_name, u.last_name, u.search_name, ${at} from ${accounts} where ${own} order by u.id desc limit ${lookedThrough}::int) as newest
      where search_name like name_pattern(${found.search})`
  const all = sql`select u.id, u.first_name, u.last_name, ${at} from ${accounts} where ${own}`
  // In the order of names, too, those that were found are read, not all names until some of them come.
  return found ? sql`${all} and u.id = any(${found.ids}::int[]) offset 0` : all
}

const LEARNER = sql`u.id, u.first_name || ' ' || u.last_name as name, u.email, u.phone, u.lang, u.roles, u.status,
  u.created_at as "joinedAt", u.terms_accepted_at as "termsAcceptedAt", u.phone_verified_at as "phoneVerifiedAt",
  (select nullif(at, '-infinity') from account_uses where user_id = u.id) as "lastSeenAt",
  (select count(*)::int from orders o where o.user_id = u.id and o.status = 'paid') as "orderCount"`

/** @param after the place of the last row of the page before */
export async function findLearners(
  db: Database,
  filter: LearnerFilter,
  { sort, limit, after }: { sort: LearnerOrder; limit: number; after: Place | undefined },
): Promise<ListedLearner[]> {
  const { value, order, ofPage, isBehind } = ORDERS[sort]
  const isBySeen = sort === 'lastSeen' || sort === 'longUnseen'
  const { rows } = await sql<ListedLearner>`
    with page as materialized (
      select u.id, ${value} as place from (${matching(filter, isBySeen)}) as u where ${after ? isBehind(after) : sql`true`}
      order by ${order} limit ${limit})
    select ${LEARNER}, page.place from page join users u on u.id = page.id order by ${ofPage}`.execute(db)
  return rows
}

export async function findLearnerIds(db: Database, filter: LearnerFilter, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${matching(filter)}) as matching order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts up to `most`. */
export async function countLearners(db: Database, filter: LearnerFilter, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from (${matching(filter)}) as matching limit ${most}) as bounded`.execute(db)
  return rows[0]!.count
}

export async function findLearner(db: Database, id: number): Promise<LearnerRow | undefined> {
  const { rows } =
    await sql<LearnerRow>`select ${LEARNER} from users u where u.id = ${id} and u.erased_at is null`.execute(db)
  return rows[0]
}

/** Locks the account, so that what staff do with it happens one after the other. */
export function lockLearner(tx: Tx, id: number) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'phone', 'first_name', 'last_name', 'user_name', 'roles', 'status', 'lang'])
    .select('profile_picture')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function setAccountStatus(tx: Tx, id: number, status: 'active' | 'suspended'): Promise<void> {
  await tx.updateTable('users').set({ status }).where('id', '=', id).execute()
}

export type NewNote = {
  userId: number
  at: Date
  authorId: number
  kind: 'note' | 'block' | 'unblock' | 'merge'
  note: string
}

export async function addNote(db: Database, { userId, at, authorId, kind, note }: NewNote): Promise<void> {
  await db.insertInto('learner_notes').values({ user_id: userId, at, author_id: authorId, kind, note }).execute()
}
