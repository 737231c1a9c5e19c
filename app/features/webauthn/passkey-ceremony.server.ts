/** What passkeys are asked to sign, and whether they did: https://www.w3.org/TR/webauthn-3/ §7. */
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

/** A page may stand open for a while before somebody chooses a passkey in it. */
const CHALLENGE_SECONDS = 10 * MINUTE_SECONDS

/** EdDSA, ES256 and RS256, the better first: https://www.iana.org/assignments/cose. */
export const ALGORITHMS = [-8, -7, -257]

/** Passkeys belong to the host, and sign for the origin. */
function relyingParty({ settings }: Context) {
  const { hostname, origin } = new URL(settings.publicUrl)
  return { rpId: hostname, origin }
}

/** A new challenge, good once, with what every ceremony says. */
export async function newChallenge(ctx: Context, purpose: ChallengePurpose, userId: number | null) {
  const challenge = randomBytes(32).toString('base64url')
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000)
  await insertPasskeyChallenge(ctx.db, { hash: sha256(challenge), purpose, userId, now, expiresAt })
  return { challenge, rpId: relyingParty(ctx).rpId, timeout: CHALLENGE_SECONDS * 1000 }
}

/**
 * Looks at what a passkey signed. A right one is an open account's, verified its user, signed what we asked for, and
 * has not been copied as far as its counter tells.
 * @param userId whose passkey it has to be; anybody's at sign-in
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
      // The count is compared where it is kept, below.
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

/** Looks at a passkey that was just made. @throws Problem passkeyExpired, passkeyRefused */
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
    transports: Transport.options.filter((one) => transports?.includes(one)),
    isSynced: registrationInfo.credentialBackedUp,
    aaguid: registrationInfo.aaguid,
  }
}

/** No maker's certificate is asked for, and to check one that comes anyway, addresses in it would be visited. */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const isSelfSigned = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c')
  if (attestation.get('fmt') !== 'none' && !isSelfSigned) throw new Error('The attestation carries certificates.')
}

/** The challenge that was signed, used up by now whatever else is found. */
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

/** The library throws whatever it finds wrong with what a browser sent. */
async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw new Problem('passkeyRefused')
  }
}

/** What a passkey knows its account by; it says nothing about the person. */
export const userHandleOf = (userId: number) => Buffer.from(`user:${userId}`).toString('base64url')

export async function deleteExpiredPasskeyChallenges(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldPasskeyChallenges(ctx.db, ctx.now())
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
