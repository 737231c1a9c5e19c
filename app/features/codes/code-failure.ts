import type { FormFailure } from '../../request-context.ts'

/**
 * Where a code's form shows why it was refused. A wrong or expired code is the field's matter: its message stands
 * there, and the field gets the focus.
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
