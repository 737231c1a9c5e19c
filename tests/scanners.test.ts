/**
 * Scanners that others wrote find nothing in the demonstration, signed in as its Owner: wapiti crawls pages and forms,
 * sqlmap injects SQL into every search. Debian has both; where one is missing, its test is skipped and says so.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../app/api/contract.ts'
import type { Endpoint } from '../app/api/endpoint.ts'
import { builtPages } from '../app/composition/built-pages.server.ts'
import { MINUTE_MS, SECOND_MS } from '../app/platform/durations.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { learner } from './support/factories.ts'
import { IS_LONG } from './support/long.ts'
import { tokenOf } from './support/signed-in.ts'

const CRAWL_SECONDS = 60
const MODULE_SECONDS = 15
const MODULES = [
  ...['sql', 'exec', 'file', 'xss', 'permanentxss', 'redirect', 'crlf', 'xxe', 'shellshock', 'backup', 'htaccess'],
  ...['methods', 'csp', 'http_headers', 'cookieflags'],
]
const ACCEPTED = [
  // The policy says `frame-ancestors`, which browsers follow instead.
  'HTTP Secure Headers: /en/ X-Frame-Options is not set',
  // Browsers have given it up, and it made attacks possible.
  'HTTP Secure Headers: /en/ X-XSS-Protection is not set',
  // The demonstration has no https.
  'HTTP Secure Headers: /en/ Strict-Transport-Security is not set',
  'Secure Flag cookie: /en/ Secure flag is not set in the cookie : lang',
  // Scripts read the language, which is no secret.
  'HttpOnly Flag cookie: /en/ HttpOnly flag is not set in the cookie : lang',
]
const SEARCH = /^(query|searchterm|q)$/i

describe.runIf(IS_LONG)('a scanner that is signed in', () => {
  let app: TestApp
  let folder: string
  let cookie: string
  let forgetting: NodeJS.Timeout
  const failures: string[] = []

  beforeAll(async () => {
    app = await startTestApp({ pageHandler: await builtPages(), institute: true })
    const owner = await learner(app.db, { roles: ['Owner'] })
    cookie = `access=${await tokenOf(app, owner)}`
    await keepSignedIn(app, owner.id)
    folder = mkdtempSync(join(tmpdir(), 'maahad-scan-'))
    const { log } = app.services
    const error = ({ err }: { err?: Error }, text: string) => void failures.push(`${text}: ${err?.stack ?? ''}`)
    app.services.log = Object.assign(Object.create(log), { error, child: () => app.services.log })
    // A scanner that is refused sees nothing.
    forgetting = setInterval(() => void forgetLimits(app).catch(() => undefined), SECOND_MS)
  }, 5 * MINUTE_MS)
  afterAll(async () => {
    clearInterval(forgetting)
    await app?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  it('such as wapiti finds nothing', { timeout: 25 * MINUTE_MS }, async ({ skip }) => {
    if (!isInstalled('wapiti')) skip('the Debian package wapiti is not installed')
    const report = join(folder, 'wapiti.json')
    const before = await requestsOf(app)
    const desk = ['', '/orders', '/courses', '/learners', '/enquiries', '/coupons', '/media', '/institute', '/audit']
    const starts = [
      ...desk.map((path) => `/en/desk${path}`),
      '/en/courses',
      '/en/blog',
      '/en/contact-us',
      '/en/search?q=a',
    ]
    const output = await run('wapiti', [
      ...['--url', `${app.address}/en/`, '--scope', 'folder', '--module', MODULES.join(), '--level', '1'],
      ...starts.flatMap((path) => ['--start', app.address + path]),
      ...['--header', `Cookie: ${cookie}`, '--header', `Origin: ${app.address}`, '--no-bugreport', '--flush-session'],
      ...['--max-scan-time', `${CRAWL_SECONDS}`, '--max-attack-time', `${MODULE_SECONDS}`, '--max-parameters', '20'],
      ...['--store-session', folder, '--format', 'json', '--output', report],
    ])
    expect(existsSync(report), output.slice(-2000)).toBe(true)
    const found = WapitiReport.parse(JSON.parse(readFileSync(report, 'utf8')))
    const requests = (await requestsOf(app)) - before
    console.log(`wapiti: ${requests} requests`)
    const flat = Object.values(found).flatMap((kinds) =>
      Object.entries(kinds).flatMap(([kind, all]) => all.map(({ info, path }) => `${kind}: ${path} ${info}`)),
    )
    expect(flat.filter((one) => !ACCEPTED.includes(one))).toEqual([])
    expect(requests).toBeGreaterThan(1000)
    expect(failures.splice(0)).toEqual([])
    const stillSignedIn = await fetch(`${app.address}/en/desk`, { headers: { cookie }, redirect: 'manual' })
    expect(stillSignedIn.status).toBe(200)
  })

  it('such as sqlmap injects nothing into a search', { timeout: 25 * MINUTE_MS }, async ({ skip }) => {
    if (!isInstalled('sqlmap')) skip('the Debian package sqlmap is not installed')
    const targets = searches().map(({ path, field }) => `${app.address}/api/${path}?${field}=a`)
    expect(targets.length).toBeGreaterThan(20)
    for (const target of targets) expect((await fetch(target, { headers: { cookie } })).status, target).toBe(200)
    expect(await injectable(targets)).toEqual([])
    expect(failures.splice(0)).toEqual([])
  })

  it('such as sqlmap finds what can be injected', { timeout: 5 * MINUTE_MS }, async ({ skip }) => {
    if (!isInstalled('sqlmap')) skip('the Debian package sqlmap is not installed')
    const careless = createServer(async (request, response) => {
      const q = new URL(request.url!, 'http://localhost').searchParams.get('q')
      const query = sql.raw<{ code: string }>(`select code from coupons where code <> '${q}'`)
      const { rows } = await query.execute(app.db).catch(() => ({ rows: [] }))
      response.end(JSON.stringify(rows))
    }).listen(0, '127.0.0.1')
    await once(careless, 'listening')
    const target = `http://127.0.0.1:${(careless.address() as AddressInfo).port}/?q=a`
    expect(await injectable([target])).toEqual([target])
    careless.close()
  })

  /** @returns the addresses into which sqlmap could inject */
  async function injectable(targets: string[]): Promise<string[]> {
    const list = join(folder, 'targets')
    writeFileSync(list, targets.join('\n'))
    const output = await run('sqlmap', [
      ...['-m', list, '--batch', '--disable-coloring', '--flush-session', '--output-dir', folder, '--cookie', cookie],
      ...['--dbms', 'PostgreSQL', '--technique', 'BEUST', '--time-sec', '2', '--threads', '2', '--level', '1'],
      ...['--param-filter', 'GET', '--ignore-code', '*', '--answers', 'follow=N'],
    ])
    const results = output.split(/^\[\d+\/\S+\] URL:\s*$/m).slice(1)
    const tested = new Map(results.map((result) => [/^GET (\S+)$/m.exec(result)?.[1], result]))
    expect([...tested.keys()].sort(), output.slice(-2000)).toEqual([...targets].sort())
    return targets.filter((target) => !/do not appear to be injectable/.test(tested.get(target)!))
  }
})

const Found = z.record(z.string(), z.array(z.object({ info: z.string(), path: z.string() })))
const WapitiReport = z.object({
  vulnerabilities: Found,
  anomalies: Found,
  additionals: Found,
})

async function requestsOf(app: TestApp): Promise<number> {
  const shown = await (await fetch(`${app.address}/metrics`)).text()
  return [...shown.matchAll(/^http_requests_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Calls whose answer depends on what somebody looks for. */
function searches(): { path: string; field: string }[] {
  return Object.values(contract).flatMap((endpoints) =>
    Object.values(endpoints as Record<string, Endpoint>).flatMap(({ method, path, input, file }) => {
      const field = Object.keys((input as { shape?: object }).shape ?? {}).find((name) => SEARCH.test(name))
      return method === 'GET' && field && !file ? [{ path, field }] : []
    }),
  )
}

/** Whatever a scanner presses: it would see nothing of the desk after signing out. */
async function keepSignedIn(app: TestApp, userId: number): Promise<void> {
  await sql`create function keep_session() returns trigger language plpgsql as 'begin return null; end'`.execute(app.db)
  await sql`create trigger keep_session before update or delete on sessions for each row
    when (old.user_id = ${sql.lit(userId)}) execute function keep_session()`.execute(app.db)
}

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

/** Beside this process, which serves. @returns what it wrote */
async function run(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, LANG: 'C.UTF-8' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  await new Promise((resolve) => child.on('close', resolve))
  return output
}

async function forgetLimits(app: TestApp): Promise<void> {
  await sql`with limits as (delete from rate_limits), buckets as (delete from rate_buckets)
    delete from sign_in_tries`.execute(app.db)
}
