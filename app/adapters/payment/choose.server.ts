import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'
import type { Tasks } from '../../platform/jobs.server.ts'
import { createMoyasar } from './moyasar.server.ts'
import type { PaymentPort } from './port.ts'
import { createSandbox, type SandboxParts } from './sandbox.server.ts'

export type PaymentCompany = {
  port: PaymentPort
  /** Pages that we serve for it, if any. */
  pages?: Hono
  /** Jobs of its own. */
  tasks: Tasks
}

/** The adapter that the settings name. */
export function paymentFor(parts: SandboxParts): PaymentCompany {
  const { settings, now, log, db } = parts
  if (settings.payment.provider === 'sandbox') return createSandbox(parts)
  const alone = <T>(key: string, work: () => Promise<T>) => underLock(db, key, work)
  return { port: createMoyasar({ settings: settings.payment, now, log, alone }), tasks: {} }
}

/** Under a lock that all instances share; whoever comes while it is taken is sent away and comes back later. */
function underLock<T>(db: Database, key: string, work: () => Promise<T>): Promise<T> {
  const number = createHash('sha256').update(key).digest().readBigInt64BE()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${String(number)}::bigint) as taken`.execute(tx)
    if (!rows[0]?.taken) throw new Error(`Somebody else is at it: ${key}`)
    return work()
  })
}
