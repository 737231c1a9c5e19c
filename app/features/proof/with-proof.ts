/**
 * For actions of pages that may need a fresh proof: where it is asked for, the page shows `ConfirmItIsYou`, which sends
 * the same form once more together with the proof. Nothing that was typed is lost, with scripts or without.
 */
import type { FormFailure, PageRequest } from '../../request-context.ts'
import { type CodeWait, waitOfSeconds } from '../codes/code-wait.ts'
import { typedCredential } from '../webauthn/typed-credential.ts'
import type { ProofWay } from './contract.ts'

export type Confirm = {
  ways: ProofWay[]
  way: ProofWay
  maskedPhone: string
  email: string
  /** What was typed into the form that waits, but for the proof. */
  typed: [name: string, value: string][]
  /** A code is on its way. */
  sent: boolean
  wait: CodeWait | null
  failure: FormFailure | undefined
}

const OWN_FIELDS = ['proof', 'proofStep', 'proofPassword', 'proofCode', 'proofCredential']

/**
 * Does the work, after the proof that the form carries.
 * @returns what to ask for first, or what the work gave
 */
export async function withProof<T>(
  page: PageRequest,
  form: FormData,
  work: () => Promise<T>,
): Promise<{ confirm: Confirm } | { done: T }> {
  const text = (name: string) => String(form.get(name) ?? '')
  const way = text('proof') as ProofWay | ''
  const asked = way ? await takeProof(page, way, text) : undefined
  if (asked) return { confirm: await confirmFor(page, form, asked) }
  try {
    return { done: await work() }
  } catch (error) {
    if (page.describe(error)?.code !== 'proofNeeded') throw error
    return { confirm: await confirmFor(page, form, {}) }
  }
}

type Asked = { way?: ProofWay; sent?: boolean; seconds?: number; failure?: FormFailure }

/** Nothing when the proof was right; else what is shown next. */
async function takeProof(page: PageRequest, way: ProofWay, text: (name: string) => string): Promise<Asked | undefined> {
  const { proof } = page.api
  const step = text('proofStep')
  const sendable = way === 'sms' || way === 'email'
  if (step.startsWith('choose:')) return { way: step.slice('choose:'.length) as ProofWay }
  try {
    if (step === 'send' && sendable) {
      const { resendAfterSeconds } = await proof.sendProofCode({ method: way })
      return { way, sent: true, seconds: resendAfterSeconds }
    }
    if (way === 'passkey') await proof.prove({ credential: typedCredential(text('proofCredential')) })
    else if (way === 'password') await proof.prove({ password: text('proofPassword') })
    else await proof.prove({ method: way, code: text('proofCode') })
    return undefined
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return { way, sent: sendable && step !== 'send', failure: atProofFields(failure) }
  }
}

/** The fields have names of their own here, since the form that waits may have some of the same names. */
function atProofFields(failure: FormFailure): FormFailure {
  const { password, code, ...rest } = failure.fields
  const wrongCode = failure.code === 'codeWrong' || failure.code === 'codeExpired' ? [failure.message] : undefined
  const proofCode = code ?? wrongCode
  const fields = { ...rest, ...(password ? { proofPassword: password } : {}), ...(proofCode ? { proofCode } : {}) }
  return { ...failure, fields }
}

async function confirmFor(page: PageRequest, form: FormData, asked: Asked): Promise<Confirm> {
  const { ways, maskedPhone, email } = await page.api.proof.proof({})
  const typed = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !OWN_FIELDS.includes(entry[0]),
  )
  return {
    ways,
    way: ways.find((way) => way === asked.way) ?? ways[0]!,
    maskedPhone,
    email,
    typed,
    sent: asked.sent ?? false,
    wait: waitOfSeconds(page.now, asked.seconds ?? 0),
    failure: asked.failure,
  }
}
