/** Orders whose source is not said yet: from before sources were kept, or by the version before during an upgrade. */
import { sql } from 'kysely'
import type { Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'

const BATCH_SIZE = 2000

/** The job: says the source of all of them, the oldest first. Each batch stays when the job is stopped. */
export async function nameOrderSources({ db }: Pick<Services, 'db'>): Promise<void> {
  while ((await nameSources(db)) === BATCH_SIZE);
}

async function nameSources(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders o set source = order_source(o) where o.id in (
      select id from orders where source is null order by created_at, id limit ${BATCH_SIZE} for no key update skip locked)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
