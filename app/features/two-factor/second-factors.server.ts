/** Turns second factors on and off. Each change is notified by mail, and needs a recent re-authentication. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { isStaff } from '../../api/rights.ts'
import { type Context, requireUser, type SignedInUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { qrCode } from '../../platform/qr-code.server.ts'
import { findPasswordHash } from '../accounts/queries.server.ts'
import { mailSecurityNotice } from '../accounts/security-emails.server.ts'
import { countProof, countSentCode } from '../attempt-limits/attempt-limits.server.ts'
import { attemptCode, pendingCode, RESEND_SECONDS } from '../codes/codes.server.ts'
import { sendSmsCode } from '../codes/sms-codes.server.ts'
import { instituteName } from '../messages/institute-contacts.server.ts'
import { requirePassword, requireRecentProof } from '../proof/proof.server.ts'
import { renewBackupCodes } from '../second-factors/backup-codes.server.ts'
import {
  confirmAuthenticator,
  deleteAuthenticator,
  deleteBackupCodes,
  findAuthenticator,
  findSecondFactors,
  insertAuthenticator,
  lockAccount,
  setTwoFactor,
  setVerifiedPhone,
  takeStep,
} from '../second-factors/queries.server.ts'
import { secondFactorsOf } from '../second-factors/second-factor-challenge.server.ts'
import { base32, newSecret, otpauthUrl, sealSecret, totpStepOf, unsealSecret } from '../second-factors/totp.server.ts'
import type { twoFactorEndpoints } from './contract.ts'

/** Within this time an authenticator app has to be confirmed, or its setup is restarted. */
const SETUP_SECONDS = HOUR_SECONDS

type Endpoints = typeof twoFactorEndpoints

async function twoFactor(ctx: Context) {
  const user = requireUser(ctx)
  const [row, factors, hash] = await Promise.all([
    findSecondFactors(ctx.db, user.id),
    secondFactorsOf(ctx.db, user.id),
    findPasswordHash(ctx.db, user.id),
  ])
  return {
    enabled: factors.isOn,
    sms: factors.sms,
    authenticator: Boolean(row.has_authenticator),
    backupCodesLeft: factors.isOn ? factors.backupCodesLeft : 0,
    phone: row.phone,
    phoneVerified: Boolean(row.phone_verified_at),
    hasPassword: Boolean(hash),
    ofStaff: ofStaff(ctx, user, factors.isOn),
  }
}

function ofStaff({ settings }: Context, user: SignedInUser, isOn: boolean) {
  if (user.secondFactorNeeded) return 'needed' as const
  return isStaff(user) && !isOn && !settings.staffSecondFactor ? ('demonstration' as const) : null
}

/** Concurrent changes to the second factors of one account run one after another. */
function change<T>(ctx: Context, userId: number, apply: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    return apply(tx)
  })
}

const codeOwner = (userId: number) => ({ purpose: 'phone', userId }) as const

async function changePhone(ctx: Context, { phone }: Input<Endpoints['changePhone']>) {
  const user = await requireRecentProof(ctx)
  await ctx.db.transaction().execute((tx) => sendSmsCode(ctx, tx, codeOwner(user.id), phone))
  return { resendAfterSeconds: RESEND_SECONDS }
}

async function verifyPhone(ctx: Context, { code }: Input<Endpoints['verifyPhone']>) {
  const user = requireUser(ctx)
  const attempt = await countSentCode(ctx, 'phone', user.id)
  const checked = await attemptCode(ctx, codeOwner(user.id), code)
  await attempt.wasRight()
  await change(ctx, user.id, async (tx) => {
    if (!(await checked.end(tx))) throw new Problem('codeExpired')
    const before = await findSecondFactors(tx, user.id)
    await setVerifiedPhone(tx, user.id, checked.address, ctx.now())
    if (before.phone !== checked.address) await mailSecurityNotice(ctx, tx, user.email, 'phoneChanged')
  })
  return { phone: checked.address }
}

async function waitingPhone(ctx: Context) {
  const code = await pendingCode(ctx, codeOwner(requireUser(ctx).id))
  return { waiting: code ? { phone: code.address, resendAfterSeconds: code.resendAfterSeconds } : null }
}

async function enableTwoFactor(ctx: Context, { password }: Input<Endpoints['enableTwoFactor']>) {
  const user = await requirePassword(ctx, password)
  const backupCodes = await change(ctx, user.id, async (tx) => {
    const { phone_verified_at } = await findSecondFactors(tx, user.id)
    if (!phone_verified_at) throw new Problem('phoneNotVerified')
    if (!(await setTwoFactor(tx, user.id, ctx.now()))) throw new Problem('twoFactorAlreadyEnabled')
    await mailSecurityNotice(ctx, tx, user.email, 'twoFactorOn')
    return renewBackupCodes(ctx, tx, user.id)
  })
  return { backupCodes }
}

async function disableTwoFactor(ctx: Context, { password }: Input<Endpoints['disableTwoFactor']>) {
  const user = await requirePassword(ctx, password)
  await change(ctx, user.id, async (tx) => {
    const hadSms = await setTwoFactor(tx, user.id, null)
    const hadApp = await deleteAuthenticator(tx, user.id)
    if (!hadSms && !hadApp) throw new Problem('twoFactorNotEnabled')
    await deleteBackupCodes(tx, user.id)
    await mailSecurityNotice(ctx, tx, user.email, 'twoFactorOff')
  })
  return {}
}

async function renewCodes(ctx: Context, { password }: Input<Endpoints['renewBackupCodes']>) {
  const user = await requirePassword(ctx, password)
  const backupCodes = await change(ctx, user.id, async (tx) => {
    if (!(await secondFactorsOf(tx, user.id)).isOn) throw new Problem('twoFactorNotEnabled')
    await mailSecurityNotice(ctx, tx, user.email, 'backupCodesRenewed')
    return renewBackupCodes(ctx, tx, user.id)
  })
  return { backupCodes }
}

async function beginAuthenticator(ctx: Context) {
  const user = await requireRecentProof(ctx)
  const secret = newSecret()
  if (!(await insertAuthenticator(ctx.db, user.id, sealSecret(ctx.settings, user.id, secret), ctx.now())))
    throw new Problem('twoFactorAlreadyEnabled')
  return setupOf(ctx, secret, user.email)
}

async function authenticatorSetup(ctx: Context) {
  const user = await requireRecentProof(ctx)
  const secret = await secretInSetup(ctx, user.id)
  return { setup: secret ? await setupOf(ctx, unsealSecret(ctx.settings, user.id, secret), user.email) : null }
}

async function setupOf({ db }: Context, secret: Buffer, email: string) {
  // In English: not every authenticator app shows Arabic.
  const url = otpauthUrl(secret, await instituteName(db, 'en'), email)
  const { size, path } = qrCode(url)
  const qrSvg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return { secret: base32(secret), otpauthUrl: url, qrSvg }
}

/** The sealed secret of a setup that was started within the hour. */
async function secretInSetup(ctx: Context, userId: number): Promise<Buffer | undefined> {
  const setup = await findAuthenticator(ctx.db, userId, false)
  const oldest = ctx.now().getTime() - SETUP_SECONDS * 1000
  return setup && setup.created_at.getTime() > oldest ? setup.secret : undefined
}

async function confirm(ctx: Context, { code }: Input<Endpoints['confirmAuthenticator']>) {
  const user = await requireRecentProof(ctx)
  const secret = await secretInSetup(ctx, user.id)
  if (!secret) throw new Problem('codeExpired')
  const attempt = await countProof(ctx, user.id)
  const step = totpStepOf(unsealSecret(ctx.settings, user.id, secret), code, ctx.now())
  if (step === undefined) throw new Problem('codeWrong')
  await attempt.wasRight()
  return change(ctx, user.id, async (tx) => {
    const { isOn } = await secondFactorsOf(tx, user.id)
    if (!(await confirmAuthenticator(tx, user.id, secret, ctx.now()))) throw new Problem('codeExpired')
    await takeStep(tx, user.id, step)
    await mailSecurityNotice(ctx, tx, user.email, 'authenticatorOn')
    return isOn ? {} : { backupCodes: await renewBackupCodes(ctx, tx, user.id) }
  })
}

async function removeAuthenticator(ctx: Context) {
  const user = await requireRecentProof(ctx)
  await change(ctx, user.id, async (tx) => {
    if (!(await deleteAuthenticator(tx, user.id))) throw new Problem('twoFactorNotEnabled')
    const { isOn } = await secondFactorsOf(tx, user.id)
    if (!isOn) await deleteBackupCodes(tx, user.id)
    await mailSecurityNotice(ctx, tx, user.email, isOn ? 'authenticatorOff' : 'twoFactorOff')
  })
  return {}
}

export const twoFactorSettingsOperations: Omit<Operations<Endpoints>, 'loginWith2fa' | 'resend2fa' | 'secondStep'> = {
  twoFactor,
  changePhone,
  verifyPhone,
  waitingPhone,
  enableTwoFactor,
  disableTwoFactor,
  renewBackupCodes: renewCodes,
  beginAuthenticator,
  authenticatorSetup,
  confirmAuthenticator: confirm,
  removeAuthenticator,
}
