/** Shared by the benchmarks of the running product. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { build } from '../scripts/build.ts'
import { BUNDLED_START, bundleServer } from '../scripts/bundle.ts'
import { ALLOCATOR, HEAP_ARGUMENTS } from '../scripts/memory.mjs'

/** What a prepared release runs. */
export async function buildProduct(): Promise<void> {
  await build()
  await bundleServer()
}

/** The product as a prepared release starts it, in a process of its own, so that only its time is measured. */
export async function startProduct(databaseUrl: string, dataDir: string, env: Record<string, string> = {}) {
  const server = spawn(process.execPath, [...HEAP_ARGUMENTS, BUNDLED_START], {
    env: {
      ...ALLOCATOR,
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
      MAAHAD_DEMO: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of server.stdout) {
    output += chunk
    const address = /runs at (\S+)\/ar /.exec(output)?.[1]
    if (!address) continue
    await demonstrationFilled(databaseUrl)
    return { server, address }
  }
  throw new Error(`The server did not start:\n${output}`)
}

/** Waits until the records of the demonstration are made, which takes a new product's time for half a minute. */
async function demonstrationFilled(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (;;) {
    // One that failed for good stays in the table.
    const { rowCount } = await client.query(
      `select from graphile_worker.jobs where task_identifier = 'fillDemonstration'
        and (locked_at is not null or attempts < max_attempts)`,
    )
    if (rowCount === 0) break
    await sleep(500)
  }
  await client.end()
}

/** A course's path, without its language. */
export async function someCourse(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/Courses/latest-courses?count=1`)
  const { data } = (await answer.json()) as { data: { slug: string }[] }
  return `/courses/${encodeURIComponent(data[0]!.slug)}`
}

/** Ends a process and waits for its end. */
export async function ended(process: ChildProcess): Promise<void> {
  const exit = once(process, 'exit')
  process.kill('SIGTERM')
  await exit
}

/** The path of the checkout to which the page of a course leads, without its language. */
export async function someCheckout(address: string, course: string): Promise<string> {
  const answer = await fetch(`${address}/ar${course}`)
  return /\/order-details\/[\d/]+/.exec(await answer.text())![0]
}
