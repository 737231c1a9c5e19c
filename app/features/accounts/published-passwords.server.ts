/** Keeps a database that began as a demonstration closed while everybody knows a password of it. */
import type { Database } from '../../platform/database/database.server.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { verifyPassword } from './password.server.ts'
import { PUBLISHED_ACCOUNTS } from './published-accounts.server.ts'
import { findPasswordHashes } from './queries.server.ts'

/**
 * Checks that no account of the demonstration can be entered with its published password.
 * @throws StartRefused naming the accounts
 */
export async function refusePublishedPasswords(db: Database): Promise<void> {
  const emails = PUBLISHED_ACCOUNTS.map(({ email }) => email)
  const hashes = await findPasswordHashes(db, emails)
  const open: string[] = []
  for (const { email, password } of PUBLISHED_ACCOUNTS) {
    const hash = hashes.get(email)
    if (hash && (await verifyPassword(password, hash))) open.push(email)
  }
  if (open.length === 0) return
  throw new StartRefused(
    [
      'These accounts of the demonstration still have the password that everybody can read:',
      ...open.map((email) => `  - ${email}`),
      'Start once with MAAHAD_DEMO=1 and change their passwords or delete the accounts, or begin with an empty database.',
    ].join('\n'),
  )
}
