/** The profile of the signed-in person. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { countFile } from '../../platform/limits/rate-limit.server.ts'
import { mailPasswordChanged } from '../accounts/emails.server.ts'
import { hashPassword, isCommonPassword, verifyPassword } from '../accounts/password.server.ts'
import { findPasswordHash } from '../accounts/queries.server.ts'
import { whoAmI } from '../accounts/sign-in.server.ts'
import { showReviewer } from '../catalogue/course/reviews.server.ts'
import { requirePassword } from '../proof/proof.server.ts'
import { secondFactorsOf } from '../second-factors/second-factor-challenge.server.ts'
import { revokeSessionsOf } from '../sessions/session-queries.server.ts'
import { sessions } from '../sessions/sessions.server.ts'
import { PICTURE_QUOTAS, type profileEndpoints } from './contract.ts'
import { deletePicture, savePicture } from './picture-files.server.ts'
import { findGuards, isNameOfStaff, setPassword, swapPicture, updateNames } from './queries.server.ts'

type Calls = typeof profileEndpoints

async function profile(ctx: Context) {
  const user = requireUser(ctx)
  const [guards, factors, open] = await Promise.all([
    findGuards(ctx.db, user.id),
    secondFactorsOf(ctx.db, user.id),
    sessions(ctx),
  ])
  return {
    ...whoAmI(user).userData,
    phoneVerified: guards.phone_verified_at !== null,
    twoFactorEnabled: factors.isOn,
    backupCodesLeft: factors.backupCodesLeft,
    hasPassword: guards.has_password,
    passkeys: Number(guards.passkeys),
    connections: Number(guards.connections),
    sessions: open,
  }
}

/** Prevents impersonation: names of the institute, its trainers and staff cannot be taken. */
async function updateProfile(ctx: Context, { firstName, lastName = '', userName }: Input<Calls['updateProfile']>) {
  const user = requireUser(ctx)
  const shown = userName ?? [firstName, lastName].filter(Boolean).join(' ')
  if (shown !== user.userName && (await isNameOfStaff(ctx.db, shown, user.id)))
    throw new Problem('validation', {}, { userName: ['nameTaken'] })
  const row = await ctx.db.transaction().execute(async (tx) => {
    await showReviewer(tx, user.id, { name: shown })
    return updateNames(tx, user.id, { firstName, lastName, userName: shown })
  })
  return {
    ...whoAmI(user).userData,
    userName: row.user_name,
    firstName: row.first_name,
    lastName: row.last_name,
    profilePicture: row.profile_picture,
  }
}

async function setPicture(ctx: Context, { file }: Input<Calls['setPicture']>) {
  const user = requireUser(ctx)
  await countFile(ctx, PICTURE_QUOTAS, file.size)
  const profilePicture = await savePicture(ctx, new Uint8Array(await file.arrayBuffer()))
  await replacePicture(ctx, user.id, profilePicture)
  return { profilePicture }
}

async function removePicture(ctx: Context) {
  await replacePicture(ctx, requireUser(ctx).id, null)
  return {}
}

async function replacePicture(ctx: Context, userId: number, picture: string | null): Promise<void> {
  const former = await ctx.db.transaction().execute(async (tx) => {
    await showReviewer(tx, userId, { picture })
    return swapPicture(tx, userId, picture)
  })
  await deletePicture(ctx, former)
}

/** Ends all other sessions: they may be the reason why the password is changed. */
async function changePassword(ctx: Context, { currentPassword, password }: Input<Calls['changePassword']>) {
  const user = await requirePassword(ctx, currentPassword, 'currentPassword')
  if (isCommonPassword(password)) throw new Problem('validation', {}, { password: ['commonPassword'] })
  if (await verifyPassword(password, await findPasswordHash(ctx.db, user.id), ctx))
    throw new Problem('validation', {}, { password: ['samePassword'] })
  const hash = await hashPassword(password, ctx)
  await ctx.db.transaction().execute(async (tx) => {
    await setPassword(tx, user.id, hash)
    await revokeSessionsOf(tx, user.id, 'password', ctx.now(), user.sessionId)
    await mailPasswordChanged(ctx, tx, user.email)
  })
  return {}
}

export const profileOperations: Operations<Calls> = {
  profile,
  updateProfile,
  setPicture,
  removePicture,
  changePassword,
}
