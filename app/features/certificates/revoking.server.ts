/** Revoking certificates, one or several for the same reason. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { forEachRow } from '../lists/bulk.server.ts'
import { certificateNumber } from './certificate-number.ts'
import type { certificatesEndpoints } from './contract.ts'
import { numbersOf, revoke } from './queries.server.ts'

type Calls = typeof certificatesEndpoints

/** @throws Problem notFound, also for one that is revoked */
export async function revokeCertificate(ctx: Context, { id, reason }: Input<Calls['revokeCertificate']>) {
  const at = ctx.now()
  const by = requireUser(ctx).id
  return ctx.db.transaction().execute(async (tx) => {
    const revoked = await revoke(tx, id, { at, by, reason })
    if (!revoked) throw new Problem('notFound')
    await writeAudit(tx, ctx, {
      action: 'certificate.revoke',
      reference: certificateNumber(revoked),
      after: { reason },
    })
    return { revokedAt: at.toISOString() }
  })
}

export async function revokeCertificates(ctx: Context, { ids, reason }: Input<Calls['revokeCertificates']>) {
  const chosen = [...new Set(ids)]
  const numbers = new Map((await numbersOf(ctx.db, chosen)).map(({ id, ...number }) => [id, certificateNumber(number)]))
  const named = chosen.map((id) => ({ id, name: numbers.get(id) ?? null }))
  const rows = await forEachRow(ctx, named, async ({ id }) => {
    await revokeCertificate(ctx, { id, reason })
  })
  return { rows }
}
