/** Which version of a policy is in force, or was: what somebody agrees to. */
import type { Database } from '../../platform/database/database.server.ts'
import { versionAt, versionNow } from './queries.server.ts'

/** The version that was in force; undefined before the first that was kept. */
export const policyVersionAt = (db: Database, code: string, at: Date): Promise<number | undefined> =>
  versionAt(db, code, at)

/** The newest version; undefined of a policy that is not written. */
export const policyVersionNow = (db: Database, code: string): Promise<number | undefined> => versionNow(db, code)
