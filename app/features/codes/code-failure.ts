import type { FormFailure } from '../../request-context.ts'

/**
 * Decides where a code's form shows its failure. A wrong or expired code is an error of the field, which shows the
 * message and gets the focus.
 */
export function codeFailure(refused: { failure: FormFailure; intent: string } | undefined): {
  failure: FormFailure | undefined
  errors: string[] | undefined
} {
  if (!refused) return { failure: undefined, errors: undefined }
  const { failure, intent } = refused
  if (intent === 'resend') return { failure, errors: undefined }
  if (failure.code !== 'codeWrong' && failure.code !== 'codeExpired') return { failure, errors: failure.fields.code }
  const errors = [failure.message]
  return { failure: { ...failure, fields: { code: errors } }, errors }
}
