/** Asking other sites: what their answers mean, and that none leads into our own network. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from './address-guard.ts'
import { type AskOptions, askSite } from './ask-site.server.ts'
import { afterFailure } from './link-states.ts'

describe('an address that may be asked', () => {
  it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450:4001::8'])(
    'is one of the public internet: %s',
    (ip) => expect(isPublicAddress(ip)).toBe(true),
  )

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.0.9', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.1', '192.168.1.1', '198.18.0.1', '203.0.113.5', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', 'fc00::1', 'fd12::1'],
    ...['fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '2001:db8::1', '2001::1', '2002:7f00:1::', '3fff::1'],
    ...['localhost', '', '2130706433', '0x7f.1'],
  ])('is no other: %s', (ip) => expect(isPublicAddress(ip)).toBe(false))
})

describe('a site that is asked', () => {
  let server: Server
  let port: number
  let asked: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      const url = new URL(request.url!, 'http://x')
      const to = url.searchParams.get('to')
      // The slow page never answers.
      if (url.pathname === '/slow') return
      if (to) response.writeHead(302, { location: to })
      else if (url.pathname === '/loop') response.writeHead(301, { location: '/loop' })
      else if (url.pathname === '/get-only' && request.method === 'HEAD') response.writeHead(405)
      else response.writeHead(Number(url.pathname.slice(1)) || 200)
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Lets only the server of the test be asked, by any name. */
  const options = (others: AskOptions = {}): AskOptions => ({
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    mayAsk: (address, number) => address === '127.0.0.1' && number === port,
    timeoutMs: 2000,
    ...others,
  })
  const at = (path: string) => `http://site.test:${port}${path}`
  const ask = (path: string, others?: AskOptions) => {
    asked = []
    return askSite(at(path), options(others))
  }

  it('is asked by HEAD, and by GET where HEAD fails', async () => {
    expect(await ask('/')).toEqual({ state: 'good', reason: null, status: 200 })
    expect(asked).toEqual(['HEAD /'])
    expect(await ask('/get-only')).toEqual({ state: 'good', reason: null, status: 200 })
    expect(asked).toEqual(['HEAD /get-only', 'GET /get-only'])
  })

  it.each([404, 410, 500])('failed when it answers %i', async (status) => {
    expect(await ask(`/${status}`)).toEqual({ state: 'failed', reason: 'status', status })
  })

  it.each([401, 403, 405, 429])('says neither yes nor no with %i', async (status) => {
    expect(await ask(`/${status}`)).toEqual({ state: 'unknown', reason: 'status', status })
  })

  it('is followed where it redirects, but not without end', async () => {
    expect((await ask('/?to=/404')).status).toBe(404)
    expect(await ask('/?to=/')).toMatchObject({ state: 'good' })
    expect(await ask('/loop')).toMatchObject({ state: 'failed', reason: 'tooManyRedirects' })
    expect(asked.length).toBe(12)
  })

  it('that does not answer in time, or at all, failed', async () => {
    expect(await ask('/slow', { timeoutMs: 200 })).toEqual({ state: 'failed', reason: 'tooSlow', status: null })
    const nobody = async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))
    expect(await ask('/', { resolve: nobody })).toMatchObject({ state: 'failed', reason: 'noHost' })
    const noDns = async () => Promise.reject(Object.assign(new Error(), { code: 'EAI_AGAIN' }))
    expect(await ask('/', { resolve: noDns })).toMatchObject({ state: 'unknown' })
  })

  it('is not asked when its name leads into a private network, wholly or in part', async () => {
    const { mayAsk: _, ...guarded } = options()
    asked = []
    expect(await askSite('http://site.test/', guarded)).toMatchObject({ state: 'notAsked', reason: 'private' })
    const both = [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(await askSite('http://site.test/', { resolve: async () => both })).toMatchObject({ reason: 'private' })
    for (const url of ['http://127.0.0.1/', 'http://[::1]/', 'http://2130706433/', 'http://169.254.169.254/latest'])
      expect(await askSite(url)).toMatchObject({ state: 'notAsked', reason: 'private' })
    expect(asked).toEqual([])
  })

  it('is not asked at other ports, with passwords, or by other protocols', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }]
    expect(await askSite('https://site.test:8443/', { resolve })).toMatchObject({ state: 'notAsked', reason: 'port' })
    expect(await askSite('https://me:secret@site.test/', { resolve })).toMatchObject({ reason: 'invalid' })
    expect(await ask('/?to=ftp://site.test/')).toMatchObject({ state: 'notAsked', reason: 'invalid' })
  })

  it('is not followed into a private network', async () => {
    for (const to of ['http://10.0.0.1/', 'http://127.0.0.1:1/', 'http://[::1]/', 'http://localhost/'])
      expect(await ask(`/?to=${encodeURIComponent(to)}`)).toMatchObject({ state: 'notAsked' })
    expect(asked.every((one) => one.startsWith('HEAD /?to='))).toBe(true)
  })

  it('is connected at the address that was checked, whatever its name says the second time', async () => {
    const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '10.0.0.1', family: 4 }]]
    let times = 0
    const resolve = async () => answers[times++]!
    expect(await ask('/', { resolve })).toMatchObject({ state: 'good' })
    expect(times).toBe(1)
    times = 0
    expect(await ask('/404', { resolve })).toMatchObject({ state: 'notAsked' })
    expect(asked).toEqual(['HEAD /404'])
  })
})

describe('a link to another site', () => {
  const failed = { state: 'failed', reason: 'status', status: 404 } as const
  it('is dead after failures on two days, not after two on one', () => {
    expect(afterFailure(failed, null, '2026-11-26')).toMatchObject({ state: 'failed', failedOn: '2026-11-26' })
    expect(afterFailure(failed, '2026-11-26', '2026-11-26')).toMatchObject({ state: 'failed' })
    expect(afterFailure(failed, '2026-11-26', '2026-11-27')).toMatchObject({ state: 'dead', failedOn: '2026-11-26' })
  })

  it('that answers again begins anew; one that could not be reached from here does not', () => {
    const good = { state: 'good', reason: null, status: 200 } as const
    expect(afterFailure(good, '2026-11-26', '2026-11-27').failedOn).toBeNull()
    const noDns = { state: 'unknown', reason: 'noHost', status: null } as const
    expect(afterFailure(noDns, '2026-11-26', '2026-11-27').failedOn).toBe('2026-11-26')
  })
})
