/** Specializations, as the desk reads and writes them. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MadeFrom } from '../translations/english-state.ts'

export type SpecializationFields = { name: Localized; summary: Localized; mark: string; colour: string }

const rows = (db: Database) =>
  db
    .selectFrom('specializations')
    .select(['id', 'key', 'slug', 'version', 'name', 'summary', 'mark', 'colour', 'english_made_from'])
    .select((from) =>
      from
        .selectFrom('courses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('courses.specialization_id', '=', 'specializations.id')
        .as('course_count'),
    )
    .where('parent_id', 'is', null)

export const findAll = (db: Database) => rows(db).orderBy('position').orderBy('id').execute()
export const findOne = (db: Database, id: number) => rows(db).where('id', '=', id).executeTakeFirst()
export type SpecializationRow = NonNullable<Awaited<ReturnType<typeof findOne>>>

export const lockOne = (tx: Tx, id: number) =>
  tx
    .selectFrom('specializations')
    .select(['id', 'key', 'version', 'name', 'summary', 'mark', 'colour', 'english_made_from'])
    .where('id', '=', id)
    .where('parent_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()

const written = ({ name, summary, mark, colour }: SpecializationFields) => ({
  ...{ name: JSON.stringify(name), summary: JSON.stringify(summary), mark, colour },
})

/** At the end of the list. Undefined when another one has the address. */
export async function insertOne(
  tx: Tx,
  { slug, ...fields }: SpecializationFields & { slug: string },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('specializations')
    .values({
      ...written(fields),
      slug,
      key: sql<string>`'specialization-' || (select coalesce(max(id), 0) + 1 from specializations) || '-' || substr(gen_random_uuid()::text, 1, 4)`,
      position: sql<number>`(select coalesce(max(position), -1) + 1 from specializations where parent_id is null)`,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function updateOne(tx: Tx, id: number, fields: SpecializationFields, madeFrom: MadeFrom): Promise<void> {
  const english = { english_made_from: JSON.stringify(madeFrom) }
  await tx
    .updateTable('specializations')
    .set({ ...written(fields), ...english })
    .where('id', '=', id)
    .execute()
}

export async function setMadeFrom(tx: Tx, id: number, madeFrom: MadeFrom): Promise<void> {
  await tx
    .updateTable('specializations')
    .set({ english_made_from: JSON.stringify(madeFrom) })
    .where('id', '=', id)
    .execute()
}
