/** The certificate of a recorded course, which is earned by completing its lessons. */
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { issueCertificate } from './certificates.server.ts'
import { lockRecorded } from './queries.server.ts'

/** Issues it once; one that staff have revoked is not issued again. */
export async function issueOnCompletion(tx: Tx, ctx: Context, orderId: string): Promise<void> {
  const seat = await lockRecorded(tx, orderId)
  if (!seat) return
  const { number } = await issueCertificate(tx, ctx, { orderId, holder: seat.name, by: null })
  const by = { ...ctx, user: null }
  await writeAudit(tx, by, { action: 'certificate.issue', reference: number, after: { orderId } })
}
