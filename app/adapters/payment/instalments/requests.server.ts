/** What the adapters of both companies share: reading responses, and which failures mean what. */
import type { z } from 'zod'
import { PaymentDeclined, type PaymentState, RefundRefused, RefundUnsure } from '../port.ts'
import { ProviderFailure, type ProviderRequest, type providerApi } from '../provider-api.server.ts'

export type Method = 'GET' | 'POST' | 'PUT'
export type Request = <S extends z.ZodType>(
  schema: S,
  method: Method,
  path: string,
  request?: ProviderRequest,
) => Promise<z.output<S>>

/** A response that does not match its schema counts as none: nobody knows what was done. */
export function requestsOf(name: string, callApi: ReturnType<typeof providerApi>): Request {
  return async (schema, method, path, request = {}) => {
    const read = schema.safeParse(await callApi(method, path, request))
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw new ProviderFailure('unsure', `${name} ${method} ${path}: ${issue?.path.join('.')}: ${issue?.message}`)
  }
}

/** Other statuses mean a wrong key, a wrong address or a rate limit. */
const REFUSALS = [400, 404, 422]

export const isRefusal = (error: unknown, ...more: number[]): boolean =>
  error instanceof ProviderFailure && error.kind === 'refused' && [...REFUSALS, ...more].includes(error.status)

/** The failure of a request that sends money back, as the port names it. */
export function refundFailure(error: unknown): unknown {
  if (error instanceof PaymentDeclined || error instanceof RefundRefused) return error
  if (error instanceof ProviderFailure && error.kind === 'unsure')
    return new RefundUnsure(error.message, { cause: error })
  return isRefusal(error) ? new RefundRefused('refused-by-provider') : error
}

/**
 * The state after a refund that the company has accepted.
 * @throws RefundUnsure also when it cannot be looked up: it was sent, so that nobody may send it again
 */
export async function refundedState(
  what: string,
  refundedInAllHalalas: number,
  fetch: () => Promise<PaymentState>,
): Promise<PaymentState> {
  const after = await fetch().catch((error) => {
    throw new RefundUnsure(`${what} was accepted, and cannot be looked up`, { cause: error })
  })
  if (after.refundedHalalas < refundedInAllHalalas) throw new RefundUnsure(`${what} is not there yet`)
  return after
}

/** Where the payer returns to after leaving the company's page without paying. */
export function backUrlOf(returnUrl: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('back', '1')
  return url.href
}

/** @throws when the page is not the company's: no open redirect */
export function ownPage(name: string, url: string, pageOrigin: string, domain: RegExp): string {
  const page = new URL(url)
  if (page.origin === pageOrigin || (page.protocol === 'https:' && domain.test(page.hostname))) return page.href
  throw new ProviderFailure('unsure', `${name}: the payment page is at ${page.origin}`)
}
