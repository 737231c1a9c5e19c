/** A load of HTTP/1.1 requests over raw sockets: so cheap that the server, not the load, is what is measured. */
import { connect } from 'node:net'

export type Load = { count: number; seconds: number; failures: number; statuses: Map<number, number>; bytes: number }

export type LoadOptions = {
  port: number
  /** The next request as it is sent, with its empty line. */
  request: () => string
  connections: number
  seconds: number
  /** Called with the milliseconds of each request. */
  onAnswer?: (milliseconds: number) => void
}

/** Each connection sends its next request right after the last answer, and at least one. */
export async function load({ port, request, connections, seconds, onAnswer }: LoadOptions): Promise<Load> {
  const result: Load = { count: 0, seconds: 0, failures: 0, statuses: new Map(), bytes: 0 }
  const began = performance.now()
  const end = began + seconds * 1000
  const visitor = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      const answer = answerReader()
      let sentAt = 0
      const send = () => {
        if (sentAt > 0 && performance.now() >= end) {
          socket.destroy()
          return resolve()
        }
        sentAt = performance.now()
        socket.write(request(), 'latin1')
      }
      socket.on('connect', send)
      socket.on('data', (chunk) => {
        const done = answer(chunk)
        if (!done) return
        result.count++
        result.bytes = done.bytes
        result.statuses.set(done.status, (result.statuses.get(done.status) ?? 0) + 1)
        onAnswer?.(performance.now() - sentAt)
        send()
      })
      const failed = () => {
        result.failures++
        resolve()
      }
      socket.on('error', failed)
      socket.on('end', failed)
    })
  await Promise.all(Array.from({ length: connections }, visitor))
  result.seconds = (performance.now() - began) / 1000
  return result
}

/** The request of a browser that accepts brotli. */
export function getRequest(port: number, path: string, headers: Record<string, string> = {}): string {
  const all = { Host: `localhost:${port}`, 'Accept-Encoding': 'gzip, deflate, br', 'User-Agent': AGENT, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

const AGENT = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** Reads the answers of one connection; a chunk that ends an answer gives its status and the bytes of its body. */
function answerReader() {
  let head: Buffer = Buffer.alloc(0)
  let body: { status: number; left: number | 'chunked'; bytes: number } | undefined
  let tail: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): { status: number; bytes: number } | undefined => {
    let rest = chunk
    if (!body) {
      head = head.length ? Buffer.concat([head, chunk]) : chunk
      const at = head.indexOf(HEAD_END)
      if (at < 0) return undefined
      const text = head.toString('latin1', 0, at)
      const status = Number(text.slice(9, 12))
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
      const isChunked = /\r\ntransfer-encoding: *chunked/i.test(text)
      body = { status, left: status === 304 ? 0 : isChunked ? 'chunked' : Number(length ?? 0), bytes: 0 }
      rest = head.subarray(at + HEAD_END.length)
      head = Buffer.alloc(0)
    }
    body.bytes += rest.length
    if (body.left === 'chunked') {
      tail = Buffer.concat([tail, rest]).subarray(-LAST_CHUNK.length)
      if (!tail.equals(LAST_CHUNK)) return undefined
      tail = Buffer.alloc(0)
    } else {
      body.left -= rest.length
      if (body.left > 0) return undefined
    }
    const { status, bytes } = body
    body = undefined
    return { status, bytes }
  }
}
