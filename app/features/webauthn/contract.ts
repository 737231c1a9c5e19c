/** What a browser sends when a passkey was made or used (Web Authentication, W3C). */
import { z } from 'zod'

const Base64Url = (max: number) =>
  z
    .string()
    .max(max, 'invalid')
    .regex(/^[\w-]+$/, 'invalid')
/** At most 1023 bytes. */
export const CredentialId = Base64Url(1364)

/** What WebAuthn calls extensions and attachment is of no use to us. */
const Credential = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key', 'invalid'),
    response: z.object(response),
  })

/** What a passkey signed, as `PublicKeyCredential.toJSON()` says it. */
export const Assertion = Credential({
  clientDataJSON: Base64Url(4000),
  authenticatorData: Base64Url(4000),
  signature: Base64Url(8000),
  userHandle: Base64Url(100).nullish(),
})
export type Assertion = z.output<typeof Assertion>

/** A passkey that was just made. */
export const Attestation = Credential({
  clientDataJSON: Base64Url(4000),
  attestationObject: Base64Url(40_000),
  transports: z.array(z.string().max(30, 'invalid')).max(10, 'invalid').nullish(),
})
export type Attestation = z.output<typeof Attestation>

export const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
