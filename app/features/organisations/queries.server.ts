/** Partners and clients, as the desk reads and writes them. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MadeFrom } from '../translations/english-state.ts'

export type Kind = 'partner' | 'client'
export type OrganisationFields = { name: Localized; link: string | null; hidden: boolean }

const rows = (db: Database) =>
  db
    .selectFrom('organisations')
    .select(['id', 'kind', 'key', 'version', 'name', 'logo', 'link', 'hidden', 'english_made_from'])

/** Partners first, in the order of the site. */
export const findAll = (db: Database) => rows(db).orderBy('kind', 'desc').orderBy('position').orderBy('id').execute()
export const findOne = (db: Database, id: number) => rows(db).where('id', '=', id).executeTakeFirst()
export type OrganisationRow = NonNullable<Awaited<ReturnType<typeof findOne>>>

export const lockOne = (tx: Tx, id: number) => rows(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** At the end, without a logo. */
export async function insertOne(tx: Tx, kind: Kind, { name, link }: Omit<OrganisationFields, 'hidden'>) {
  const { id } = await tx
    .insertInto('organisations')
    .values({
      ...{ kind, name: JSON.stringify(name), link, logo: '', hidden: true },
      key: sql<string>`${kind}::text || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)`,
      position: sql<number>`(select coalesce(max(position), -1) + 1 from organisations where kind = ${kind})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateOne(tx: Tx, id: number, { name, link, hidden }: OrganisationFields, madeFrom: MadeFrom) {
  await tx
    .updateTable('organisations')
    .set({ name: JSON.stringify(name), link, hidden, english_made_from: JSON.stringify(madeFrom) })
    .where('id', '=', id)
    .execute()
}

export const setLogo = (tx: Tx, id: number, logo: string) =>
  tx.updateTable('organisations').set({ logo }).where('id', '=', id).execute()

export const deleteOne = (tx: Tx, id: number) => tx.deleteFrom('organisations').where('id', '=', id).execute()

/** In their order, until the transaction ends. */
export const lockIdsOf = async (tx: Tx, kind: Kind) =>
  (
    await tx
      .selectFrom('organisations')
      .select('id')
      .where('kind', '=', kind)
      .orderBy('position')
      .orderBy('id')
      .forUpdate()
      .execute()
  ).map(({ id }) => id)

export async function order(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    update organisations set position = place - 1
    from unnest(${ids}::int[]) with ordinality as list (one, place)
    where id = one and position is distinct from place - 1`.execute(tx)
}
