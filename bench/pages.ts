/** Pages a second and CPU time a page: kept, asked again by who has it, and made anew, in one run. */
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
/** Clock ticks a second, in which Linux counts a process's time. */
const TICKS = 100
/** A query that no list has: the page is made anew for each visitor. */
const ANEW = '?made=anew'
const MIN_RATIO = 10

type Figure = { rate: number; cpu: number; status: number; bytes: number }

/** False when keeping pages does not pay. */
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
      const made = await measurePages(server, address + path + ANEW)
      const kept = await measurePages(server, address + path)
      const etag = (await ask(new Agent(), address + path)).etag ?? ''
      const known = await measurePages(server, address + path, etag)
      show(`${name}, made for each visitor`, made)
      show(`${name}, kept`, kept)
      show(`${name}, kept, asked again`, known)
      ratios.push(made.cpu / kept.cpu)
      console.log(`  ${''.padEnd(34)}${`× ${(made.cpu / kept.cpu).toFixed(0)}`.padStart(27)}`)
      if (made.status !== 200 || kept.status !== 200 || known.status !== 304) return false
    }
    return ratios.every((ratio) => ratio >= MIN_RATIO)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Eight visitors who ask as fast as they are answered. */
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

/** What the process has used of the processors, its own and the kernel's time for it. */
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
