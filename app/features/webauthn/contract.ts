/** What a browser sends when a passkey was created or used (Web Authentication, W3C). */
import { z } from 'zod'

const Base64Url = (max: number) =>
  z
    .string()
    .max(max, 'invalid')
    .regex(/^[\w-]+$/, 'invalid')
/** At most 1023 bytes. */
export const CredentialId = Base64Url(1364)

/** WebAuthn's extensions and attachment are not used. */
const Credential = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key', 'invalid'),
    response: z.object(response),
  })

/** What a passkey signed, in the form of `PublicKeyCredential.toJSON()`. */
export const Assertion = Credential({
  clientDataJSON: Base64Url(4000),
  authenticatorData: Base64Url(4000),
  signature: Base64Url(8000),
  userHandle: Base64Url(100).nullish(),
})
export type Assertion = z.output<typeof Assertion>

/** A new passkey. */
export const Attestation = Credential({
  clientDataJSON: Base64Url(4000),
  attestationObject: Base64Url(40_000),
  transports: z.array(z.string().max(30, 'invalid')).max(10, 'invalid').nullish(),
})
export type Attestation = z.output<typeof Attestation>

export const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
