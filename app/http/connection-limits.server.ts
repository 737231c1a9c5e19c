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
    if (socket.destroyed) return
    if (count > MAX_PIPELINED_REQUESTS) return endConnection(socket)
    waiting.set(socket, count)
    response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
    return respond(request, response)
  }
}

/**
 * Ends a connection whose packet may hold 1,500 more requests. While it closes, Node makes an error for each of them;
 * their stack traces took half of the time.
 */
function endConnection(socket: Socket): void {
  let before = 0
  socket.prependOnceListener('close', () => {
    before = Error.stackTraceLimit
    Error.stackTraceLimit = 0
  })
  socket.once('close', () => {
    Error.stackTraceLimit = before
  })
  socket.destroy()
}
