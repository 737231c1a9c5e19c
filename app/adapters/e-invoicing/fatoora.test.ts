/** The adapter against a server that gives each answer of the authority's documents, and those of its worst days. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log.server.ts'
import { createFatoora, FATOORA_URLS } from './fatoora.server.ts'
import { EInvoicingFailure } from './port.ts'

const TIMEOUT_MS = 300
const NOW = new Date('2026-11-22T11:05:09Z')
const credentials = { token: 'VE9LRU4tb2YtdGhlLXVuaXQ=', secret: 'S3cr3t+of/the=unit' }
const document = { uuid: '8e6000cf-1a98-4174-b3e7-b5d5954bc10d', hash: 'aGFzaA==', xml: '<Invoice>معهد</Invoice>' }
const csr = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n'
const otp = '123456'

type Call = { method: string; path: string; headers: IncomingHttpHeaders; body: Record<string, string> }
type Answer = (response: ServerResponse) => void

let server: Server
let calls: Call[]
let answer: Answer
const logged: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      calls.push({ method, path, headers, body: JSON.parse(text) })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  calls = []
  logged.length = 0
})

const fatoora = () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`
  const log = createLog('trace', { write: (line) => void logged.push(line) })
  return createFatoora({ name: 'fatoora', urls: { sandbox: url }, log, now: () => NOW, timeoutMs: TIMEOUT_MS })
}
const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
const asked = { environment: 'sandbox', credentials, document } as const
const report = (given: Answer) => {
  answer = given
  return fatoora().report(asked)
}
const clear = (given: Answer) => {
  answer = given
  return fatoora().clear(asked)
}
const failureOf = async (call: Promise<unknown>): Promise<EInvoicingFailure> => {
  const failure = await call.then(
    () => undefined,
    (error) => error,
  )
  expect(failure).toBeInstanceOf(EInvoicingFailure)
  for (const secret of [credentials.token, credentials.secret, otp, document.xml, 'MIIB'])
    expect(`${failure.stack} ${logged.join()}`).not.toContain(secret)
  return failure
}

const results = (status: string, lists: object = {}) => ({
  validationResults: { infoMessages: [], warningMessages: [], errorMessages: [], status, ...lists },
})
const WARNING = { type: 'WARNING', code: 'BR-KSA-98', category: 'KSA', message: 'sent late', status: 'WARNING' }
const ERROR = { type: 'ERROR', code: 'BR-CO-15', category: 'EN_16931', message: 'totals differ', status: 'ERROR' }
const REPORTED = { ...results('PASS'), reportingStatus: 'REPORTED' }
const CLEARED_XML = '<?xml version="1.0"?>\r\n<Invoice>شهادة\n</Invoice>\n'
const clearedInvoice = Buffer.from(CLEARED_XML).toString('base64')

describe('a call to the authority', () => {
  it('carries what its documents ask for', async () => {
    await report(says(200, REPORTED))
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/base/invoices/reporting/single',
      headers: {
        'accept-version': 'V2',
        'accept-language': 'en',
        'clearance-status': '1',
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${credentials.token}:${credentials.secret}`).toString('base64')}`,
      },
      body: {
        invoiceHash: document.hash,
        uuid: document.uuid,
        invoice: Buffer.from(document.xml, 'utf8').toString('base64'),
      },
    })
    await clear(says(200, { ...results('PASS'), clearanceStatus: 'CLEARED', clearedInvoice }))
    expect(calls[1]?.path).toBe('/base/invoices/clearance/single')
    answer = says(200, REPORTED)
    await fatoora().checkCompliance(asked)
    expect(calls[2]?.path).toBe('/base/compliance/invoices')
  })

  it('goes to the addresses of the documents', () => {
    const base = 'https://gw-fatoora.zatca.gov.sa/e-invoicing'
    expect(FATOORA_URLS).toEqual({
      sandbox: `${base}/developer-portal`,
      simulation: `${base}/simulation`,
      production: `${base}/core`,
    })
  })

  it('can be made in the environments that have an address', async () => {
    expect(fatoora().environments).toEqual(['sandbox'])
    const { kind } = await failureOf(fatoora().report({ ...asked, environment: 'production' }))
    expect(kind).toBe('badRequest')
  })
})

describe('a document', () => {
  it('is accepted, with warnings or without', async () => {
    const accepted = { outcome: 'accepted', warnings: [], errors: [], clearedXml: null, isRepeated: false }
    expect(await report(says(200, REPORTED))).toEqual(accepted)
    const warned = { ...results('WARNING', { warningMessages: [WARNING] }), reportingStatus: 'REPORTED' }
    const warnings = [{ code: 'BR-KSA-98', category: 'KSA', message: 'sent late' }]
    expect(await report(says(202, warned))).toEqual({ ...accepted, warnings })
  })

  it('is refused with the reasons, whatever the form of their list', async () => {
    const errors = [{ code: 'BR-CO-15', category: 'EN_16931', message: 'totals differ' }]
    for (const errorMessages of [[ERROR], ERROR]) {
      const body = { ...results('ERROR', { errorMessages }), reportingStatus: 'NOT_REPORTED' }
      expect(await report(says(400, body))).toMatchObject({ outcome: 'refused', errors, isRepeated: false })
    }
    expect(await report(says(400, { errors: [ERROR] }))).toMatchObject({ outcome: 'refused', errors })
    // Also where the status forgets to say so.
    const forgotten = { ...results('ERROR', { errorMessages: ERROR }), reportingStatus: 'NOT_REPORTED' }
    expect(await report(says(200, forgotten))).toMatchObject({ outcome: 'refused', errors })
  })

  it('that is refused without a reason has the status as one', async () => {
    for (const body of [
      { validationResults: { status: 'ERROR' }, reportingStatus: 'NOT_REPORTED' },
      { validationResults: null, reportingStatus: 'NOT_REPORTED' },
      { reportingStatus: 'NOT_REPORTED' },
      {},
    ])
      expect(await report(says(400, body))).toMatchObject({ outcome: 'refused', errors: [{ code: 'HTTP-400' }] })
    const [error] = (await report(says(400, { code: 'Invalid-Request', message: 'no uuid' }))).errors
    expect(error).toEqual({ code: 'HTTP-400', message: 'Invalid-Request: no uuid', category: 'HTTP-Errors' })
  })

  it('that was accepted before is accepted', async () => {
    const message = {
      type: 'ERROR',
      code: null,
      category: null,
      message: 'Invoice was already Reported successfully earlier.',
    }
    const earlier = { ...results('ERROR', { errorMessages: [message] }), reportingStatus: 'NOT_REPORTED' }
    for (const status of [208, 409])
      expect(await report(says(status, earlier))).toMatchObject({ outcome: 'accepted', isRepeated: true, errors: [] })
  })

  it('that is cleared comes back unchanged, also when it had been cleared before', async () => {
    const body = { ...results('PASS'), clearanceStatus: 'CLEARED', clearedInvoice }
    expect(await clear(says(200, body))).toMatchObject({ clearedXml: CLEARED_XML, isRepeated: false })
    expect(await clear(says(208, body))).toMatchObject({ clearedXml: CLEARED_XML, isRepeated: true })
    expect(await clear(says(409, { clearanceStatus: 'NOT_CLEARED', clearedInvoice: null }))).toMatchObject({
      ...{ outcome: 'accepted', clearedXml: null, isRepeated: true },
    })
  })

  it('cannot be cleared while clearance is off, and no redirect is followed', async () => {
    const off = { message: 'Clearance is deactiviated. Please use the /invoices/reporting/single endpoint instead.' }
    const elsewhere = { Location: '/base/elsewhere' }
    expect(await clear(says(303, off, elsewhere))).toMatchObject({ outcome: 'clearanceOff', errors: [] })
    expect(await clear(says(303, off))).toMatchObject({ outcome: 'clearanceOff' })
    expect((await failureOf(clear(says(303, '<html>clearance</html>', elsewhere)))).kind).toBe('unavailable')
    expect((await failureOf(report(says(302, off, elsewhere)))).kind).toBe('unavailable')
    expect(calls.filter(({ path }) => path.endsWith('elsewhere'))).toEqual([])
  })

  it.each<[string, Answer]>([
    ['no answer', () => undefined],
    ['an answer that never ends', (response) => response.writeHead(200).write('{"validationResults":')],
    ['a cut connection', (response) => response.socket?.destroy()],
    [
      'an answer that is cut off',
      (response) => {
        response.writeHead(200, { 'Content-Length': '900' }).write('{')
        response.socket?.end()
      },
    ],
    ['garbage', says(200, '<html>Welcome</html>')],
    ['a list', says(200, [REPORTED])],
    ['JSON of somebody else', says(200, { ok: true })],
    ['a refusal that is not the authority’s', says(400, '<h1>Bad Request</h1>')],
    ['a repetition that is not the authority’s', says(409, { conflict: true })],
    ['a broken gateway', says(502, '<html>')],
    ['its own failure', says(500, { category: 'HTTP-Errors', code: '500', message: 'Something went wrong' })],
    ['a timeout behind it', says(504, '')],
    ['a wrong address', says(404, 'not found')],
    ['too much to read', (response) => response.writeHead(200).end('x'.repeat(10_000_001))],
  ])('is sent again after %s', async (_, given) => {
    const { kind, retryAfterSeconds } = await failureOf(report(given))
    expect({ kind, retryAfterSeconds }).toEqual({ kind: 'unavailable', retryAfterSeconds: undefined })
  })

  it('is sent again where it was cleared and the cleared document is not there, or cannot be read', async () => {
    for (const clearedInvoice of [null, '%%%', 'wyg=', { xml: 1 }]) {
      const body = { ...results('PASS'), clearanceStatus: 'CLEARED', clearedInvoice }
      expect((await failureOf(clear(says(200, body)))).kind).toBe('unavailable')
    }
  })

  it.each([
    ['120', 120],
    ['Sun, 22 Nov 2026 11:06:09 GMT', 60],
    ['Sun, 22 Nov 2020 11:06:09 GMT', 0],
    ['soon', undefined],
  ])('waits as long as the authority says: %s', async (value, seconds) => {
    for (const status of [429, 503]) {
      const { kind, retryAfterSeconds } = await failureOf(report(says(status, {}, { 'Retry-After': value })))
      expect({ kind, retryAfterSeconds }).toEqual({ kind: 'unavailable', retryAfterSeconds: seconds })
    }
  })

  it('finds no server', async () => {
    const log = createLog('silent')
    const former = createServer().listen(0, '127.0.0.1')
    await once(former, 'listening')
    const { port: closed } = former.address() as AddressInfo
    await new Promise((resolve) => former.close(resolve))
    const port = createFatoora({
      name: 'fatoora',
      urls: { sandbox: `http://127.0.0.1:${closed}` },
      log,
      timeoutMs: TIMEOUT_MS,
    })
    expect(await failureOf(port.report(asked))).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('is not sent again where credentials or request are wrong', async () => {
    const denied = { timestamp: 1, status: 401, error: 'Unauthorized', message: `bad ${credentials.secret}` }
    expect((await failureOf(report(says(401, denied)))).kind).toBe('unauthorized')
    expect((await failureOf(report(says(401, '')))).kind).toBe('unauthorized')
    for (const status of [406, 413])
      expect((await failureOf(report(says(status, 'This version is not supported.')))).kind).toBe('badRequest')
  })

  it('is never quoted', async () => {
    const echo = {
      code: '500',
      message: `${credentials.token} ${document.xml} ${Buffer.from(document.xml).toString('base64')}`,
    }
    expect((await failureOf(report(says(500, echo)))).message).toMatch(/HTTP 500 500: … …$/)
  })
})

describe('connecting', () => {
  const issued = { requestID: 1234567890123, dispositionMessage: 'ISSUED', binarySecurityToken: 'VE9L', secret: 'abc=' }
  const credentialsIssued = { requestId: '1234567890123', token: 'VE9L', secret: 'abc=' }
  const connect = (given: Answer, password = otp) => {
    answer = given
    return fatoora().requestCompliance({ environment: 'sandbox', csr, otp: password })
  }
  const produce = (given: Answer) => {
    answer = given
    return fatoora().requestProduction({ environment: 'sandbox', credentials, requestId: '1234567890123' })
  }
  const renew = (given: Answer) => {
    answer = given
    return fatoora().renew({ environment: 'sandbox', credentials, csr, otp })
  }

  it('sends the request for a certificate with the one-time password', async () => {
    expect(await connect(says(200, issued))).toEqual(credentialsIssued)
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/base/compliance',
      headers: { otp, 'accept-version': 'V2' },
      body: { csr: Buffer.from(csr).toString('base64') },
    })
    expect(calls[0]?.headers.authorization).toBeUndefined()
  })

  it('gets credentials for real documents', async () => {
    expect(await produce(says(200, { ...issued, requestID: '30368' }))).toMatchObject({ requestId: '30368' })
    expect(calls[0]).toMatchObject({
      path: '/base/production/csids',
      headers: { authorization: expect.stringMatching(/^Basic /) },
      body: { compliance_request_id: '1234567890123' },
    })
  })

  it('is renewed by credentials that are to be checked, or at once', async () => {
    const checkedAnew = { value: { ...issued, dispositionMessage: 'NOT_COMPLIANT' } }
    expect(await renew(says(428, checkedAnew))).toEqual({ ...credentialsIssued, needsChecks: true })
    expect(calls[0]).toMatchObject({ method: 'PATCH', path: '/base/production/csids', headers: { otp } })
    expect(await renew(says(200, { value: issued }))).toMatchObject({ needsChecks: false })
    expect(await renew(says(200, issued))).toEqual({ ...credentialsIssued, needsChecks: false })
  })

  it.each(['Missing-OTP', 'Invalid-OTP'])('is refused for its one-time password: %s', async (code) => {
    const refused = says(400, { errors: [{ code, message: `OTP ${otp} is expired` }] })
    expect((await failureOf(connect(refused))).kind).toBe('badOtp')
    expect((await failureOf(renew(refused))).kind).toBe('badOtp')
  })

  it('is not tried with what is no one-time password', async () => {
    for (const typed of ['', '12345', '123456\n', '１２３４５６'])
      expect((await failureOf(connect(says(200, issued), typed))).kind).toBe('badOtp')
    expect(calls).toEqual([])
  })

  it('is refused in the authority’s words', async () => {
    const missing = { code: 'Missing-ComplianceSteps', message: 'simplified-debit-note-compliant' }
    const failure = await failureOf(produce(says(400, { errors: missing })))
    expect(failure).toMatchObject({
      kind: 'badRequest',
      message: expect.stringContaining('Missing-ComplianceSteps: simplified-debit-note-compliant'),
    })
    const denied = { requestID: -2, dispositionMessage: 'Denied by Policy Module 0x80094800' }
    for (const status of [200, 400])
      expect(await failureOf(connect(says(status, denied)))).toMatchObject({
        ...{ kind: 'badRequest', message: expect.stringContaining('Denied by Policy Module') },
      })
    expect((await failureOf(connect(says(406, 'version')))).kind).toBe('badRequest')
  })

  it('is tried again where nobody answers for the authority', async () => {
    for (const given of [
      says(500, { code: 'Invalid-Request', message: 'System failed to process your request' }),
      says(200, { ...issued, secret: undefined }),
      says(428, '<html>'),
      says(400, '<html>'),
      says(302, issued, { Location: '/base/elsewhere' }),
    ]) {
      expect((await failureOf(connect(given))).kind).toBe('unavailable')
      expect((await failureOf(renew(given))).kind).toBe('unavailable')
    }
    expect((await failureOf(produce(says(401, '')))).kind).toBe('unauthorized')
  })
})
