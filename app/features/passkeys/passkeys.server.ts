/** Signing in by a passkey, and the passkeys of an account. */
import type { Input, Output } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { mailSecurityNotice } from '../accounts/security-emails.server.ts'
import { completeSignIn } from '../accounts/sign-in.server.ts'
import { countSignInMethods } from '../accounts/sign-in-method-queries.server.ts'
import { limitSource } from '../attempt-limits/attempt-limits.server.ts'
import { instituteName } from '../messages/institute-contacts.server.ts'
import { requireRecentProof } from '../proof/proof.server.ts'
import { CHALLENGE, cookieOf, dropCookie } from '../sessions/cookies.server.ts'
import { deviceLabel } from '../sessions/device-label.server.ts'
import {
  ALGORITHMS,
  checkAssertion,
  checkAttestation,
  newChallenge,
  userHandleOf,
} from '../webauthn/passkey-ceremony.server.ts'
import { deleteOwnPasskey, insertPasskey, passkeysOf, renameOwnPasskey } from '../webauthn/passkey-queries.server.ts'
import type { passkeysEndpoints } from './contract.ts'
import { makerOf } from './passkey-makers.ts'

type Endpoints = typeof passkeysEndpoints
type Descriptors = Output<Endpoints['passkeyOptions']>['allowCredentials']

const MAX_PASSKEYS = 20
/** Each view of the sign-in page fetches options once, and a campus shares one network. */
const MAX_OPTIONS_PER_HOUR = 3000

/** The same for all guests, so that it reveals no account's passkeys. */
async function passkeyOptions(ctx: Context, { purpose = 'sign-in' }: Input<Endpoints['passkeyOptions']>) {
  const user = purpose === 'prove' ? requireUser(ctx) : null
  await limitSource(ctx, 'passkey', MAX_OPTIONS_PER_HOUR)
  const allowCredentials = user ? descriptorsOf(await passkeysOf(ctx.db, user.id)) : []
  return {
    ...(await newChallenge(ctx, purpose, user?.id ?? null)),
    userVerification: 'required' as const,
    allowCredentials,
  }
}

/** A passkey that verified its user combines possession with knowledge or biometrics: no second factor is required. */
async function loginWithPasskey(ctx: Context, { credential }: Input<Endpoints['loginWithPasskey']>) {
  const account = await checkAssertion(ctx, credential, 'sign-in', null)
  const answer = await ctx.db.transaction().execute((tx) => completeSignIn(ctx, tx, account, 'passkey'))
  if (cookieOf(ctx, CHALLENGE)) dropCookie(ctx, CHALLENGE)
  return answer
}

async function passkeys(ctx: Context) {
  const rows = await passkeysOf(ctx.db, requireUser(ctx).id)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isSynced: row.backed_up,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

async function newPasskeyOptions(ctx: Context) {
  const user = await requireRecentProof(ctx)
  const existing = await passkeysOf(ctx.db, user.id)
  if (existing.length >= MAX_PASSKEYS) throw new Problem('passkeysFull', { most: MAX_PASSKEYS })
  const { challenge, rpId, timeout } = await newChallenge(ctx, 'register', user.id)
  return {
    challenge,
    timeout,
    rp: { id: rpId, name: await instituteName(ctx.db, ctx.lang) },
    user: {
      id: userHandleOf(user.id),
      name: user.email,
      displayName: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.userName,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    attestation: 'none' as const,
    // Prevents a second passkey on the same device.
    excludeCredentials: descriptorsOf(existing),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

async function addPasskey(ctx: Context, { credential, name }: Input<Endpoints['addPasskey']>) {
  const user = await requireRecentProof(ctx)
  const { aaguid, ...passkey } = await checkAttestation(ctx, credential, user.id)
  const now = ctx.now()
  const displayName = name ?? makerOf(aaguid) ?? deviceLabel(ctx.userAgent, ctx.lang)
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await insertPasskey(tx, { ...passkey, userId: user.id, name: displayName, now })))
      throw new Problem('passkeyRefused')
    await mailSecurityNotice(ctx, tx, user.email, 'passkeyAdded')
  })
  return {
    id: passkey.id,
    name: displayName,
    isSynced: passkey.isSynced,
    createdAt: now.toISOString(),
    lastUsedAt: null,
  }
}

async function renamePasskey(ctx: Context, { id, name }: Input<Endpoints['renamePasskey']>) {
  const user = await requireRecentProof(ctx)
  if (!(await renameOwnPasskey(ctx.db, user.id, id, name))) throw new Problem('notFound')
  return {}
}

async function removePasskey(ctx: Context, { id }: Input<Endpoints['removePasskey']>) {
  const user = await requireRecentProof(ctx)
  await ctx.db.transaction().execute(async (tx) => {
    const methodCount = await countSignInMethods(
      tx,
      user.id,
      ctx.social.map((port) => port.id),
    )
    if (!(await deleteOwnPasskey(tx, user.id, id))) throw new Problem('notFound')
    if (methodCount === 1) throw new Problem('lastWayIn')
    await mailSecurityNotice(ctx, tx, user.email, 'passkeyRemoved')
  })
  return {}
}

function descriptorsOf(rows: { id: string; transports: string[] }[]): Descriptors {
  return rows.map(({ id, transports }) => ({
    id,
    type: 'public-key',
    transports: transports as Descriptors[number]['transports'],
  }))
}

export const passkeysOperations: Operations<Endpoints> = {
  passkeyOptions,
  loginWithPasskey,
  passkeys,
  newPasskeyOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
}
