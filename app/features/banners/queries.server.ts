import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MadeFrom } from '../translations/english-state.ts'

export type Words = { ar: string; en: string }
export type BannerFields = {
  kind: 'information' | 'important'
  text: Words
  link: string | null
  linkText: Words | null
  startsAt: Date
  endsAt: Date
}

const rows = (db: Database) =>
  db
    .selectFrom('banners')
    .select(['id', 'version', 'kind', 'text', 'link', 'english_made_from as madeFrom'])
    .select(['link_text as linkText', 'starts_at as startsAt', 'ends_at as endsAt'])

export const findOne = (db: Database, id: number) => rows(db).where('id', '=', id).executeTakeFirst()
export type BannerRow = NonNullable<Awaited<ReturnType<typeof findOne>>>

export const lockOne = (tx: Tx, id: number) => rows(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Important ones first, then in the order in which they began. */
export const shownAt = (db: Database, now: Date) =>
  rows(db)
    .where('ends_at', '>', now)
    .where('starts_at', '<=', now)
    .orderBy('kind')
    .orderBy('starts_at')
    .orderBy('id')
    .execute()

export type Place = { at: Date; id: number | string }

/** Those that end last first. */
export const page = (db: Database, after: Place | undefined, limit: number) =>
  rows(db)
    .$if(after !== undefined, (list) =>
      list.where(sql<boolean>`(ends_at, id) < (${after?.at}::timestamptz, ${after?.id}::int)`),
    )
    .orderBy('ends_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function count(db: Database, cap: number): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from (select from banners limit ${cap}) as listed`.execute(db)
  return found[0]!.count
}

const columns = ({ kind, text, link, linkText, startsAt, endsAt }: BannerFields) => ({
  ...{ kind, text: JSON.stringify(text), link, link_text: linkText && JSON.stringify(linkText) },
  ...{ starts_at: startsAt, ends_at: endsAt },
})

export async function insertOne(tx: Tx, fields: BannerFields): Promise<number> {
  const { id } = await tx.insertInto('banners').values(columns(fields)).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateOne = (tx: Tx, id: number, fields: BannerFields, madeFrom: MadeFrom) =>
  tx
    .updateTable('banners')
    .set({ ...columns(fields), english_made_from: JSON.stringify(madeFrom) })
    .where('id', '=', id)
    .execute()

export const deleteOne = (tx: Tx, id: number) => tx.deleteFrom('banners').where('id', '=', id).execute()
