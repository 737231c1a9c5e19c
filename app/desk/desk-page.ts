/** What loaders and actions of the desk's pages share: who may see them, and how failures are answered. */

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, redirectDocument } from 'react-router'
import type { Right } from '../api/rights.ts'
import { PLACE_FIELD } from '../features/proof/place-field.ts'
import { type Confirm, withProof } from '../features/proof/with-proof.ts'
import { linksFor } from '../links.ts'
import type { Lang } from '../locales/lang.ts'
import { LOADERS_FIELD, pageAddressOf } from '../platform/page-address.ts'
import { type FormFailure, type PageRequest, pageRequestOf } from '../request-context.ts'
import { DONE_ID, SAVED, saysWhatWasDone, withoutDone } from './done-place.ts'
import { DRAFT_FIELD, FINISHING_FIELD } from './drafts/draft-store.ts'
import { halalasIn } from './riyals.ts'
import { deskTextsIn } from './texts.tsx'
import { typedTexts } from './typed-texts.ts'

/** The failures for which the desk shows its error page. */
export type DeskError = { code: string; message: string; requestId?: string }

/** The query of the request, without fields that a form sent empty. */
export function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(
    [...new URL(request.url).searchParams].filter(([name, value]) => value !== '' && name !== LOADERS_FIELD),
  )
}

/**
 * A loader of the desk. Guests are sent to sign in and return, staff without a second factor to setting one up; any
 * other refusal of a call is the page's answer, with its status.
 */
export function deskLoader<T>(load: (page: PageRequest, args: LoaderFunctionArgs) => Promise<T>) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    const page = pageRequestOf(args.context)
    try {
      return await load(page, args)
    } catch (error) {
      throw refusalOf(page, args.request, error)
    }
  }
}

/** For a page that only asks: without the right to do what it asks for, it is the page without the right. */
export async function requireRight({ api }: PageRequest, right: Right): Promise<void> {
  if (!(await api.desk.me({})).rights.includes(right))
    throw data<DeskError>({ code: 'forbidden', message: '' }, { status: 403 })
}

/**
 * The result of an intent: a redirect to another page, a value for this one, or a refusal that the page itself found out
 * and that is shown like that of a call.
 */
export type Done = { to: string } | { result: unknown } | { refused: FormFailure }
export type Intents = Record<string, (page: PageRequest, form: FormData, args: ActionFunctionArgs) => Promise<Done>>

/** The answer to a page's form: see `useDeskAnswer`. */
export type DeskAnswer =
  | { intent: string; failure: FormFailure; typed: Record<string, string> }
  | { intent: string; confirm: Confirm }
  | { intent: string; result: unknown }

/**
 * An action of the desk. The form's `intent` names what to do. If fresh proof is needed, the page asks for it and then
 * repeats the form; a refusal returns what was typed.
 */
export function deskAction(intents: Intents) {
  return async (args: ActionFunctionArgs) => {
    const page = pageRequestOf(args.context)
    const form = await args.request.formData()
    const intent = String(form.get('intent') ?? '')
    const perform = Object.hasOwn(intents, intent) ? intents[intent] : undefined
    const fields = withoutBookkeeping(form)
    if (!perform) throw data<DeskError>({ code: 'notFound', message: '' }, { status: 404 })
    try {
      const outcome = await withProof(page, form, () => perform(page, fields, args))
      if ('confirm' in outcome) return data<DeskAnswer>({ intent, confirm: outcome.confirm }, { status: 403 })
      if ('to' in outcome.done) return redirect(withDonePlace(outcome.done.to, args.request, form), 303)
      if ('refused' in outcome.done) return refused(intent, form, outcome.done.refused)
      return data<DeskAnswer>({ intent, result: outcome.done.result })
    } catch (error) {
      const failure = page.describe(error)
      if (!failure || LEADS_AWAY.has(failure.code)) throw refusalOf(page, args.request, error)
      return refused(intent, form, withAmountsNamed(failure, form, page.lang))
    }
  }
}

/**
 * A browser without scripts keeps the fragment of the form's address, that of its command far down the page: the answer
 * names the place where it is said what was done. That the form of a record was saved is said by the form itself.
 */
function withDonePlace(to: string, request: Request, form: FormData): string {
  const address = new URL(to, request.url)
  const isDocument = request.headers.get('sec-fetch-mode') === 'navigate'
  if (!isDocument || address.pathname !== new URL(request.url).pathname || address.hash !== '') return to
  const button = String(form.get('intent') ?? '')
  if (button === form.get(FINISHING_FIELD) && !saysWhatWasDone(address.search)) address.searchParams.set(SAVED, button)
  return `${address.pathname}${address.search}#${DONE_ID}`
}

/** What is typed as riyals reaches a call in halalas: of what is no amount, the call says that it is no whole number. */
function withAmountsNamed(failure: FormFailure, form: FormData, lang: Lang): FormFailure {
  const isNoAmount = (name: string) => /halalas$/i.test(name) && Number.isNaN(halalasIn(form.get(name)))
  const fields = Object.entries(failure.fields).map(([name, errors]) => [
    name,
    isNoAmount(name) ? [deskTextsIn(lang, 'frame').noAmount] : errors,
  ])
  return { ...failure, fields: Object.fromEntries(fields) }
}

const refused = (intent: string, form: FormData, failure: FormFailure) =>
  data<DeskAnswer>({ intent, failure, typed: typedTexts(form) }, { status: failure.status })

/** Refuses one field of the form with a sentence of the page. */
export const refusedAt = (field: string, sentence: string): Done => ({
  refused: { code: 'validation', status: 400, message: sentence, fields: { [field]: [sentence] } },
})

const LEADS_AWAY = new Set(['unauthenticated', 'secondFactorNeeded'])

function refusalOf(page: PageRequest, request: Request, error: unknown): unknown {
  const failure = page.describe(error)
  if (!failure) return error
  const { pathname, search } = pageAddressOf(request)
  const links = linksFor(page.lang)
  // Pages of the site belong to another application of the router.
  if (failure.code === 'unauthenticated') {
    return redirectDocument(
      request.method === 'POST'
        ? links.loginAfterUnsent(pathname + withoutDone(search))
        : links.login(pathname + search),
    )
  }
  if (failure.code === 'secondFactorNeeded') return redirectDocument(`${links.profile}/two-factor`)
  const kept = knownFilters(failure, request)
  if (kept) return redirect(kept)
  const { code, message, status } = failure
  return data<DeskError>({ code, message }, { status })
}

/**
 * The address of a list without the filters that it refused: an old link or a saved view may have a value that no longer
 * exists. Calls name some fields otherwise than the address.
 */
function knownFilters({ code, fields }: FormFailure, request: Request): string | undefined {
  if (code !== 'validation' || request.method !== 'GET') return undefined
  const { pathname, searchParams } = pageAddressOf(request)
  const refused = Object.keys(fields).map((name) => (name === 'SearchTerm' ? 'query' : name.toLowerCase()))
  const unknown = [...searchParams.keys()].filter((name) => refused.includes(name.toLowerCase()))
  if (unknown.length === 0) return undefined
  for (const name of unknown) searchParams.delete(name)
  searchParams.set('dropped', unknown.join('.'))
  return `${pathname}?${searchParams}`
}

/** Which draft the browser keeps of the form, and where it stands, are no fields of it. */
const BOOKKEEPING_FIELDS = [DRAFT_FIELD, FINISHING_FIELD, PLACE_FIELD]

function withoutBookkeeping(form: FormData): FormData {
  const fields = new FormData()
  for (const [name, value] of form) if (!BOOKKEEPING_FIELDS.includes(name)) fields.append(name, value)
  return fields
}

/** The texts of a form, trimmed; fields that are missing or blank are left out. */
export function fieldsOf(form: FormData, ...names: string[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const name of names) {
    const value = form.get(name)
    if (typeof value === 'string' && value.trim() !== '') fields[name] = value
  }
  return fields
}
