/**
 * A rolling restart of two instances behind each load balancer of `deploy/`, at 50 requests a second, a third of them
 * writes. It fails when a request fails: no answer, or one of 500 and above. Balancers that are not in PATH are left out.
 * The configuration is the file of `deploy/` with other addresses and without TLS.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../app/platform/durations.ts'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { freePort } from '../tests/support/processes/free-port.ts'
import { removed } from './pages/peers.ts'
import { buildProduct, ended, startProduct } from './product.ts'

const REQUESTS_A_SECOND = 50
const MIN_REQUESTS = 1800
const DRAIN_SECONDS = 5
/** Until the balancer has seen that an instance is back. */
const PAUSE_MS = 4 * SECOND_MS
const DEPLOY = join(import.meta.dirname, '..', 'deploy')

type Ports = { balancer: number; one: number; two: number }
type Balancer = { name: string; command: (folder: string, ports: Ports) => string[] }

const BALANCERS: Balancer[] = [
  { name: 'haproxy', command: (folder, ports) => ['haproxy', '-f', written(folder, 'haproxy.cfg', haproxy(ports))] },
  {
    name: 'nginx',
    command: (folder, ports) => ['nginx', '-p', folder, '-c', written(folder, 'nginx.conf', nginx(folder, ports))],
  },
  {
    name: 'caddy',
    command: (folder, ports) => {
      const file = written(folder, 'Caddyfile', caddy(ports))
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file]
    },
  },
]

export async function bench(): Promise<boolean> {
  await buildProduct()
  const cluster = await startTestCluster()
  const folder = mkdtempSync(join(tmpdir(), 'maahad-rolling-'))
  let isGood = true
  try {
    console.log(`  load ${loadavg()[0]!.toFixed(1)} before the run`)
    console.log(`  ${'balancer'.padEnd(12)}requests  writes  failed  slowest ms`)
    for (const balancer of BALANCERS) {
      if (spawnSync('which', [balancer.name]).status !== 0) {
        console.log(`  ${balancer.name.padEnd(12)}is not in PATH`)
        continue
      }
      const databaseUrl = await createTestDatabase(cluster, `bench_rolling_${balancer.name}`)
      isGood = (await restartBehind(balancer, join(folder, balancer.name), databaseUrl)) && isGood
    }
    return isGood
  } finally {
    await cluster.stop()
    removed(folder)
  }
}

async function restartBehind(balancer: Balancer, folder: string, databaseUrl: string): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  const [port, one, two] = [await freePort(), await freePort(), await freePort()]
  const ports = { balancer: port, one, two }
  const start = async (own: number) => {
    const env = { PORT: String(own), PUBLIC_URL: `http://localhost:${port}`, DRAIN_SECONDS: String(DRAIN_SECONDS) }
    return (await startProduct(databaseUrl, join(folder, 'data'), env)).server
  }
  const instances: ChildProcess[] = [await start(one), await start(two)]
  const [program, ...args] = balancer.command(folder, ports)
  const running = spawn(program!, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOME: folder },
  })
  try {
    await untilReady(port, running)
    const load = startLoad(port)
    for (const [index, own] of [one, two].entries()) {
      await sleep(PAUSE_MS)
      await ended(instances[index]!)
      instances[index] = await start(own)
    }
    await sleep(PAUSE_MS)
    const { sent, writes, failures, slowestMs } = await load.stop()
    const figures = [String(sent).padStart(8), String(writes).padStart(8), String(failures.length).padStart(8)]
    console.log(`  ${balancer.name.padEnd(12)}${figures.join('')}${slowestMs.toFixed(0).padStart(12)}`)
    for (const [failure, count] of counted(failures)) console.log(`    ${count} × ${failure}`)
    return failures.length === 0 && sent >= MIN_REQUESTS
  } finally {
    if (running.exitCode === null) await ended(running)
    await Promise.all(instances.map(ended))
  }
}

/** Sends requests at a fixed rate, whatever becomes of the earlier ones, until it is stopped and enough were sent. */
function startLoad(port: number) {
  const agent = new Agent({ keepAlive: true })
  const failures: string[] = []
  const open = new Set<Promise<void>>()
  let [sent, writes, slowestMs] = [0, 0, 0]
  const send = (method: 'GET' | 'POST', path: string, body?: string) =>
    new Promise<void>((resolve) => {
      const startedAt = performance.now()
      const fail = (what: string) => {
        failures.push(`${method} ${path}: ${what}`)
        resolve()
      }
      const headers = { 'Content-Type': 'application/json' }
      const asked = request({ agent, port, host: 'localhost', path, method, headers }, (answer) => {
        answer.resume()
        answer.on('error', (error) => fail(error.message))
        answer.on('end', () => {
          slowestMs = Math.max(slowestMs, performance.now() - startedAt)
          if (answer.statusCode! >= 500) fail(String(answer.statusCode))
          else resolve()
        })
      })
      asked.on('error', (error) => fail(error.message))
      asked.end(body)
    })
  const next = () => {
    const kind = sent++ % 3
    if (kind === 2) writes++
    const done =
      kind === 0
        ? send('GET', '/ar')
        : kind === 1
          ? send('GET', '/api/Courses/latest-courses?count=3')
          : send('POST', '/api/Auth/forgot-password', JSON.stringify({ email: `${randomUUID()}@example.com` }))
    open.add(done)
    void done.finally(() => open.delete(done))
  }
  const timer = setInterval(next, SECOND_MS / REQUESTS_A_SECOND)
  return {
    stop: async () => {
      while (sent < MIN_REQUESTS) await sleep(SECOND_MS)
      clearInterval(timer)
      await Promise.all(open)
      agent.destroy()
      return { sent, writes, failures, slowestMs }
    },
  }
}

function counted(failures: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1)
  return counts
}

async function untilReady(port: number, balancer: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (balancer.exitCode !== null) break
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(200)
  }
  throw new Error('The load balancer does not answer.')
}

function written(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const ours = (name: string, { one, two }: Ports) =>
  readFileSync(join(DEPLOY, name), 'utf8')
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${one}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${two}`)

function haproxy(ports: Ports): string {
  return (
    ours('haproxy.cfg', ports)
      .replace(/^ +bind :443.*\n/m, '')
      // Nothing hides a request that found no instance.
      .replace('mode http', 'mode http\n    retries 0')
      .replace('bind :80', `bind 127.0.0.1:${ports.balancer}`)
      .replace(/^ +http-request (?:redirect|set-header).*\n/gm, '')
      .replace(/^ +(?:user|group|log) .*\n/gm, '')
  )
}

function nginx(folder: string, ports: Ports): string {
  const site = ours('nginx.conf', ports)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${ports.balancer}`)
    .replace(/^ +ssl_.*\n/gm, '')
    .replace('Host $host', 'Host $http_host')
    .replace('server_name institute.example', 'server_name localhost')
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  return `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events { }
http { access_log off; ${own.join(' ')}
${site} }`
}

function caddy(ports: Ports): string {
  const site = ours('Caddyfile.two', ports).replace('institute.example', `http://localhost:${ports.balancer}`)
  return `{
    admin off
    auto_https off
}
${site}`
}
