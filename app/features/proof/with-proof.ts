/**
 * For page actions that may need a re-authentication: the page then shows `ConfirmItIsYou`, which submits the same form
 * again together with the proof. Nothing that was typed is lost, with scripts or without.
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
  /** The entries of the original form, without the fields of the proof. */
  entries: [name: string, value: string][]
  /** Whether a code was sent. */
  sent: boolean
  wait: CodeWait | null
  failure: FormFailure | undefined
}

const PROOF_FIELDS = ['proof', 'proofStep', 'proofPassword', 'proofCode', 'proofCredential']

/**
 * Performs an action, after checking the proof that the form contains.
 * @returns what to ask for first, or the result of the action
 */
export async function withProof<T>(
  page: PageRequest,
  form: FormData,
  perform: () => Promise<T>,
): Promise<{ confirm: Confirm } | { done: T }> {
  const text = (name: string) => String(form.get(name) ?? '')
  const method = text('proof') as ProofMethod | ''
  const next = method ? await takeProof(page, method, text) : undefined
  if (next) return { confirm: await confirmFor(page, form, next) }
  try {
    return { done: await perform() }
  } catch (error) {
    if (page.describe(error)?.code !== 'proofNeeded') throw error
    return { confirm: await confirmFor(page, form, {}) }
  }
}

/** What to ask for before a form that has these entries: for a page that was led to for want of a proof. */
export function askForProof(page: PageRequest, entries: Record<string, string>): Promise<Confirm> {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) form.set(name, value)
  return confirmFor(page, form, {})
}

type NextStep = { method?: ProofMethod; sent?: boolean; seconds?: number; failure?: FormFailure }

/** Undefined when the proof was accepted; otherwise what to show next. */
async function takeProof(
  page: PageRequest,
  method: ProofMethod,
  text: (name: string) => string,
): Promise<NextStep | undefined> {
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

/** The proof's fields have names of their own, since the original form may use the same names. */
function atProofFields(failure: FormFailure): FormFailure {
  const { password, code, ...rest } = failure.fields
  const wrongCode = failure.code === 'codeWrong' || failure.code === 'codeExpired' ? [failure.message] : undefined
  const proofCode = code ?? wrongCode
  const fields = { ...rest, ...(password ? { proofPassword: password } : {}), ...(proofCode ? { proofCode } : {}) }
  return { ...failure, fields }
}

async function confirmFor(page: PageRequest, form: FormData, next: NextStep): Promise<Confirm> {
  const { ways: methods, maskedPhone, email } = await page.api.proof.proof({})
  const entries = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !PROOF_FIELDS.includes(entry[0]),
  )
  return {
    methods,
    method: methods.find((method) => method === next.method) ?? methods[0]!,
    maskedPhone,
    email,
    entries,
    sent: next.sent ?? false,
    wait: waitFromSeconds(page.now, next.seconds ?? 0),
    failure: next.failure,
  }
}
