/** The authority's own key, and the certificates (X.509, RFC 5280) that it signs with it. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import {
  bitString,
  context,
  der,
  integer,
  objectIdentifier,
  octetString,
  printableString,
  sequence,
  set,
} from '../../../platform/der.ts'
import { YEAR_MS } from '../../../platform/durations.ts'
import type { AuthorityKey } from './authority-queries.server.ts'

const SIGNATURE = sequence(objectIdentifier('1.2.840.10045.4.3.2'))
const VALID_MS = 5 * YEAR_MS
const UTC_TIME = 0x17
const IA5_STRING = 0x16
const TRUE = der(0x01, Buffer.from([0xff]))
/** Digital signature. */
const KEY_USAGE = der(0x03, Buffer.from([7, 0x80]))

const component = (dotted: string, value: Buffer) => set(sequence(objectIdentifier(dotted), value))
const commonName = (name: string) => component('2.5.4.3', printableString(name))
const domain = (name: string) => component('0.9.2342.19200300.100.1.25', der(IA5_STRING, Buffer.from(name)))

/** As the sandbox names itself in compliance certificates, and the certificate authority behind it in the others. */
export const ISSUERS = {
  compliance: sequence(commonName('eInvoicing')),
  production: sequence(domain('local'), domain('gov'), domain('extgazt'), commonName('TSZEINVOICE-SubCA-1')),
}

const extension = (dotted: string, value: Buffer, ...critical: Buffer[]) =>
  sequence(objectIdentifier(dotted), ...critical, octetString(value))

/** `YYMMDDHHMMSSZ`: the form of times before 2050. */
const utcTime = (time: Date) => der(UTC_TIME, Buffer.from(`${time.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

type Holder = { subject: Buffer; publicKey: Buffer; alternativeName?: Buffer }

/** @returns DER */
export function issueCertificate(
  { subject, publicKey, alternativeName }: Holder,
  issuer: Buffer,
  authorityKeyPem: string,
  now: Date,
): Buffer {
  const serial = randomBytes(19)
  serial[0] = (serial[0]! & 0x7f) | 0x40
  const keyId = createHash('sha1').update(publicKey).digest()
  const content = sequence(
    context(0, integer(2n)),
    integer(BigInt(`0x${serial.toString('hex')}`)),
    SIGNATURE,
    issuer,
    sequence(utcTime(now), utcTime(new Date(now.getTime() + VALID_MS))),
    subject,
    publicKey,
    context(
      3,
      sequence(
        ...(alternativeName ? [extension('2.5.29.17', alternativeName)] : []),
        extension('2.5.29.14', octetString(keyId)),
        extension('2.5.29.15', KEY_USAGE, TRUE),
      ),
    ),
  )
  return sequence(content, SIGNATURE, bitString(sign('sha256', content, createPrivateKey(authorityKeyPem))))
}

export function newAuthorityKey(now: Date): AuthorityKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const certificate = issueCertificate({ subject: ISSUERS.production, publicKey }, ISSUERS.production, pem, now)
  return { privateKey: pem, certificate: certificate.toString('base64') }
}
