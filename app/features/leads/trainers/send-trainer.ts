/** The form action of a trainer's application, and the check of each step. */
import { data, redirect } from 'react-router'
import { fieldsOfForm } from '../../../api/form-rows.ts'
import { Problem } from '../../../api/problem.ts'
import type { Lang } from '../../../locales/lang.ts'
import type { FormFailure, PageRequest } from '../../../request-context.ts'
import { followLink } from '../lead-links.ts'
import type { WaitingCv } from './trainer-contract.ts'
import { LISTS, type ListName, TEXT_FIELDS } from './trainer-steps.ts'

export type Row = Record<string, string>

/** A form that is shown again, as typed. */
export type TrainerAnswer =
  | {
      failure: FormFailure | undefined
      values: Record<string, string>
      rows: Record<ListName, Row[]>
      cv: WaitingCv | undefined
    }
  | undefined

/** Stands for a missing form token, which is refused. After these errors the page renders a new token. */
const NO_TOKEN = 'none'
const EXPIRED_TOKEN_CODES = new Set(['formTooOld', 'formNotFromPage'])
/** How many rows one submission adds in a form without scripts. */
const MORE_ROWS = 3

export async function sendTrainer(page: PageRequest, request: Request) {
  const typed = fieldsOfForm(await request.formData())
  const text = (name: string) => (typeof typed[name] === 'string' ? (typed[name] as string) : '')
  const values = Object.fromEntries([...TEXT_FIELDS, 'stamp', 'consent'].map((name) => [name, text(name)]))
  const rows = Object.fromEntries(LISTS.map((list) => [list, rowsOf(typed[list])])) as Record<ListName, Row[]>
  const { cv, refusal } = await cvOf(page, text)
  const again = (failure: FormFailure | undefined) => {
    if (failure && EXPIRED_TOKEN_CODES.has(failure.code)) values.stamp = ''
    return data({ failure, values, rows, cv }, failure ? { status: failure.status } : {})
  }
  const listToExtend = LISTS.find((list) => text('intent') === `add-${list}`)
  if (listToExtend) {
    rows[listToExtend].push(...Array.from({ length: MORE_ROWS }, () => ({})))
    return again(refusal)
  }
  const form = { ...values, ...rows, cvId: cv?.id ?? '' }
  const { fields } = await page.api.leads.checkTrainer({ form })
  if (refusal) fields.cv = refusal.fields.cv ?? [refusal.message]
  if (Object.keys(fields).length > 0) return again({ ...page.describe(new Problem('validation'))!, fields })
  try {
    const application = { ...form, stamp: values.stamp || NO_TOKEN, website: text('website') }
    const { reference, token } = await page.api.leads.trainer(application as never)
    return redirect(followLink(page.lang, reference, token, true))
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return again(failure)
  }
}

/** The CV that was uploaded before, or the one sent with the form, which is uploaded now. */
async function cvOf(page: PageRequest, text: (name: string) => string) {
  const file = page.files.get('cv')
  const savedId = text('removeCv') === 'on' ? '' : text('cvId')
  try {
    if (file) return { cv: await page.api.leads.sendCv({ stamp: text('stamp') || NO_TOKEN, file }) }
    return { cv: savedId ? await page.api.leads.waitingCv({ id: savedId }) : undefined }
  } catch (error) {
    const refusal = page.describe(error)
    if (!refusal) throw error
    return { cv: undefined, refusal: file ? refusal : undefined }
  }
}

function rowsOf(rows: unknown): Row[] {
  return Array.isArray(rows) ? rows : []
}

/** The rows of a list in the form. */
export function typedRows(form: HTMLFormElement, list: ListName): Row[] {
  return rowsOf(fieldsOfForm(new FormData(form))[list])
}

/** The errors of the form as typed; undefined when the server is unavailable. */
export async function checkedByServer(
  form: HTMLFormElement,
  lang: Lang,
): Promise<Record<string, string[]> | undefined> {
  try {
    const response = await fetch('/api/TrainerApplications/check', {
      method: 'POST',
      headers: { 'Accept-Language': lang, 'Content-Type': 'application/json' },
      body: JSON.stringify({ form: fieldsOfForm(new FormData(form)) }),
    })
    return response.ok ? (await response.json()).data.fields : undefined
  } catch {
    return undefined
  }
}
