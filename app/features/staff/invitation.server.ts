/** Accepting an invitation: its link proves the address, so the account is opened without a code. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Role } from '../../api/rights.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { hashPassword, isCommonPassword, verifyPassword } from '../accounts/password.server.ts'
import { finishSignIn } from '../accounts/sign-in.server.ts'
import type { SignInAnswer } from '../accounts/sign-in-contract.ts'
import { limitSource } from '../attempt-limits/attempt-limits.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { REPEAT_SECONDS } from '../codes/codes.server.ts'
import type { staffEndpoints } from './contract.ts'
import { staffDeskOperations } from './desk.server.ts'
import {
  accountOpenedBy,
  createColleague,
  deleteOldInvitations,
  findInvitation,
  setInvited,
  takeInvitation,
} from './queries.server.ts'
import { tokenHash } from './staff.server.ts'

/** Per network, like sign-ups. */
const MAX_PER_HOUR = 300

type Calls = typeof staffEndpoints

async function invitation(ctx: Context, { token }: Input<Calls['invitation']>) {
  await limitSource(ctx, 'invitation', MAX_PER_HOUR)
  const found = await findInvitation(ctx.db, tokenHash(token), ctx.now())
  if (!found) throw new Problem('invitationGone')
  return { email: found.email, roles: found.roles as Role[] }
}

async function acceptInvitation(ctx: Context, typed: Input<Calls['acceptInvitation']>): Promise<SignInAnswer> {
  if (isCommonPassword(typed.password)) throw new Problem('validation', {}, { password: ['commonPassword'] })
  await limitSource(ctx, 'invitation', MAX_PER_HOUR)
  const hash = tokenHash(typed.token)
  const passwordHash = await hashPassword(typed.password, ctx)
  const now = ctx.now()
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const invited = await takeInvitation(tx, hash, now)
    if (!invited) return undefined
    const { firstName, lastName, phone } = typed
    const account = await createColleague(tx, { ...invited, passwordHash, firstName, lastName, phone, now })
    if (!account) throw new Problem('addressHasAccount')
    await setInvited(tx, hash, account.id)
    const after = { roles: invited.roles }
    await writeAudit(tx, { ...ctx, user: account }, { action: 'staff.join', reference: String(account.id), after })
    return finishSignIn(ctx, tx, account)
  })
  return answer ?? repeatedSignIn(ctx, hash, typed.password)
}

/** The same form was submitted twice: the second submission signs in, too. */
async function repeatedSignIn(ctx: Context, hash: Buffer, password: string): Promise<SignInAnswer> {
  const usedAfter = new Date(ctx.now().getTime() - REPEAT_SECONDS * 1000)
  const account = await accountOpenedBy(ctx.db, hash, usedAfter)
  if (!(await verifyPassword(password, account?.password_hash, ctx)) || !account) throw new Problem('invitationGone')
  return ctx.db.transaction().execute((tx) => finishSignIn(ctx, tx, account))
}

export async function deleteExpiredInvitations({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await deleteOldInvitations(db, new Date(now().getTime() - DAY_MS))
}

export const staffOperations: Operations<Calls> = { invitation, acceptInvitation, ...staffDeskOperations }
