/** One attempt to load something: how long it may take, and which responses count as none. */

/** The specification's time for a script to load. */
export const LOAD_TIMEOUT_MS = 120_000
/** Of the server without its database, and of a proxy without the server behind it. */
export const UNAVAILABLE_STATUSES = [502, 503, 504]
/** Set by the router: the response is that of a page, also when a form failed with such a status. */
const ROUTER_HEADER = 'X-Remix-Response'

export class ServerUnavailable extends Error {}

/** @throws ServerUnavailable, or another error when the connection breaks before the body's end */
export async function completeResponse(pending: Promise<Response>): Promise<Response> {
  const response = await pending
  if (UNAVAILABLE_STATUSES.includes(response.status) && !response.headers.has(ROUTER_HEADER))
    throw new ServerUnavailable(String(response.status))
  return response.body ? new Response(await response.arrayBuffer(), response) : response
}

export function withTimeout<T>(pending: Promise<T>): Promise<T> {
  return Promise.race([
    pending,
    new Promise<never>((_, reject) => setTimeout(reject, LOAD_TIMEOUT_MS, new Error('Loading took too long.'))),
  ])
}
