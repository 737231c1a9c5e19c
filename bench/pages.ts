/**
 * CPU time of each kind of page and call, beside a bare Node server and, where it is installed, nginx that send the same
 * bytes and headers, in one run. It fails when a ratio is a fifth worse than the recorded one.
 * `ROWS=home` measures the rows with that in their name, `RECORD=1` records all ratios again.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { learnerToken, placeOrders, someAddresses } from './pages/addresses.ts'
import { cpuMs, postgresPid } from './pages/cpu.ts'
import { getRequest, load } from './pages/load.ts'
import { bareNode, hasNginx, nginx, type Peer, removed, type Sent } from './pages/peers.ts'
import { buildProduct, ended, startProduct } from './product.ts'

const CONNECTIONS = 8
const ROUNDS = 3
/** Of cached pages, whose ratio to a bare server is a matter of hundredths. */
const CACHED_ROUNDS = 11
const ROUND_SECONDS = 1.5
/** For each row, before the first is measured. */
const WARM_UP_SECONDS = 2
/** How much worse than recorded a ratio may be: the measurement noise of a shared machine is less. */
const TOLERANCE = 1.2
const RECORDED = join(import.meta.dirname, 'pages', 'recorded.json')
/** An undeclared query parameter: the page is rendered for each visitor. */
const UNCACHED = '?made=anew'
/** Of the learner, on the page of orders. */
const ORDERS = 3

type Row = { name: string; path: string; headers?: Record<string, string>; status?: number; rounds?: number }
type Cpu = { server: number; database: number; rate: number }

/** False when a ratio is a fifth worse than recorded. */
export async function bench(): Promise<boolean> {
  await buildProduct()
  const cluster = await startTestCluster()
  const folder = mkdtempSync(join(tmpdir(), 'maahad-bench-'))
  try {
    const databaseUrl = await createTestDatabase(cluster, 'bench_pages')
    const { server, address } = await startProduct(databaseUrl, join(folder, 'data'))
    const product: Peer = { pid: server.pid!, port: Number(new URL(address).port), stop: () => ended(server) }
    try {
      return await measureRows(product, address, await postgresPid(databaseUrl), folder)
    } finally {
      await product.stop()
    }
  } finally {
    await cluster.stop()
    removed(folder)
  }
}

async function measureRows(product: Peer, address: string, postgres: number | undefined, folder: string) {
  const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as Record<string, number>
  const ratios: Record<string, number> = {}
  console.log(`  load ${loadavg()[0]!.toFixed(1)}; CPU in ms a request; ${hasNginx() ? '' : 'nginx is not in PATH'}`)
  console.log(
    `  ${''.padEnd(26)}     server  database   bytes    bare    nginx   × bare  recorded  × nginx  requests/s`,
  )
  const rows = await rowsOf(address)
  await warmUp(product, rows)
  for (const row of rows) {
    const sent = await answerOf(address, row)
    if (sent.status !== (row.status ?? 200)) throw new Error(`${row.path} answers ${sent.status}`)
    const bare = await bareNode(sent, join(folder, 'bare'))
    const other = hasNginx() && sent.status === 200 ? await nginx(sent, join(folder, 'nginx')) : undefined
    const [own, ofBare, ofNginx] = await measured([product, bare, other], row, postgres)
    await bare.stop()
    await other?.stop()
    // Both in the same round, since other work comes and goes.
    const ratio = median(own!.map((cpu, round) => totalOf(cpu) / totalOf(ofBare![round]!)))
    ratios[row.name] = ratio
    show(
      row.name,
      leastOf(own!),
      sent.body.length,
      leastOf(ofBare!),
      ofNginx && leastOf(ofNginx),
      ratio,
      recorded[row.name],
    )
  }
  if (process.env.RECORD === '1')
    writeFileSync(RECORDED, `${JSON.stringify({ ...recorded, ...rounded(ratios) }, undefined, 2)}\n`)
  return Object.entries(ratios).every(([name, ratio]) => ratio <= (recorded[name] ?? ratio) * TOLERANCE)
}

/** A process that has just started compiles what it runs, whatever row is the first. */
async function warmUp(product: Peer, rows: Row[]) {
  for (const { path, headers } of rows) {
    const request = getRequest(product.port, path, headers)
    await load({ port: product.port, request: () => request, connections: CONNECTIONS, seconds: WARM_UP_SECONDS })
  }
}

/** What is measured, for a guest and for a learner. */
async function rowsOf(address: string): Promise<Row[]> {
  const { course, article, post } = await someAddresses(address)
  const token = await learnerToken(address)
  const signedIn = { Cookie: `access=${token}` }
  await placeOrders(address, token, ORDERS)
  const known = (await answerOf(address, { name: '', path: '/ar' })).headers.find(([name]) => name === 'etag')?.[1]
  const rows: Row[] = [
    { name: 'home', path: '/ar', rounds: CACHED_ROUNDS },
    { name: 'listing', path: '/ar/courses', rounds: CACHED_ROUNDS },
    { name: 'course', path: course, rounds: CACHED_ROUNDS },
    { name: 'sign-in', path: '/ar/login', rounds: CACHED_ROUNDS },
    {
      name: 'home, not modified',
      path: '/ar',
      headers: { 'If-None-Match': known ?? '' },
      status: 304,
      rounds: CACHED_ROUNDS,
    },
    { name: 'home, made', path: `/ar${UNCACHED}` },
    { name: 'listing, made', path: `/ar/courses${UNCACHED}` },
    { name: 'course, made', path: `${course}${UNCACHED}` },
    { name: 'contact form', path: '/ar/contact' },
    { name: 'trainer form', path: '/ar/join-us' },
    { name: 'home, signed in', path: '/ar', headers: signedIn },
    { name: 'listing, signed in', path: '/ar/courses', headers: signedIn },
    { name: 'course, signed in', path: course, headers: signedIn },
    { name: 'article, signed in', path: article, headers: signedIn },
    { name: 'post, signed in', path: post, headers: signedIn },
    { name: 'profile, signed in', path: '/ar/profile', headers: signedIn },
    { name: 'orders, signed in', path: '/ar/profile/orders', headers: signedIn },
    { name: 'API: 12 courses', path: '/api/Courses/basic-courses-paginated?pageSize=12' },
    { name: 'API: course by slug', path: `/api/Courses/course-by-slug?slug=${course.split('/').at(-1)}` },
  ]
  return rows.filter(({ name }) => name.includes(process.env.ROWS ?? ''))
}

/** The response as it is sent: compressed, with its headers in their order. */
function answerOf(address: string, { path, headers }: Row): Promise<Sent> {
  return new Promise((resolve, reject) => {
    get(address + path, { headers: { 'Accept-Encoding': 'gzip, deflate, br', ...headers } }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const pairs = Array.from({ length: answer.rawHeaders.length / 2 }, (_, i): [string, string] => [
        answer.rawHeaders[2 * i]!,
        answer.rawHeaders[2 * i + 1]!,
      ])
      resolve({ status: answer.statusCode!, headers: pairs, body: Buffer.concat(chunks) })
    }).on('error', reject)
  })
}

/** The CPU time of each server in each round, one after another, in the other order in every second round. */
async function measured(servers: (Peer | undefined)[], row: Row, postgres: number | undefined) {
  const found: (Cpu[] | undefined)[] = servers.map((server) => server && [])
  const order = [...servers.keys()]
  for (let round = 0; round <= (row.rounds ?? ROUNDS); round++, order.reverse())
    for (const i of order) {
      const server = servers[i]
      if (!server) continue
      const cpu = await roundOf(server, row, i === 0, postgres)
      // The first round warms up.
      if (round > 0) found[i]!.push(cpu)
    }
  return found
}

async function roundOf(server: Peer, row: Row, isProduct: boolean, postgres: number | undefined): Promise<Cpu> {
  const [serverBefore, databaseBefore] = [cpuMs(server.pid), isProduct && postgres ? cpuMs(postgres) : 0]
  const request = getRequest(server.port, row.path, row.headers)
  const { count, seconds, failures, statuses } = await load({
    port: server.port,
    request: () => request,
    connections: CONNECTIONS,
    seconds: ROUND_SECONDS,
  })
  if (failures > 0 || (isProduct && statuses.get(row.status ?? 200) !== count))
    throw new Error(`${row.path}: ${failures} failures, ${JSON.stringify([...statuses])}`)
  return {
    server: (cpuMs(server.pid) - serverBefore) / count,
    database: isProduct && postgres ? (cpuMs(postgres) - databaseBefore) / count : 0,
    rate: count / seconds,
  }
}

const totalOf = ({ server, database }: Cpu) => server + database
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
/** Other work on the machine only adds to it. */
const leastOf = (rounds: Cpu[]) => rounds.reduce((least, cpu) => (totalOf(cpu) < totalOf(least) ? cpu : least))

function show(name: string, own: Cpu, bytes: number, bare: Cpu, other: Cpu | undefined, ratio: number, was?: number) {
  const ms = (value: number | undefined, width = 9) => (value?.toFixed(3) ?? '').padStart(width)
  const nginxRatio = other ? (other.server / own.server).toFixed(2) : ''
  console.log(
    `  ${name.padEnd(26)}${ms(own.server, 11)}${ms(own.database, 10)}${String(bytes).padStart(8)}${ms(bare.server)}${ms(other?.server)}` +
      `${ratio.toFixed(2).padStart(9)}${(was?.toFixed(2) ?? '').padStart(10)}${nginxRatio.padStart(9)}${own.rate.toFixed(0).padStart(12)}`,
  )
}

const rounded = (ratios: Record<string, number>) =>
  Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toPrecision(3))]))
