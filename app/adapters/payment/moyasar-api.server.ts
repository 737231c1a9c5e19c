/** How Moyasar's API is called, and how it says what went wrong. https://docs.moyasar.com/api */
import { z } from 'zod'
import { providerApi } from './provider-api.server.ts'

export type MoyasarAccess = { apiUrl: string; secretKey: string; timeout?: number }

/** `errors` is a map, a sentence or nothing. */
const ErrorBody = z.object({
  type: z.string(),
  message: z.string().nullish(),
  errors: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .nullish()
    .catch(null),
})

/** Calls with the account's secret key. @throws ProviderFailure */
export function moyasarApi({ apiUrl, secretKey, timeout }: MoyasarAccess) {
  return providerApi({
    ...{ name: 'moyasar', apiUrl, timeout, secrets: [secretKey], errorOf },
    authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`,
  })
}

function errorOf(body: unknown): string | undefined {
  const read = ErrorBody.safeParse(body)
  if (!read.success) return undefined
  const { type, message, errors } = read.data
  const fields = typeof errors === 'string' ? errors : Object.keys(errors ?? {}).join(', ')
  return `${type}: ${message ?? ''}${fields ? ` (${fields})` : ''}`
}
