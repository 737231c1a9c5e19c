/** Limits of one connection. What a body may take is limited where it is received: see `bodies`. */
import type { RequestListener, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send no request before the answer to the one before. */
export const MAX_PIPELINED_REQUESTS = 16

/** Ends a connection whose headers do not arrive. */
export const CONNECTION_LIMITS: ServerOptions = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 }

/**
 * Ends a connection that sends more requests than it reads answers: thousands of them in one packet would hold up
 * everybody else.
 */
export function limitPipelining(respond: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    // A response has its socket from the beginning, unless another one of the connection is not finished.
    if (response.socket) return respond(request, response)
    const { socket } = request
    const count = (waiting.get(socket) ?? 0) + 1
    if (socket.destroyed || count > MAX_PIPELINED_REQUESTS) return void socket.destroy()
    waiting.set(socket, count)
    response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
    return respond(request, response)
  }
}
