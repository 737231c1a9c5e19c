/** The installations that have used this database, or the ones that it was copied from. */
import type { Database } from '../../platform/database/database.server.ts'

/** The first one first. */
export function findInstallations(db: Database) {
  return db
    .selectFrom('installations')
    .select(['mark', 'address', 'taken_over_by'])
    .orderBy('since')
    .orderBy('mark')
    .execute()
}

/** Keeps the row of another server that started at the same time. */
export async function insertInstallation(
  db: Database,
  { mark, address, now }: { mark: string; address: string; now: Date },
): Promise<void> {
  await db
    .insertInto('installations')
    .values({ mark, address, since: now })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
}

export async function setTakenOver(db: Database, by: string): Promise<void> {
  await db.updateTable('installations').set({ taken_over_by: by }).where('mark', '<>', by).execute()
}
