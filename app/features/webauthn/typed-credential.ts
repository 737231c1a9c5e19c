import type { Assertion, Attestation } from './contract.ts'

/** What a passkey said, from a form's field; what cannot be read is refused where it is checked. */
export function typedCredential(text: string): Assertion & Attestation {
  try {
    return JSON.parse(text)
  } catch {
    return {} as Assertion & Attestation
  }
}
