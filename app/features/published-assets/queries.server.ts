/** Builds whose files are stored. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

export async function upsertBuild(
  db: Database,
  { id, files, now }: { id: string; files: string[]; now: Date },
): Promise<void> {
  await db
    .insertInto('published_builds')
    .values({ id, files, used_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ used_at: now }))
    .execute()
}

/** The builds other than the newest `kept` that nobody has started since. */
export function findOldBuilds(db: Database, { kept, unusedSince }: { kept: number; unusedSince: Date }) {
  return db
    .selectFrom('published_builds')
    .select('id')
    .where('used_at', '<', unusedSince)
    .where('id', 'not in', (newest) =>
      newest.selectFrom('published_builds').select('id').orderBy('used_at', 'desc').limit(kept),
    )
    .execute()
}

/** The files of these builds that no other build has. */
export async function findFilesOfOnly(db: Database, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select distinct file from published_builds, unnest(files) as file where id = any(${ids})
    except select file from published_builds, unnest(files) as file where id <> all(${ids})`.execute(db)
  return rows.map(({ file }) => file)
}

export async function deleteBuilds(db: Database, ids: string[]): Promise<void> {
  await db.deleteFrom('published_builds').where('id', 'in', ids).execute()
}
