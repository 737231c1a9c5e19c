/** Trainers, as the desk reads and writes them. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MadeFrom } from '../translations/english-state.ts'

export type TrainerFields = {
  name: Localized
  title: Localized
  bio: Localized
  pictureAlt: Localized | null
  userId: number | null
}

const rows = (db: Database) =>
  db
    .selectFrom('trainers')
    .leftJoin('users', 'users.id', 'trainers.user_id')
    .select(['trainers.id', 'trainers.key', 'trainers.version', 'trainers.name', 'trainers.title', 'trainers.bio'])
    .select(['users.email as account', 'trainers.picture', 'trainers.picture_alt as pictureAlt'])
    .select('trainers.english_made_from')
    .select((from) =>
      from
        .selectFrom('course_trainers')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('course_trainers.trainer_id', '=', 'trainers.id')
        .as('course_count'),
    )
    .select((from) =>
      from
        .selectFrom('leads')
        .select('reference')
        .whereRef('leads.trainer_id', '=', 'trainers.id')
        .orderBy('leads.id')
        .limit(1)
        .as('application'),
    )

/** @param ofAccount only the trainer who signs in with it */
export const findAll = (db: Database, ofAccount?: number) =>
  rows(db)
    .$if(ofAccount !== undefined, (query) => query.where('trainers.user_id', '=', ofAccount!))
    .orderBy(sql`ar_norm(trainers.name ->> 'ar')`)
    .orderBy('trainers.id')
    .execute()
export const findOne = (db: Database, id: number) => rows(db).where('trainers.id', '=', id).executeTakeFirst()
export type TrainerRow = NonNullable<Awaited<ReturnType<typeof findOne>>>

export const lockOne = (tx: Tx, id: number) =>
  tx
    .selectFrom('trainers')
    .leftJoin('users', 'users.id', 'trainers.user_id')
    .select(['trainers.key', 'trainers.version', 'trainers.name', 'trainers.title', 'trainers.bio'])
    .select(['trainers.user_id as userId', 'users.email as account', 'trainers.picture_alt as pictureAlt'])
    .select('trainers.english_made_from as madeFrom')
    .where('trainers.id', '=', id)
    .forUpdate('trainers')
    .executeTakeFirst()

/** The account of an address that works here as a trainer. */
export async function findTeacher(tx: Tx, email: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where(sql<boolean>`roles @> '{Teacher}'`)
    .executeTakeFirst()
  return row?.id
}

const written = ({ name, title, bio, pictureAlt, userId }: TrainerFields) => ({
  picture_alt: pictureAlt && JSON.stringify(pictureAlt),
  ...{ name: JSON.stringify(name), title: JSON.stringify(title), bio: JSON.stringify(bio), user_id: userId },
})

export async function insertOne(tx: Tx, fields: TrainerFields): Promise<{ id: number; key: string }> {
  return tx
    .insertInto('trainers')
    .values({
      ...written(fields),
      key: sql<string>`'trainer-' || (select coalesce(max(id), 0) + 1 from trainers) || '-' || substr(gen_random_uuid()::text, 1, 4)`,
    })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow()
}

export async function updateOne(tx: Tx, id: number, fields: TrainerFields, madeFrom: MadeFrom): Promise<void> {
  const english = { english_made_from: JSON.stringify(madeFrom) }
  await tx
    .updateTable('trainers')
    .set({ ...written(fields), ...english })
    .where('id', '=', id)
    .execute()
}

export async function setMadeFrom(tx: Tx, id: number, madeFrom: MadeFrom): Promise<void> {
  await tx
    .updateTable('trainers')
    .set({ english_made_from: JSON.stringify(madeFrom) })
    .where('id', '=', id)
    .execute()
}

/** The trainer's key and present picture; undefined when there is no such trainer. */
export const lockPicture = (tx: Tx, id: number) =>
  tx.selectFrom('trainers').select(['key', 'picture as was']).where('id', '=', id).forUpdate().executeTakeFirst()

export async function setPicture(tx: Tx, id: number, picture: string | null): Promise<void> {
  await tx.updateTable('trainers').set({ picture }).where('id', '=', id).execute()
}
