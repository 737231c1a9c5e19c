/** Issues challenges and verifies what passkeys signed: https://www.w3.org/TR/webauthn-3/ §7. */
import { createHash, randomBytes } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { MINUTE_SECONDS } from '../../platform/durations.ts'
import { type Assertion, type Attestation, Transport } from './contract.ts'
import {
  type ChallengePurpose,
  countUse,
  deleteOldPasskeyChallenges,
  findPasskey,
  insertPasskeyChallenge,
  takePasskeyChallenge,
} from './passkey-queries.server.ts'

/** A page may be open for a while before a passkey is chosen. */
const CHALLENGE_SECONDS = 10 * MINUTE_SECONDS

/** EdDSA, ES256 and RS256, in order of preference: https://www.iana.org/assignments/cose. */
export const ALGORITHMS = [-8, -7, -257]

/** Passkeys belong to the host, and sign for the origin. */
function relyingParty({ settings }: Context) {
  const { hostname, origin } = new URL(settings.publicUrl)
  return { rpId: hostname, origin }
}

/** A new challenge, valid once, with the options that all ceremonies share. */
export async function newChallenge(ctx: Context, purpose: ChallengePurpose, userId: number | null) {
  const challenge = randomBytes(32).toString('base64url')
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000)
  await insertPasskeyChallenge(ctx.db, { hash: sha256(challenge), purpose, userId, now, expiresAt })
  return { challenge, rpId: relyingParty(ctx).rpId, timeout: CHALLENGE_SECONDS * 1000 }
}

/**
 * Verifies what a passkey signed. Accepted when it belongs to an active account, verified its user, signed our
 * challenge, and was not copied as far as its counter shows.
 * @param userId the account it must belong to; null at sign-in, for any
 * @returns the passkey with its account
 * @throws Problem passkeyExpired, passkeyRefused
 */
export async function checkAssertion(
  ctx: Context,
  credential: Assertion,
  purpose: 'sign-in' | 'prove',
  userId: number | null,
) {
  const challenge = await takeChallenge(ctx, credential.response.clientDataJSON, purpose, userId)
  const passkey = await findPasskey(ctx.db, credential.id)
  if (!passkey || (userId !== null && passkey.id !== userId)) throw new Problem('passkeyRefused')
  const { userHandle, ...response } = credential.response
  if (userHandle && userHandle !== userHandleOf(passkey.id)) throw new Problem('passkeyRefused')
  const { rpId, origin } = relyingParty(ctx)
  const { verified, authenticationInfo } = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The counter is compared in the database, below.
      credential: { id: passkey.passkey_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    }),
  )
  if (!verified) throw new Problem('passkeyRefused')
  const use = {
    counter: authenticationInfo.newCounter,
    isSynced: authenticationInfo.credentialBackedUp,
    now: ctx.now(),
  }
  if (!(await countUse(ctx.db, passkey.passkey_id, use))) {
    ctx.log.warn({ userId: passkey.id }, 'a passkey came back with an old counter: it may have been copied')
    throw new Problem('passkeyRefused')
  }
  return passkey
}

/** Verifies a new passkey. @throws Problem passkeyExpired, passkeyRefused */
export async function checkAttestation(ctx: Context, credential: Attestation, userId: number) {
  const { clientDataJSON, attestationObject, transports } = credential.response
  const challenge = await takeChallenge(ctx, clientDataJSON, 'register', userId)
  const { rpId, origin } = relyingParty(ctx)
  const { verified, registrationInfo } = await orRefuse(() => {
    refuseCertificates(attestationObject)
    return verifyRegistrationResponse({
      response: { ...credential, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  if (!verified || !registrationInfo) throw new Problem('passkeyRefused')
  return {
    id: registrationInfo.credential.id,
    publicKey: Buffer.from(registrationInfo.credential.publicKey),
    counter: registrationInfo.credential.counter,
    transports: Transport.options.filter((transport) => transports?.includes(transport)),
    isSynced: registrationInfo.credentialBackedUp,
    aaguid: registrationInfo.aaguid,
  }
}

/** No attestation certificate is requested; verifying one that is sent anyway would fetch addresses named in it. */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const isSelfSigned = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c')
  if (attestation.get('fmt') !== 'none' && !isSelfSigned) throw new Error('The attestation carries certificates.')
}

/** The challenge that was signed. It is used up, even if a later check fails. */
async function takeChallenge(
  ctx: Context,
  clientDataJSON: string,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === undefined) throw new Problem('passkeyRefused')
  if (!(await takePasskeyChallenge(ctx.db, sha256(challenge), purpose, userId, ctx.now())))
    throw new Problem('passkeyExpired')
  return challenge
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** The library throws an error for everything that it refuses. */
async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw new Problem('passkeyRefused')
  }
}

/** Identifies the account to a passkey; contains nothing personal. */
export const userHandleOf = (userId: number) => Buffer.from(`user:${userId}`).toString('base64url')

export async function deleteExpiredPasskeyChallenges(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldPasskeyChallenges(ctx.db, ctx.now())
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
