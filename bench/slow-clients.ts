/**
 * Thousands of clients that send or read slowly, and some that never read: how long everybody else waits meanwhile. It
 * fails when the 95th percentile of `/healthz` or its longest answer is beyond its limit, or when one has no answer.
 */
import { mkdtempSync } from 'node:fs'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { removed } from './pages/peers.ts'
import { buildProduct, ended, startProduct } from './product.ts'

const CLIENTS = Number(process.env.CLIENTS ?? 4000)
const SECONDS = Number(process.env.DURATION ?? 20)
/** Requests that a client sends at once and whose answers it never reads. */
const PIPELINED = 10_000
const NEVER_READING = 20
const ASKED_EVERY_MS = 50
const MAX_P95_MS = 300
const MAX_STALL_MS = 1000

type Client = { name: string; open: (port: number) => Socket }

/** What a slow client does: a byte a second of its headers or of its body, or it reads nothing of a page. */
const SLOW: Client[] = [
  { name: 'headers', open: (port) => dripping(port, 'GET /ar HTTP/1.1\r\nHost: localhost\r\nX-Slow: ') },
  {
    name: 'body',
    open: (port) =>
      dripping(
        port,
        `POST /api/auth/login HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
      ),
  },
  { name: 'reading', open: (port) => unread(port, request(port)) },
]

export async function bench(): Promise<boolean> {
  await buildProduct()
  const cluster = await startTestCluster()
  const folder = mkdtempSync(join(tmpdir(), 'maahad-slow-'))
  try {
    const { server, address } = await startProduct(
      await createTestDatabase(cluster, 'bench_slow'),
      join(folder, 'data'),
    )
    const port = Number(new URL(address).port)
    try {
      console.log(`  load ${loadavg()[0]!.toFixed(1)}; /healthz every ${ASKED_EVERY_MS} ms for ${SECONDS} s`)
      console.log(
        `  ${''.padEnd(52)}${['median ms', '95th', 'slowest', 'failures', 'still open'].map(column).join('')}`,
      )
      const alone = await measured('nobody else', port, [])
      const slow = await measured(`${CLIENTS} slow clients`, port, await opened(port))
      const pipelined = Array.from({ length: NEVER_READING }, () => unread(port, request(port).repeat(PIPELINED)))
      const unreading = await measured(`${NEVER_READING} that read none of ${PIPELINED} answers`, port, pipelined)
      return [alone, slow, unreading].every(Boolean)
    } finally {
      await ended(server)
    }
  } finally {
    await cluster.stop()
    removed(folder)
  }
}

const column = (text: string) => text.padStart(11)
const request = (port: number) => `GET /ar HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`

/** Opens the slow clients in groups, as a system's queue of new connections is short. */
async function opened(port: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < CLIENTS) {
    const group = Array.from({ length: 100 }, (_, i) => SLOW[i % SLOW.length]!.open(port))
    sockets.push(...group)
    await Promise.all(
      group.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))),
    )
  }
  return sockets
}

function dripping(port: number, first: string): Socket {
  const socket = quiet(connect(port, '127.0.0.1'))
  socket.write(first)
  const timer = setInterval(() => socket.write('a'), 1000)
  socket.once('close', () => clearInterval(timer))
  return socket
}

/** Sends and never reads. */
function unread(port: number, requests: string): Socket {
  const socket = quiet(connect(port, '127.0.0.1'))
  socket.pause()
  socket.write(requests)
  return socket
}

/** The server may end it at any time. */
const quiet = (socket: Socket) => socket.on('error', () => undefined)

/** Asks on new connections while the clients are open. @returns whether everything is within its limit */
async function measured(name: string, port: number, clients: Socket[]): Promise<boolean> {
  const answers: Promise<number | undefined>[] = []
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end) {
    answers.push(askedMs(port))
    await sleep(ASKED_EVERY_MS)
  }
  const all = await Promise.all(answers)
  const times = all.filter((time) => time !== undefined).sort((one, other) => one - other)
  const at = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.POSITIVE_INFINITY
  const failures = all.length - times.length
  const open = clients.filter((socket) => !socket.destroyed && socket.readyState === 'open').length
  for (const socket of clients) socket.destroy()
  const figures = [at(0.5).toFixed(1), at(0.95).toFixed(1), at(1).toFixed(1), String(failures), String(open)]
  console.log(`  ${name.padEnd(52)}${figures.map(column).join('')}`)
  return failures === 0 && at(0.95) < MAX_P95_MS && at(1) < MAX_STALL_MS
}

/** undefined without an answer of 200 within ten seconds */
function askedMs(port: number): Promise<number | undefined> {
  const began = performance.now()
  return new Promise((resolve) => {
    const asked = get({ port, path: '/healthz', agent: false, timeout: 10_000 }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200 ? performance.now() - began : undefined))
    })
    asked.on('timeout', () => asked.destroy()).on('error', () => resolve(undefined))
  })
}
