import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { CropChoice, ShapeName } from './crop.ts'
import type { MediaKind } from './media-kind.ts'

const COLUMNS = [
  ...(['id', 'address', 'folder', 'kind', 'file_name', 'width', 'height', 'bytes', 'hash', 'alt'] as const),
  ...(['focus_x', 'focus_y', 'original_file', 'created_at', 'dropped_at', 'replaced_by', 'version'] as const),
] as const

const whole = (db: Database) =>
  db.selectFrom('media').select(COLUMNS).where('cut_from', 'is', null).$narrowType<{ kind: MediaKind }>()

/** A picture of the library, not one of its cuts. */
export const findMedia = (db: Database, id: number) => whole(db).where('id', '=', id).executeTakeFirst()
export type MediaRow = NonNullable<Awaited<ReturnType<typeof findMedia>>>

export const lockMedia = (tx: Tx, id: number) => whole(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** The same file, that was sent or imported before. */
export const findByHash = (db: Database, hash: string) =>
  whole(db).where('hash', '=', hash).orderBy('id').limit(1).executeTakeFirst()

export type NewMedia = {
  address: string
  kind: MediaKind
  fileName: string
  width: number | null
  height: number | null
  bytes: number | null
  hash: string | null
  originalFile: string | null
  uploadedBy: number | null
  now: Date
}

/** @returns its id; undefined when the address, or the same file, is in the library already */
export async function insertMedia(db: Database, media: NewMedia): Promise<number | undefined> {
  const row = await db
    .insertInto('media')
    .values({
      ...{ address: media.address, kind: media.kind, file_name: media.fileName, hash: media.hash },
      ...{ width: media.width, height: media.height, bytes: media.bytes, original_file: media.originalFile },
      ...{ uploaded_by: media.uploadedBy, created_at: media.now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Back into the library, with its cuts. */
export async function takeBack(db: Database, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; cut_from: number | null }>`
    update media set dropped_at = null, version = version + 1
    where (id = any(${ids}::int[]) or cut_from = any(${ids}::int[])) and dropped_at is not null
    returning id, cut_from`.execute(db)
  return rows.filter(({ cut_from }) => cut_from === null).map(({ id }) => id)
}

export type Cut = { address: string; shape: ShapeName; cut: CropChoice }

export async function findCut(
  db: Database,
  of: number,
  shape: ShapeName,
  cut: CropChoice,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('media')
    .select('address')
    .where('cut_from', '=', of)
    .where('shape', '=', shape)
    .where('cut', '=', JSON.stringify(cut))
    .executeTakeFirst()
  return row?.address
}

/** All parts of a picture that were cut. */
export async function findCuts(db: Database, of: number): Promise<Cut[]> {
  return db
    .selectFrom('media')
    .select(['address', 'shape', 'cut'])
    .where('cut_from', '=', of)
    .orderBy('id')
    .$narrowType<Cut>()
    .execute()
}

/** A cut of the same part that was made meanwhile stays the one. @returns its address */
export async function insertCut(
  db: Database,
  of: MediaRow,
  { address, shape, cut, now }: Cut & { now: Date },
): Promise<string> {
  const { rows } = await sql<{ address: string }>`
    insert into media (address, kind, file_name, width, height, cut_from, shape, cut, created_at)
    select ${address}, kind, file_name, ${Number(/-(\d+)x\d+\.\w+$/.exec(address)?.[1])}::int,
      ${Number(/x(\d+)\.\w+$/.exec(address)?.[1])}::int, id, ${shape}, ${JSON.stringify(cut)}, ${now}
    from media where id = ${of.id}
    on conflict (cut_from, shape, cut) do update set cut = excluded.cut
    returning address`.execute(db)
  return rows[0]!.address
}

/** The names in storage of a file that was sent. */
export async function originalName(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('stored_files').select('names').where('id', '=', id).executeTakeFirst()
  return row?.names[0]
}

/** Addresses that records name and the library does not know yet. */
export async function findUnregistered(db: Database, most: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from media_uses
    where not exists (select from media where media.address = media_uses.address)
    -- Sizes of a picture are no pictures of their own.
      and address ~ '/[^/]*[^0-9/.][^/]*\.(png|jpe?g|webp|avif|gif|svg|mp4|webm)$'
    order by address limit ${most}`.execute(db)
  return rows.map(({ address }) => address)
}
