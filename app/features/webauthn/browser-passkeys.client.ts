/** Passkeys as the browser asks for them. Loaded when they are wanted: most pages never are. */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { httpApi, Refusal } from '../../api/http-api.ts'
import type { Lang } from '../../locales/lang.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

export type Ceremony = 'register' | 'sign-in' | 'prove'
/** Why there is no answer: a reason that the texts name, or a call that was refused with a text of its own. */
export type WhyNot = { reason: 'unsupported' | 'cancelled' | 'known' | 'failed' } | { code: string; text: string }

/** What is to be signed lives ten minutes; before that it is asked for anew. */
const RENEW_MS = 9 * MINUTE_MS

/** The passkey's answer as a form sends it. @throws what `whyNot` explains */
export async function askPasskey(ceremony: Ceremony, lang: Lang): Promise<string> {
  if (!browserSupportsWebAuthn()) throw new DOMException('', 'NotSupportedError')
  const { passkeys } = httpApi(lang)
  return JSON.stringify(
    ceremony === 'register'
      ? await startRegistration({ optionsJSON: await passkeys.newPasskeyOptions({}) })
      : await startAuthentication({ optionsJSON: await passkeys.passkeyOptions({ purpose: ceremony }) }),
  )
}

export function whyNot(error: unknown): WhyNot {
  if (error instanceof Refusal && error.message) return { code: error.code, text: error.message }
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return { reason: 'cancelled' }
  if (name === 'InvalidStateError') return { reason: 'known' }
  return { reason: name === 'NotSupportedError' ? 'unsupported' : 'failed' }
}

/**
 * Offers passkeys among the suggestions of the field that asks for them, until one is chosen.
 * @returns ends the offer
 */
export function offerPasskeys(lang: Lang, chosen: (credential: string) => void): () => void {
  let isOver = false
  async function offer() {
    try {
      if (!(await browserSupportsWebAuthnAutofill())) return
      const optionsJSON = await httpApi(lang).passkeys.passkeyOptions({})
      if (isOver) return
      const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
      if (!isOver) chosen(JSON.stringify(credential))
    } catch {
      // Nobody asked for it: the form and the button are there.
    }
  }
  const renewal = setInterval(() => {
    if (!document.hidden) void offer()
  }, RENEW_MS)
  void offer()
  return () => {
    isOver = true
    clearInterval(renewal)
    WebAuthnAbortService.cancelCeremony()
  }
}
