/** The form action of the enquiry pages. */
import { data, redirect } from 'react-router'
import { Problem } from '../../../api/problem.ts'
import type { FormFailure, PageRequest } from '../../../request-context.ts'
import { readFormTexts } from '../../accounts/form-texts.ts'
import { followLink } from '../lead-links.ts'

const OF_EVERY_FORM = ['stamp', 'website', 'consent'] as const
type OfEveryForm = (typeof OF_EVERY_FORM)[number]

/** A refused form as typed. */
export type EnquiryAnswer<Name extends string = string> =
  | { failure: FormFailure; values: Record<Name | 'stamp' | 'consent', string> }
  | undefined

/** Stands for a missing form token, which is refused. After these errors the page renders a new token. */
const NO_TOKEN = 'none'
const EXPIRED_TOKEN_CODES = new Set(['formTooOld', 'formNotFromPage'])

/** Sends the form and redirects to the enquiry's page, or shows the form again. */
export async function sendEnquiry<Name extends string>(
  page: PageRequest,
  request: Request,
  names: readonly Name[],
  send: (
    typed: Record<Name | OfEveryForm, string> & { consent: 'on' },
  ) => Promise<{ reference: string; token: string }>,
) {
  const typed = await readFormTexts<Name | OfEveryForm>(request, [...names, ...OF_EVERY_FORM])
  try {
    // An unticked checkbox is not sent; the contract refuses any other value.
    const { reference, token } = await send({
      ...typed,
      stamp: typed.stamp || NO_TOKEN,
      consent: typed.consent as 'on',
    })
    return redirect(followLink(page.lang, reference, token, true))
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    if (failure.code === 'validation' && typed.consent !== 'on') Object.assign(failure.fields, consentNeeded(page))
    const { website: _, ...values } = typed as Record<Name | OfEveryForm, string>
    if (EXPIRED_TOKEN_CODES.has(failure.code)) values.stamp = ''
    return data({ failure, values: values as Record<Name | 'stamp' | 'consent', string> }, { status: failure.status })
  }
}

/** The error of a missing consent, so that it is reported together with the other errors. */
function consentNeeded(page: PageRequest) {
  return page.describe(new Problem('validation', {}, { consent: ['consent'] }))?.fields
}
