import type { Context } from '../../platform/context.server.ts'

/** Stores and handles a message of the payment provider; false when it is not from it. */
export async function receivePaymentEvent(
  _ctx: Context,
  _provider: string,
  _headers: Headers,
  _body: string,
): Promise<boolean> {
  return false
}
