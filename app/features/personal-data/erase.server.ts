/** Account deletion: personal data is erased; what other people or the law need stays, without a name. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { writing as ar } from '../../locales/ar/writing.ts'
import { writing as en } from '../../locales/en/writing.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { DELETION_MAIL, mailAccountDeleted } from '../accounts/emails.server.ts'
import { cancelOpenOrders } from '../checkout/checkout.server.ts'
import { releaseFilesOf } from '../files/files.server.ts'
import { deleteMessagesAbout, deleteMessagesTo } from '../messages/messages.server.ts'
import { deletePicture } from '../profile/picture-files.server.ts'
import { requirePassword } from '../proof/proof.server.ts'
import { clearSessionCookies } from '../sessions/session.server.ts'
import { refuseLastOwner } from '../staff/staff.server.ts'
import type { personalDataEndpoints } from './contract.ts'
import { erasePerson } from './erase-queries.server.ts'

const FORMER = JSON.stringify({ ar: ar.formerMember, en: en.formerMember })

export async function eraseAccount(ctx: Context, { password }: Input<typeof personalDataEndpoints.eraseAccount>) {
  await requirePassword(ctx, password)
  await forgetErased(ctx, await ctx.db.transaction().execute((tx) => eraseIn(ctx, tx)))
  clearSessionCookies(ctx)
  return {}
}

type Erased = { picture: string | null }

/**
 * Erases the person of the context, in a transaction; `forgetErased` follows it.
 * @throws Problem lastOwner; unauthenticated when they were erased already
 */
export async function eraseIn(ctx: Context, tx: Tx): Promise<Erased> {
  const user = requireUser(ctx)
  await refuseLastOwner(tx, user.id)
  const before = await erasePerson(tx, user, FORMER, ctx.now())
  if (!before) throw new Problem('unauthenticated')
  await deleteMessagesTo(tx, [user.email, user.phone].filter(Boolean))
  await releaseFilesOf(tx, user.id)
  await enqueue(tx, 'sweepFiles', {})
  await mailAccountDeleted(ctx, tx, user)
  return before
}

/** What is outside of the database, and orders whose payment the provider has to be asked about. */
export async function forgetErased(ctx: Context, { picture }: Erased): Promise<void> {
  await deletePicture(ctx, picture)
  await cancelOpenOrders(ctx)
}

/**
 * Empties an account whose belongings another one has got, without a mail about it: the person stays.
 * @throws Problem notFound
 */
export async function emptyMerged(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  person: { id: number; email: string; phone: string },
): Promise<Erased> {
  const before = await erasePerson(tx, person, FORMER, ctx.now())
  if (!before) throw new Problem('notFound')
  return before
}

/** Deletes deletion mails, with the addresses in them, once they are delivered. */
export async function deleteSentDeletionMails(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteMessagesAbout(ctx.db, DELETION_MAIL, new Date(ctx.now().getTime() - DAY_MS))
}
