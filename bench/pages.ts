/** Pages per second and CPU time per page: cached, revalidated (304) and rendered, in one run. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/build.ts'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { someCourse, startProduct } from './product.ts'

const VISITORS = 8
const SECONDS = 5
/** Clock ticks per second, the unit of a process's CPU time in Linux. */
const TICKS = 100
/** An undeclared query parameter: the page is rendered for each visitor. */
const UNCACHED = '?rendered=anew'
const MIN_RATIO = 10

type Figure = { rate: number; cpu: number; status: number; bytes: number }

/** False when the cache does not save enough. */
export async function bench(): Promise<boolean> {
  await build()
  const cluster = await startTestCluster()
  const databaseUrl = await createTestDatabase(cluster, 'bench_pages')
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-bench-'))
  const { server, address } = await startProduct(databaseUrl, dataDir)
  try {
    const course = `/ar${await someCourse(address)}`
    console.log(`  ${''.padEnd(34)}pages a second   CPU a page   bytes sent`)
    const ratios: number[] = []
    for (const [name, path] of [
      ['home', '/ar'],
      ['listing', '/ar/courses'],
      ['course', course],
      ['policy', '/ar/privacy-policy'],
    ] as const) {
      const rendered = await measurePages(server, address + path + UNCACHED)
      const cached = await measurePages(server, address + path)
      const etag = (await ask(new Agent(), address + path)).etag ?? ''
      const known = await measurePages(server, address + path, etag)
      show(`${name}, rendered for each visitor`, rendered)
      show(`${name}, cached`, cached)
      show(`${name}, cached, asked again`, known)
      ratios.push(rendered.cpu / cached.cpu)
      console.log(`  ${''.padEnd(34)}${`× ${(rendered.cpu / cached.cpu).toFixed(0)}`.padStart(27)}`)
      if (rendered.status !== 200 || cached.status !== 200 || known.status !== 304) return false
    }
    return ratios.every((ratio) => ratio >= MIN_RATIO)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Eight visitors that send each request right after the last response. */
async function measurePages(server: ChildProcess, url: string, etag?: string): Promise<Figure> {
  const agent = new Agent({ keepAlive: true, maxSockets: VISITORS })
  for (let warm = 0; warm < 30; warm++) await ask(agent, url, etag)
  const [cpuBefore, began] = [cpuSeconds(server), performance.now()]
  const end = began + SECONDS * 1000
  let count = 0
  let last = await ask(agent, url, etag)
  const visitor = async () => {
    while (performance.now() < end) {
      last = await ask(agent, url, etag)
      count++
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visitor))
  const seconds = (performance.now() - began) / 1000
  const cpu = cpuSeconds(server) - cpuBefore
  agent.destroy()
  return { rate: count / seconds, cpu: (cpu / count) * 1000, status: last.status, bytes: last.bytes }
}

function ask(agent: Agent, url: string, etag?: string) {
  const headers = { 'Accept-Encoding': 'br', ...(etag ? { 'If-None-Match': etag } : {}) }
  return new Promise<{ status: number; bytes: number; etag: string | undefined }>((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes, etag: answer.headers.etag }))
      answer.on('error', reject)
    }).on('error', reject)
  })
}

/** The CPU time of the process, user and system. */
function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

function show(name: string, { rate, cpu, bytes }: Figure) {
  const columns = [rate.toFixed(0).padStart(14), `${cpu.toFixed(3)} ms`.padStart(13), String(bytes).padStart(13)]
  console.log(`  ${name.padEnd(34)}${columns.join('')}`)
}
