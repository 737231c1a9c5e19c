import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { pageFactsFinder } from '../page-facts.server.ts'
import type { View } from '../pages.server.ts'
import { visitorPageHandler } from './visitor-page-handler.server.ts'
import type { Attempt } from './visitor-pages.server.ts'

/** The status of what the handler leaves to the framework. */
const LEFT = 599
const views: View[] = []
const logged: string[] = []
const counted: number[] = []
const attempted: string[] = []
let attempt: () => Promise<Attempt>

const filled = {
  ctx: { requestId: 'my-request-1', ip: '7.7.7.7', user: { id: 12, roles: ['Student'] }, setCookies: [] },
  filled: {
    page: { headers: new Headers({ 'Content-Type': 'text/html' }), ownCalls: [], viewed: { kind: 'post', name: '7' } },
    body: Buffer.from('gzip'),
    nonce: 'n',
  },
} as unknown as Attempt
const handler = visitorPageHandler({
  settings: {
    https: true,
    demo: false,
    host: '127.0.0.1',
    publicUrl: 'https://institute.example',
    assetsUrl: '',
    payment: { formTargets: '' },
  } as unknown as Settings,
  log: createLog('info', { write: (line) => void logged.push(line) }),
  logLevel: 'info',
  visitorPages: {
    isMade: (address) => address.startsWith('/ar'),
    attempt: (_, address) => {
      attempted.push(address)
      return attempt()
    },
  },
  factsOf: pageFactsFinder({}),
  metrics: { countPage: (status) => counted.push(status) },
  onView: (view) => views.push(view),
  onVisit: () => {},
})
const server = createServer((incoming, outgoing) => {
  const leave = () => outgoing.writeHead(LEFT).end()
  if (!handler(incoming, outgoing, leave)) leave()
})

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const usual = { Host: 'institute.example', 'Accept-Encoding': 'gzip, br', Cookie: '__Host-access=x' }
  const sent = request({ port, path, method, headers: { ...usual, ...headers } }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

describe('a page from a template', () => {
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())
  beforeEach(() => {
    for (const list of [views, logged, counted, attempted]) list.length = 0
    attempt = async () => filled
  })

  it('is counted and logged, and counts as a view by its visitor, for GET only', async () => {
    expect([await ask('/ar/community/7?x', {}, 'HEAD'), await ask('/ar', {}, 'HEAD')]).toEqual([LEFT, 200])
    expect([views.length, counted, logged.length]).toEqual([0, [200], 1])
    expect(await ask('/ar', { 'User-Agent': 'a person' })).toBe(200)
    expect(views).toMatchObject([{ subject: { kind: 'post', name: '7' }, ip: '7.7.7.7', userId: 12 }])
    expect(views[0]!.headers.get('user-agent')).toBe('a person')
    expect(counted).toEqual([200, 200])
    expect(JSON.parse(logged[1]!)).toMatchObject({ requestId: 'my-request-1', method: 'GET', path: '/ar', status: 200 })
  })

  it('is not tried for anything unusual, nor for pages without a template', async () => {
    const unusual: [Record<string, string>, string?, string?][] = [
      [{ Cookie: 'lang=ar' }],
      [{ Host: 'evil.example' }],
      [{ 'Accept-Encoding': 'br' }],
      [{ Authorization: 'Bearer x' }],
      [{ 'Content-Length': '0' }, 'POST'],
      [{}, 'GET', '/en'],
      [{}, 'GET', '/ar/../ar'],
    ]
    for (const [headers, method, path] of unusual) expect(await ask(path ?? '/ar', headers, method)).toBe(LEFT)
    expect(attempted).toEqual([])
  })

  it('is left to the framework when it is another’s or when its visitor cannot be looked up', async () => {
    attempt = async () => ({ ctx: filled.ctx, isOwn: true })
    expect(await ask('/ar')).toBe(LEFT)
    attempt = () => Promise.reject(new Error('no database'))
    expect(await ask('/ar')).toBe(LEFT)
    expect([attempted.length, views.length, counted.length]).toEqual([2, 0, 0])
  })
})
