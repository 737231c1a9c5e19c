/** What a signature and a QR code say of a unit's certificate. */
import { X509Certificate } from 'node:crypto'
import { derValues } from '../../../platform/der.ts'

export type Certificate = {
  /** As the authority gave it: DER in base64. Its digest is of this text. */
  text: string
  /** From the most specific name to the country, as `CN=…, DC=gov, DC=local`. */
  issuer: string
  /** In decimal. */
  serialNumber: string
  /** DER, SubjectPublicKeyInfo. */
  publicKey: Buffer
  /** The authority's signature of the certificate, DER. */
  signature: Buffer
  expiresAt: Date
}

/** @throws when it is no certificate */
export function readCertificate(text: string): Certificate {
  const bytes = Buffer.from(text, 'base64')
  const parsed = new X509Certificate(bytes)
  const [certificate] = derValues(bytes)
  const [, , signature] = derValues(certificate!.content)
  return {
    text,
    issuer: parsed.issuer.split('\n').reverse().join(', '),
    serialNumber: BigInt(`0x${parsed.serialNumber}`).toString(),
    publicKey: parsed.publicKey.export({ type: 'spki', format: 'der' }),
    // Its first byte says how many bits are unused.
    signature: signature!.content.subarray(1),
    expiresAt: parsed.validToDate,
  }
}

/** The certificate in a token of the authority, which is its text in base64 once more. */
export const certificateOf = (token: string): string => Buffer.from(token, 'base64').toString('utf8')
