/** One attempt to load something: how long it may take, and which responses count as none. */

/** The specification's time for a script to load. */
export const LOAD_TIMEOUT_MS = 120_000
/** What a proxy answers while the server behind it is unavailable. */
export const UNAVAILABLE_STATUSES = [502, 503, 504]

/** @throws when the server is unavailable or the connection breaks before the body's end */
export async function completeResponse(pending: Promise<Response>): Promise<Response> {
  const response = await pending
  if (UNAVAILABLE_STATUSES.includes(response.status)) throw new Error(`The server is unavailable: ${response.status}`)
  return response.body ? new Response(await response.arrayBuffer(), response) : response
}

export function withTimeout<T>(pending: Promise<T>): Promise<T> {
  return Promise.race([
    pending,
    new Promise<never>((_, reject) => setTimeout(reject, LOAD_TIMEOUT_MS, new Error('Loading took too long.'))),
  ])
}
