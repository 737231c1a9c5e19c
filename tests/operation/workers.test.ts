/** Several processes that serve on one port: a write in one is seen in all, and the death of one loses nothing. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SECOND_MS } from '../../app/platform/durations.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { course, learner, schedule } from '../support/factories.ts'
import { type ApiChild, startApiChild } from '../support/processes/api-child.ts'
import { tokenOf } from '../support/signed-in.ts'

const WORKERS = 3
/** New connections, among which each process gets some: all but one time in 10^9. */
const CONNECTIONS = 60
/** How long a start may take on a busy machine. */
const TIMEOUT = 120 * SECOND_MS

describe('several processes on one port', { timeout: 2 * TIMEOUT }, () => {
  const AUTH_SECRET = randomBytes(32).toString('base64url')
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-workers-'))
  /** Another instance on the database, for its factories. */
  let app: TestApp
  let site: ApiChild
  const start = () =>
    startApiChild(
      {
        MAAHAD_DEMO: '1',
        WORKERS: String(WORKERS),
        DATA_DIR: dataDir,
        DATABASE_URL: app.services.settings.databaseUrl!,
        AUTH_SECRET,
      },
      'primary-process.ts',
    )
  beforeAll(async () => {
    app = await startTestApp({ env: { AUTH_SECRET } })
    site = await start()
  }, TIMEOUT)
  afterAll(async () => {
    if (site.process.exitCode === null && site.process.signalCode === null) await site.end('SIGTERM')
    await app.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** On a connection of its own, which any process may accept. */
  function ask(path: string, options: { token?: string; body?: object } = {}) {
    const { token, body } = options
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sent = request(
        site.address + path,
        {
          agent: false,
          method: body ? 'POST' : 'GET',
          headers: {
            ...(token ? { Authorization: `Bearer ${token}` } : {}),
            ...(body ? { 'Content-Type': 'application/json' } : {}),
          },
        },
        (answer) => text(answer).then((of) => resolve({ status: answer.statusCode!, body: of }), reject),
      )
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  }
  const askOften = (path: string) => Promise.all(Array.from({ length: CONNECTIONS }, () => ask(path)))
  const processesOf = (answers: { body: string }[]) =>
    new Set(answers.map(({ body }) => Number(/process:(\d+)/.exec(body)?.[1])))
  const seatsOf = (answers: { body: string }[]) => [...new Set(answers.map(({ body }) => /seats:\d+/.exec(body)?.[0]))]

  const untilAllServe = (path: string) =>
    vi.waitFor(async () => expect(processesOf(await askOften(path)).size).toBe(WORKERS), {
      timeout: TIMEOUT,
      interval: 500,
    })

  async function newCourse(seats: number) {
    const { id: courseId, slug } = await course(app.db)
    const scheduleId = await schedule(app.db, courseId, { seats })
    return { path: `/ar/courses/${encodeURIComponent(slug)}`, order: { courseId, scheduleId } }
  }
  async function placeOrder(order: object) {
    const token = await tokenOf(app, await learner(app.db))
    return ask('/api/Orders', { token, body: order })
  }
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  it('share the connections, and each shows a seat that another sold within a second', async () => {
    const { path, order } = await newCourse(10)
    // The start waits for the workers, but not for ever.
    await untilAllServe(path)
    const before = await askOften(path)
    expect(seatsOf(before)).toEqual(['seats:10'])
    expect((await placeOrder(order)).status).toBe(201)
    await sleep(SECOND_MS)
    const after = await askOften(path)
    expect(seatsOf(after)).toEqual(['seats:9'])
    expect(processesOf(after)).toEqual(processesOf(before))
  })

  it('are counted together, whichever answers', async () => {
    const countOf = async () => {
      const { body } = await ask('/metrics')
      return Number(/http_requests_total\{kind="page",status="200"\} (\d+)/.exec(body)?.[1] ?? 0)
    }
    const { path } = await newCourse(1)
    const before = await countOf()
    await askOften(path)
    // Each question is counted, too, after it was answered.
    for (const count of [1, 2, 3, 4, 5, 6]) expect(await countOf()).toBe(before + CONNECTIONS + count)
  })

  it('leave the port to nobody else, although it can be shared', async () => {
    const { port } = new URL(site.address)
    const other = startApiChild(
      {
        MAAHAD_DEMO: '1',
        WORKERS: '2',
        PORT: port,
        DATA_DIR: dataDir,
        DATABASE_URL: app.services.settings.databaseUrl!,
      },
      'primary-process.ts',
    )
    await expect(other).rejects.toThrow('did not start')
  })

  it('lose no acknowledged order when one is killed, go on, and replace it', async () => {
    const { path, order } = await newCourse(500)
    const processes = processesOf(await askOften(path))
    const victim = [...processes].find((pid) => pid !== site.process.pid)!
    const token = await Promise.all(Array.from({ length: 12 }, async () => tokenOf(app, await learner(app.db))))
    const orders = token.map((one) => ask('/api/Orders', { token: one, body: order }))
    await Promise.race(orders)
    process.kill(victim, 'SIGKILL')
    const ends = await Promise.allSettled(orders)
    const acknowledged = ends.flatMap((end) =>
      end.status === 'fulfilled' && end.value.status === 201
        ? [(JSON.parse(end.value.body) as { data: { id: string } }).data.id]
        : [],
    )
    expect(acknowledged.length).toBeGreaterThan(0)
    const saved = await app.db.selectFrom('orders').select('id').where('course_id', '=', order.courseId).execute()
    expect(saved.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    await vi.waitFor(() => expect(isAlive(victim)).toBe(false))
    expect((await askOften(path)).every(({ status }) => status === 200)).toBe(true)
    await untilAllServe(path)
  })

  it('end together: gently with the primary, and also when it is killed', async () => {
    const { path } = await newCourse(1)
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await untilAllServe(path)
      const processes = processesOf(await askOften(path))
      await site.end(signal)
      if (signal === 'SIGTERM') expect(site.process.exitCode).toBe(0)
      await vi.waitFor(() => expect([...processes].filter(isAlive)).toEqual([]), { timeout: TIMEOUT, interval: 100 })
      if (signal === 'SIGTERM') site = await start()
    }
  })
})
