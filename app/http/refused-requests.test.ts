import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'

const logged: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    pageHandler: async () => new Response('a page'),
    env: { PUBLIC_URL: 'https://institute.example', TRUST_PROXY: '1' },
    logTo: { write: (line) => void logged.push(line) },
  })
})
afterAll(() => app.stop())

type Sent = { status: number; allow: string | undefined; body: string }

function send(path: string, host: string, method = 'GET'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, app.address), { method, headers: { Host: host } }, async (answer) =>
      resolve({ status: answer.statusCode!, allow: answer.headers.allow, body: await text(answer) }),
    )
    sent.on('error', reject)
    sent.end()
  })
}

/** Sends exactly these lines, and returns the status of the answer. */
async function sendRaw(...lines: string[]): Promise<number> {
  const socket = connect(app.services.settings.port, '127.0.0.1')
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  return Number((await text(socket)).split(' ')[1])
}

const PATHS = ['/ar', '/api/Faqs/website-faqs', '/api/openapi.json', '/robots.txt', '/nothing/here', '/outbox']

describe('a request for a host', () => {
  it.each(PATHS)('that is not ours is refused: %s', async (path) => {
    for (const host of ['evil.example', 'institute.example.evil.example', 'institute.example:8443', '[::2]']) {
      expect(await send(path, host), host).toMatchObject({ status: 421 })
    }
    expect((await send(path, 'evil.example')).body).toContain('https://institute.example only')
  })

  it.each(['institute.example', 'INSTITUTE.example:443', 'localhost', '127.0.0.1:3000', '[::1]:80'])(
    'that is ours is answered: %s',
    async (host) => {
      expect(await send('/ar', host)).toMatchObject({ status: 200, body: 'a page' })
    },
  )

  it('is refused when its first line names another one', async () => {
    expect(await sendRaw('GET http://evil.example/ar HTTP/1.1', 'Host: institute.example')).toBe(421)
    expect(await sendRaw('GET http://institute.example/ar HTTP/1.1', 'Host: institute.example')).toBe(200)
  })

  it('is not asked where machines look after this process', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await send(path, '10.0.0.5:3000')).status).not.toBe(421)
  })
})

describe('HTTP/1.0 without a host', () => {
  it.each(['/healthz', '/readyz'])('is answered at %s', async (path) => {
    expect(await sendRaw(`GET ${path} HTTP/1.0`)).toBe(200)
  })

  it('is refused elsewhere', async () => {
    expect(await sendRaw('GET /ar HTTP/1.0')).toBe(400)
  })
})

describe('a method that nothing supports', () => {
  it.each(['TRACE', 'PROPFIND', 'QUERY', 'PURGE'])('is refused everywhere: %s', async (method) => {
    for (const path of ['/ar', '/robots.txt', '/nothing/here', '/outbox', '/healthz', '/assets/none.js']) {
      const { status, allow } = await send(path, 'institute.example', method)
      expect({ path, status, allow }).toEqual({
        path,
        status: 405,
        allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      })
    }
    const answer = await send('/api/Faqs/website-faqs', 'institute.example', method)
    expect(answer).toMatchObject({ status: 405, allow: 'GET, HEAD' })
    expect(JSON.parse(answer.body).error.code).toBe('methodNotAllowed')
    expect(logged).toEqual([])
  })
})
