/** The audit log of staff actions, which is kept permanently. */
import type { Database } from '../../platform/database.server.ts'

/**
 * @param entry `userId` is null for somebody at the server's shell; `reference` is the number of the order or enquiry, or
 *   the id of the account
 */
export async function writeAudit(
  db: Database,
  entry: { at: Date; userId: number | null; action: string; reference: string; detail: object },
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: entry.at,
      user_id: entry.userId,
      action: entry.action,
      subject: entry.reference,
      detail: JSON.stringify(entry.detail),
    })
    .execute()
}
