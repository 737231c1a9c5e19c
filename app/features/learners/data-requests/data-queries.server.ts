import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'

export type DataFileRow = {
  id: number
  askedAt: Date
  askedBy: string | null
  reason: 'request' | 'authority'
  readyAt: Date | null
  fileId: string | null
}

const DATA_FILE = sql`d.id, d.asked_at as "askedAt", d.reason, d.ready_at as "readyAt", d.file_id as "fileId",
  nullif(s.first_name || ' ' || s.last_name, ' ') as "askedBy"`

export async function findDataFiles(db: Database, userId: number): Promise<DataFileRow[]> {
  const { rows } = await sql<DataFileRow>`select ${DATA_FILE} from data_files d left join users s on s.id = d.asked_by
    where d.user_id = ${userId} order by d.id desc limit 20`.execute(db)
  return rows
}

export async function insertDataFile(
  db: Database,
  { userId, askedBy, reason, now }: { userId: number; askedBy: number; reason: string; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('data_files')
    .values({ user_id: userId, asked_by: askedBy, asked_at: now, reason: reason === 'authority' ? reason : 'request' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The person of whom a copy is asked for; undefined when it is made already, or they were erased. */
export async function personToCopy(db: Database, id: number) {
  return db
    .selectFrom('data_files')
    .innerJoin('users', 'users.id', 'data_files.user_id')
    .select(['users.id', 'users.email', 'users.phone', 'users.first_name', 'users.last_name', 'users.user_name'])
    .select(['users.lang', 'users.profile_picture'])
    .where('data_files.id', '=', id)
    .where('data_files.ready_at', 'is', null)
    .where('users.erased_at', 'is', null)
    .executeTakeFirst()
}

/** @returns false when another run of the job has made it meanwhile */
export async function setReady(db: Database, id: number, fileId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_files')
    .set({ file_id: fileId, ready_at: now })
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns the files of copies that are older, which the caller releases */
export async function takeOldFiles(db: Database, before: Date): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    with old as (select id, file_id from data_files where file_id is not null and ready_at < ${before} for update)
    update data_files set file_id = null from old where data_files.id = old.id returning old.file_id as file`.execute(
    db,
  )
  return rows.map(({ file }) => file)
}

export type ErasureRow = Record<
  | 'orders'
  | 'invoices'
  | 'certificates'
  | 'writings'
  | 'reviews'
  | 'openOrders'
  | 'runningSeats'
  | 'openRefunds'
  | 'enquiries',
  number
>

export async function erasureFigures(db: Database, userId: number, email: string, now: Date): Promise<ErasureRow> {
  const ofPerson = sql`select id from orders where user_id = ${userId}`
  const { rows } = await sql<ErasureRow>`
    select
      (select count(*)::int from orders where user_id = ${userId} and paid_at is not null) as orders,
      (select count(*)::int from invoices where order_id in (${ofPerson})) as invoices,
      (select count(*)::int from certificates where order_id in (${ofPerson})) as certificates,
      (select count(*)::int from authors a join posts p on p.author_id = a.id where a.user_id = ${userId})
        + (select count(*)::int from authors a join comments c on c.author_id = a.id where a.user_id = ${userId}) as writings,
      (select count(*)::int from reviews where user_id = ${userId}) as reviews,
      (select count(*)::int from orders where user_id = ${userId} and status = 'pending') as "openOrders",
      (select count(*)::int from orders o join schedules s on s.id = o.schedule_id
        where o.user_id = ${userId} and o.status = 'paid' and s.ends_at > ${now}) as "runningSeats",
      (select count(*)::int from refunds where order_id in (${ofPerson})
        and status in ('requested', 'sending', 'unclear', 'refused')) as "openRefunds",
      (select count(*)::int from leads where email = ${email}) as enquiries`.execute(db)
  return rows[0]!
}
