/** The key and the credentials of a unit, encrypted in the database and bound to the unit. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { EInvoicingFailure, type UnitCredentials } from '../../adapters/e-invoicing/port.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../../platform/secrets.server.ts'
import { findAllSecrets, findSecrets, saveSecrets } from './unit-queries.server.ts'

const PURPOSE = 'e-invoicing'

export const sealText = (secrets: Secrets, owner: string, text: string): Buffer =>
  seal(secrets, PURPOSE, owner, Buffer.from(text))

export const sealCredentials = (secrets: Secrets, owner: string, { token, secret }: UnitCredentials): Buffer =>
  sealText(secrets, owner, JSON.stringify({ token, secret }))

/** They were encrypted with a secret that is not accepted any more. */
class UnreadableSecrets extends Error {}

/** The authority does not accept its credentials, or they were lost together with AUTH_SECRET. */
export const needsNewUnit = (error: unknown): boolean =>
  error instanceof UnreadableSecrets || (error instanceof EInvoicingFailure && error.kind === 'unauthorized')

function unsealed(secrets: Secrets, owner: string, sealed: Buffer): string {
  try {
    return unseal(secrets, PURPOSE, owner, sealed).toString()
  } catch {
    throw new UnreadableSecrets('The key or the credentials of a unit cannot be read with AUTH_SECRET.')
  }
}

/** @throws UnreadableSecrets */
export async function keyOfUnit(db: Database, secrets: Secrets, unitId: number): Promise<KeyObject> {
  const { owner, key } = await findSecrets(db, unitId)
  return createPrivateKey(unsealed(secrets, owner, key))
}

/** @throws UnreadableSecrets */
export async function credentialsOfUnit(
  db: Database,
  secrets: Secrets,
  unitId: number,
  of: 'compliance' | 'credentials' = 'credentials',
): Promise<UnitCredentials> {
  const row = await findSecrets(db, unitId)
  const sealed = row[of]
  if (!sealed) throw new Error(`The unit ${unitId} has no ${of}.`)
  return JSON.parse(unsealed(secrets, row.owner, sealed)) as UnitCredentials
}

/** After AUTH_SECRET was exchanged: encrypts with the present one what was encrypted with the one before. */
export async function resealUnits(db: Database, secrets: Secrets): Promise<number> {
  let changed = 0
  for (const { id, ...row } of await findAllSecrets(db)) {
    const anew = (sealed: Buffer | null) => (sealed ? sealedAnew(secrets, PURPOSE, row.owner, sealed) : undefined)
    const [key, compliance, credentials] = [anew(row.key), anew(row.compliance), anew(row.credentials)]
    if (!key && !compliance && !credentials) continue
    await saveSecrets(db, id, {
      owner: row.owner,
      key: key ?? row.key,
      compliance: compliance ?? row.compliance,
      credentials: credentials ?? row.credentials,
    })
    changed++
  }
  return changed
}
