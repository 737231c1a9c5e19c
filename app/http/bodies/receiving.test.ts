/** Which request bodies are received: none of unknown senders, none beyond a quota, and a limited number at a time. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { createReceiving } from './receiving.server.ts'

describe('request bodies that are being received', () => {
  const limits = { maxBodies: 4, maxBytes: 1000, maxBodiesOfNetwork: 2, maxBytesOfNetwork: 600 }
  const busy = expect.objectContaining({ code: 'busy', status: 503, detail: { seconds: 5 } })

  it('are limited in number, in total and for each network', () => {
    const { begin } = createReceiving(limits)
    const ends = [begin(1, 'a'), begin(1, 'a'), begin(1, 'b')]
    expect(() => begin(1, 'a')).toThrow(busy)
    ends.push(begin(1, 'b'))
    expect(() => begin(1, 'c')).toThrow(busy)
    ends.shift()!()
    ends.push(begin(1, 'a'))
    for (const end of ends) end()
    expect(() => ['a', 'a', 'b', 'c'].map((network) => begin(1, network))).not.toThrow()
  })

  it('are limited in bytes, in total and for each network', () => {
    const { begin } = createReceiving(limits)
    const end = begin(600, 'a')
    expect(() => begin(1, 'a')).toThrow(busy)
    expect(() => begin(401, 'b')).toThrow(busy)
    begin(400, 'b')
    expect(() => begin(1, undefined)).toThrow(busy)
    end()
    begin(600, undefined)
  })
})

describe('a request body', () => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp({
      pageHandler: async (request, { user }) =>
        new Response(`${user?.firstName ?? 'a guest'}: ${[...(await request.formData()).keys()]}`),
    })
    token = await tokenOf(app, await learner(app.db))
  })
  afterAll(() => app.stop())

  /** Announces a body, sends a little of it, and waits for the answer to what has not come. */
  async function announce(method: string, path: string, headers: Record<string, string | number>): Promise<Sent> {
    const sending = httpRequest(app.address + path, { method, headers: { origin: app.address, ...headers } })
    sending.on('error', () => undefined)
    sending.write('--x\r\n')
    try {
      const [answer] = (await once(sending, 'response', { signal: AbortSignal.timeout(5000) })) as [IncomingMessage]
      const body = await text(answer)
      return { status: answer.statusCode!, retryAfter: Number(answer.headers['retry-after'] ?? 0), body }
    } finally {
      // The product waits for open requests before it stops.
      sending.destroy()
    }
  }
  type Sent = { status: number; retryAfter: number; body: string }
  const FORM = { 'content-type': 'multipart/form-data; boundary=x' }
  const LARGE = { ...FORM, 'content-length': 5_000_000 }
  const SIGNED_IN = () => ({ cookie: `access=${token}` })

  it('of 6 MB is not received with a forged cookie', async () => {
    for (const cookie of ['', 'access=made-up', `refresh=${'a'.repeat(43)}`, `access=${token}x`]) {
      expect(await announce('POST', '/ar/profile', { ...LARGE, cookie }), cookie).toMatchObject({ status: 413 })
    }
  })

  it('is not received from a user without the right', async () => {
    const calls = [
      ['POST', '/api/Uploads'],
      ['PUT', '/api/Profile/picture'],
      ['PUT', '/api/Profile'],
      ['POST', '/api/Comments'],
    ] as const
    for (const [method, path] of calls)
      expect((await announce(method, path, { ...FORM, 'content-length': 90_000 })).status, path).toBe(401)
    const staff = await announce('PATCH', '/api/admin/leads/C-1', {
      ...SIGNED_IN(),
      'content-type': 'application/json',
      'content-length': 90_000,
    })
    expect(staff.status).toBe(403)
  })

  it('of a file is not received when the quota of its sender is used up', async () => {
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    const windows = ['picture', 'uploads', 'receipts'].map((key) => ({ key: `${key}:${sub}`, count: 30 }))
    await usedUp([...windows, { key: 'cvs:127.0.0.0/24', count: 30 }, { key: 'cvs:::/56', count: 30 }])
    const refused = { status: 429, retryAfter: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 3600) }
    for (const [method, path] of [
      ['PUT', '/api/Profile/picture'],
      ['POST', '/api/Uploads'],
      ['POST', '/api/Orders/018f0000-0000-7000-8000-000000000000/receipt'],
      ['POST', '/api/TrainerApplications/cv'],
      ['POST', '/api/Posts'],
      ['POST', '/ar/profile'],
      ['POST', '/ar/community/new'],
      ['POST', '/en/order-approved'],
      ['POST', '/en/join-us'],
    ] as const)
      expect(await announce(method, path, { ...LARGE, ...SIGNED_IN() }), path).toMatchObject(refused)
  })

  it('without a file is received even then', async () => {
    const form = new FormData()
    form.set('title', 'عنوان')
    const headers = { ...SIGNED_IN(), Origin: app.address }
    const answer = await fetch(`${app.address}/ar/community/new`, { method: 'POST', headers, body: form })
    expect(await answer.text()).toMatch(/^(?!a guest).*: title$/)
  })

  it('waits when too many of a network are being received', async () => {
    const other = await tokenOf(app, await learner(app.db))
    const headers = { ...FORM, 'content-length': 150_000_000, cookie: `access=${other}`, origin: app.address }
    const sending = Array.from({ length: 14 }, () => {
      const one = httpRequest(`${app.address}/ar/community/new`, { method: 'POST', headers })
      one.on('error', () => undefined)
      one.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc')
      return one
    })
    // Thirteen fit: when the first is refused, the others are being received.
    const [refused] = await Promise.race(sending.map((one) => once(one, 'response') as Promise<[IncomingMessage]>))
    expect(refused.statusCode).toBe(503)
    expect(await announce('POST', '/en/community/new', headers)).toMatchObject({ status: 503, retryAfter: 5 })
    for (const one of sending) one.destroy()
    const free = () =>
      fetch(`${app.address}/en/community/new`, {
        method: 'POST',
        headers: { cookie: headers.cookie, origin: app.address },
        body: formOf(),
      })
    await expect.poll(async () => (await free()).status, { timeout: 10_000 }).toBe(200)
  })

  function formOf(): FormData {
    const form = new FormData()
    form.set('file', new File(['abc'], 'a.txt'))
    return form
  }

  async function usedUp(windows: { key: string; count: number }[]) {
    const hour = 3_600_000
    const start = Math.floor(app.services.now().getTime() / hour) * hour
    await app.db
      .insertInto('rate_limits')
      .values(
        windows.map(({ key, count }) => ({
          key,
          count,
          window_start: new Date(start),
          expires_at: new Date(start + hour),
        })),
      )
      .execute()
  }
})
