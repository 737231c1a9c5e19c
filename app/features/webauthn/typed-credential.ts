import type { Assertion, Attestation } from './contract.ts'

/** A passkey's response from a form field. Unreadable text becomes an empty object, which the contract refuses. */
export function typedCredential(text: string): Assertion & Attestation {
  try {
    return JSON.parse(text)
  } catch {
    return {} as Assertion & Attestation
  }
}
