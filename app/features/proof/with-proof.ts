/**
 * For actions of pages that may need a fresh proof: where it is asked for, the page shows `ConfirmItIsYou`, which sends
 * the same form once more together with the proof. Nothing that was typed is lost, with scripts or without.
 */
import type { FormFailure, PageRequest } from '../../request-context.ts'
import { type CodeWait, waitFromSeconds } from '../codes/code-wait.ts'
import { typedCredential } from '../webauthn/typed-credential.ts'
import type { ProofMethod } from './contract.ts'

export type Confirm = {
  methods: ProofMethod[]
  method: ProofMethod
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
  const method = text('proof') as ProofMethod | ''
  const asked = method ? await takeProof(page, method, text) : undefined
  if (asked) return { confirm: await confirmFor(page, form, asked) }
  try {
    return { done: await work() }
  } catch (error) {
    if (page.describe(error)?.code !== 'proofNeeded') throw error
    return { confirm: await confirmFor(page, form, {}) }
  }
}

type Asked = { method?: ProofMethod; sent?: boolean; seconds?: number; failure?: FormFailure }

/** Nothing when the proof was right; else what is shown next. */
async function takeProof(
  page: PageRequest,
  method: ProofMethod,
  text: (name: string) => string,
): Promise<Asked | undefined> {
  const { proof } = page.api
  const step = text('proofStep')
  const sendable = method === 'sms' || method === 'email'
  if (step.startsWith('choose:')) return { method: step.slice('choose:'.length) as ProofMethod }
  try {
    if (step === 'send' && sendable) {
      const { resendAfterSeconds } = await proof.sendProofCode({ method })
      return { method, sent: true, seconds: resendAfterSeconds }
    }
    if (method === 'passkey') await proof.prove({ credential: typedCredential(text('proofCredential')) })
    else if (method === 'password') await proof.prove({ password: text('proofPassword') })
    else await proof.prove({ method, code: text('proofCode') })
    return undefined
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return { method, sent: sendable && step !== 'send', failure: atProofFields(failure) }
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
  const { ways: methods, maskedPhone, email } = await page.api.proof.proof({})
  const typed = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !OWN_FIELDS.includes(entry[0]),
  )
  return {
    methods,
    method: methods.find((method) => method === asked.method) ?? methods[0]!,
    maskedPhone,
    email,
    typed,
    sent: asked.sent ?? false,
    wait: waitFromSeconds(page.now, asked.seconds ?? 0),
    failure: asked.failure,
  }
}
