import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'

/** What reaches a page: its address and its form. */
const echo = async (request: Request) =>
  new Response(`${request.url} ${request.method === 'POST' ? [...(await request.formData()).keys()].join() : ''}`)

const FORM = 'application/x-www-form-urlencoded'

describe('a form that is sent to a page', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ pageHandler: echo, env: { PUBLIC_URL: 'https://maahad.example', TRUST_PROXY: '1' } })
  })
  afterAll(() => app.stop())

  const send = (headers: Record<string, string>, body: BodyInit = 'email=a') => {
    return fetch(`${app.address}/ar/login`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  }

  it('reaches it under the address that the visitor sees, whatever proxy stands between', async () => {
    const answer = await send({ 'Content-Type': FORM, Origin: 'https://maahad.example' })
    expect(await answer.text()).toBe('https://maahad.example/ar/login email')
  })

  it.each([
    ['of another site', { 'Content-Type': FORM, Origin: 'https://evil.example' }, 'a=1', 403],
    [
      'that says it is ours but names another origin',
      { 'Content-Type': FORM, 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
      'a=1',
      403,
    ],
    ['that is no form', { 'Content-Type': 'application/json' }, '{}', 415],
    ['without its boundary', { 'Content-Type': 'multipart/form-data' }, 'a', 400],
    ['that is cut off', { 'Content-Type': 'multipart/form-data; boundary=x' }, '--x\r\nContent-Disp', 400],
    ['that is too large', { 'Content-Type': FORM }, 'a'.repeat(1_000_001), 413],
  ])('is refused: one %s', async (_name, headers, body, status) => {
    expect((await send(headers, body)).status).toBe(status)
  })

  it('is refused when it grows too large without saying so', async () => {
    const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(100_000)) })
    const answer = await send({ 'Content-Type': FORM }, endless).catch(() => undefined)
    expect(answer?.status ?? 413).toBe(413)
    expect((await fetch(`${app.address}/healthz`)).status).toBe(200)
  })
})

describe('a file of an older build', () => {
  it('is answered with 404, and with no page in its place', async () => {
    const app = await startTestApp({ pageHandler: echo })
    const answer = await fetch(`${app.address}/assets/gone-12345678.js`, { redirect: 'manual' })
    expect(answer.status).toBe(404)
    await app.stop()
  })
})
