/** Traces as a collector receives them: of requests with their statements, of jobs, without a word of what people typed. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { builtPages } from '../../app/composition/built-pages.server.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}

const received: { headers: IncomingHttpHeaders; spans: Span[]; text: string }[] = []
let collector: Server
let app: TestApp
const logged: string[] = []

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    received.push({ headers: request.headers, spans, text: `${request.url} ${text}` })
    response.setHeader('Content-Type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  app = await startTestApp({
    institute: true,
    pageHandler: await builtPages(),
    logTo: { write: (line) => void logged.push(line) },
    env: {
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
      OTEL_SERVICE_NAME: 'institute',
    },
  })
  await fetch(`${app.address}/ar/courses?search=secret-word`)
  await app.call('GET', 'Courses/latest-courses?count=1', {
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' },
  })
  await app.call('POST', 'Auth/forgot-password', { body: { email: 'learner@maahad.example' } })
  await vi.waitFor(async () => expect(await app.mails('learner@maahad.example')).toHaveLength(1), 10_000)
  await app.call('POST', 'auth/login', { body: { email: 'someone@private.example', password: 'Wrong#Password1' } })
  await fetch(`${app.address}/ar/contact/aPrivateReference`)
  // What is left is sent at the end.
  await app.stop()
})
afterAll(() => void collector.close())

const spans = () => received.flatMap((batch) => batch.spans)
const named = (name: string) => spans().filter((span) => span.name === name)
const attribute = (span: Span, key: string) => span.attributes.find((one) => one.key === key)?.value

describe('what a collector receives', () => {
  it('comes with the headers of the settings and the name of the service', () => {
    expect(received.length).toBeGreaterThan(0)
    expect(received[0]!.headers.authorization).toBe('Bearer collector')
    expect(received[0]!.text).toMatch(/^\/v1\/traces .*"service\.name","value":\{"stringValue":"institute"\}/)
  })

  it('has a page by its route, with its statements as steps', () => {
    const [page] = named('GET /:lang/courses')
    expect(attribute(page!, 'http.response.status_code')).toEqual({ intValue: 200 })
    const steps = spans().filter(({ parentSpanId }) => parentSpanId === page!.spanId)
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.map((step) => attribute(step, 'db.system.name')?.stringValue)).toContain('postgresql')
    expect(steps.map((step) => attribute(step, 'db.query.text')?.stringValue).join('\n')).toMatch(/from "courses"/)
  })

  it("continues the caller's trace, whose sampling does not decide ours", () => {
    const [call] = named('GET /api/courses/latest-courses')
    expect(call).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' })
  })

  it('has jobs as traces of their own, with their calls to other companies', () => {
    const jobs = spans().filter(({ name }) => name.startsWith('job '))
    expect(jobs.length).toBeGreaterThan(0)
    for (const job of jobs) expect(job.parentSpanId).toBeFalsy()
    const [sent] = named('email send')
    expect(jobs.map(({ spanId }) => spanId)).toContain(sent!.parentSpanId)
  })

  it('has nothing that a person typed, and no private address', () => {
    const all = received.map(({ text }) => text).join('\n')
    for (const word of [
      'secret-word',
      'private.example',
      'learner@maahad.example',
      'Wrong#Password1',
      'aPrivateReference',
    ])
      expect(all).not.toContain(word)
    expect(named('GET /:lang/contact/:reference')).toHaveLength(1)
  })

  it('is named in the log lines of the same request', () => {
    const [page] = named('GET /:lang/courses')
    expect(logged.join('')).toContain(`"traceId":"${page!.traceId}"`)
  })
})

describe('a collector that is away', () => {
  it('costs no request, and the log says so', async () => {
    const lines: string[] = []
    const alone = await startTestApp({
      logTo: { write: (line) => void lines.push(line) },
      env: { LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    })
    const { status } = await alone.call('GET', 'Courses/latest-courses?count=1')
    await alone.stop()
    expect(status).toBe(200)
    expect(lines.join('')).toContain('traces could not be sent')
  })
})
