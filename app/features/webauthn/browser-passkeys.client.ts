/** The browser's side of passkeys. Loaded on demand: most pages never use it. */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { ApiError, httpApi } from '../../api/http-api.ts'
import type { Lang } from '../../locales/lang.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

export type Ceremony = 'register' | 'sign-in' | 'prove'
/** Why no passkey was used: a reason that has a text of its own, or the problem of a refused call. */
export type PasskeyFailure =
  | { reason: 'unsupported' | 'cancelled' | 'known' | 'failed' }
  | { code: string; text: string }

/** A challenge is valid for ten minutes; a new one is fetched before that. */
const RENEW_MS = 9 * MINUTE_MS

/** The passkey's response as a form sends it. @throws errors that `passkeyFailure` explains */
export async function askPasskey(ceremony: Ceremony, lang: Lang): Promise<string> {
  if (!browserSupportsWebAuthn()) throw new DOMException('', 'NotSupportedError')
  const { passkeys } = httpApi(lang)
  return JSON.stringify(
    ceremony === 'register'
      ? await startRegistration({ optionsJSON: await passkeys.newPasskeyOptions({}) })
      : await startAuthentication({ optionsJSON: await passkeys.passkeyOptions({ purpose: ceremony }) }),
  )
}

export function passkeyFailure(error: unknown): PasskeyFailure {
  if (error instanceof ApiError && error.message) return { code: error.code, text: error.message }
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return { reason: 'cancelled' }
  if (name === 'InvalidStateError') return { reason: 'known' }
  return { reason: name === 'NotSupportedError' ? 'unsupported' : 'failed' }
}

/**
 * Offers passkeys among the autofill suggestions of the email field, until one is chosen.
 * @returns a function that ends the offer
 */
export function offerPasskeys(lang: Lang, chosen: (credential: string) => void): () => void {
  let hasEnded = false
  async function offer() {
    try {
      if (!(await browserSupportsWebAuthnAutofill())) return
      const optionsJSON = await httpApi(lang).passkeys.passkeyOptions({})
      if (hasEnded) return
      const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
      if (!hasEnded) chosen(JSON.stringify(credential))
    } catch {
      // The suggestions are optional: the form and the button remain.
    }
  }
  const renewal = setInterval(() => {
    if (!document.hidden) void offer()
  }, RENEW_MS)
  void offer()
  return () => {
    hasEnded = true
    clearInterval(renewal)
    WebAuthnAbortService.cancelCeremony()
  }
}
