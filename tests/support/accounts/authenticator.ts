/** A passkey on a device: creates the responses that a browser would send. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { TestBrowser } from './accounts.ts'

const FLAGS = { present: 0x01, verified: 0x04, syncable: 0x08, synced: 0x10, hasKey: 0x40 }

export type DeviceFacts = {
  origin: string
  rpId?: string
  /** Whether the device verifies the user: fingerprint, face or PIN. */
  verifies?: boolean
  /** Counts its uses, as hardware keys do; phones always report 0. */
  counts?: boolean
  aaguid?: string
}

type Options = { challenge: string; user?: { id: string } }

export function authenticator({ origin, rpId = 'localhost', verifies = true, counts = false, aaguid }: DeviceFacts) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  const authData = (host: string, flags: number, isVerified = verifies, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counts ? counter : 0)
    const verified = isVerified ? FLAGS.verified : 0
    const synced = counts ? 0 : FLAGS.syncable | FLAGS.synced
    const flag = Buffer.from([FLAGS.present | verified | synced | flags])
    return Buffer.concat([createHash('sha256').update(host).digest(), flag, count, rest])
  }

  return {
    id: id.toString('base64url'),
    /** The counter that a cloned key would report. */
    setCounter: (value: number) => {
      counter = value
    },
    /** @param facts replaces parts, for instance by those of another site or another attestation format */
    create({ challenge, user }: Options, facts: { origin?: string; rpId?: string; fmt?: string } = {}) {
      userHandle = user!.id
      const { x, y } = publicKey.export({ format: 'jwk' })
      const key = map([
        [int(1), int(2)],
        [int(3), int(-7)],
        [int(-1), int(1)],
        [int(-2), bytes(Buffer.from(x!, 'base64url'))],
        [int(-3), bytes(Buffer.from(y!, 'base64url'))],
      ])
      const length = Buffer.from([0, id.length])
      const maker = Buffer.from((aaguid ?? '').replaceAll('-', '').padEnd(32, '0'), 'hex')
      const data = authData(facts.rpId ?? rpId, FLAGS.hasKey, verifies, Buffer.concat([maker, length, id, key]))
      const attestation = map([
        [text('fmt'), text(facts.fmt ?? 'none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(data)],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, facts.origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'telepathy'],
      })
    },
    get({ challenge }: Options, facts: { origin?: string; rpId?: string; type?: string; verifies?: boolean } = {}) {
      counter += 1
      const client = clientData(facts.type ?? 'webauthn.get', challenge, facts.origin)
      const data = authData(facts.rpId ?? rpId, 0, facts.verifies)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        ...(userHandle ? { userHandle } : {}),
      })
    },
  }

  function answer<T extends object>(response: T) {
    const name = id.toString('base64url')
    return { id: name, rawId: name, type: 'public-key', response, clientExtensionResults: {} }
  }
}
export type Authenticator = ReturnType<typeof authenticator>

/** Adds a passkey to the signed-in user's account. */
export async function addPasskey(browser: TestBrowser, device: Authenticator) {
  const { data: options, status } = await browser.call('POST', 'Profile/passkeys/options', { body: {} })
  if (status !== 200) throw new Error('No passkey may be added.')
  return browser.call('POST', 'Profile/passkeys', { body: { credential: device.create(options) } })
}

/** The passkey's response to a new challenge. */
export async function assertion(browser: TestBrowser, device: Authenticator, purpose: 'sign-in' | 'prove' = 'sign-in') {
  return device.get((await browser.call('POST', 'Auth/passkey/options', { body: { purpose } })).data)
}

// The part of CBOR (RFC 8949) that authenticators use.
const head = (major: number, value: number) =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])
