/** Which version of the privacy policy the sender of an enquiry agreed to. */
import type { Database } from '../../platform/database/database.server.ts'
import { policyVersionAt, policyVersionNow } from '../pages/policy-versions.server.ts'

const PRIVACY = 'privacy-policy'

/** As it is stored with an enquiry. */
export const privacyVersion = async (db: Database): Promise<string> =>
  `${PRIVACY}@${(await policyVersionNow(db, PRIVACY)) ?? 'unknown'}`

/** The number of the version; null when its text is not known. Enquiries from before versions were kept have a time. */
export async function agreedVersion(db: Database, stored: string | null): Promise<number | null> {
  const [, version = ''] = stored?.split('@') ?? []
  if (/^\d+$/.test(version)) return Number(version)
  const at = new Date(version)
  return Number.isNaN(at.getTime()) ? null : ((await policyVersionAt(db, PRIVACY, at)) ?? null)
}
