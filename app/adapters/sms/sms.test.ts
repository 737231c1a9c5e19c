/** Every SMS provider against a server that answers as theirs is documented to, and as networks do. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sms, SmsFailure, type SmsPort } from './port.ts'
import { taqnyatSms } from './taqnyat.server.ts'
import { twilioSms } from './twilio.server.ts'
import { unifonicSms } from './unifonic.server.ts'

const SMS: Sms = {
  to: '+966501234567',
  text: 'رمزك في معهد: 123456 & لا تعطه أحدًا',
  lang: 'ar',
  correlationId: '6f1c1f0e-9a55-4a5e-8a53-1f2f3a4b5c6d',
}
const SECRET = 'a-very-secret-key'
const ACCOUNT = `AC${'0'.repeat(32)}`

type SentRequest = { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }
let server: Server
let url: string
let requests: SentRequest[] = []
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ method: request.method, url: request.url, headers: request.headers, body })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  requests = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const says = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

const providers: Record<string, (address: string) => SmsPort> = {
  unifonic: (address) => unifonicSms({ appSid: SECRET, sender: 'Maahad', url: address, timeout: 300 }),
  taqnyat: (address) => taqnyatSms({ token: SECRET, sender: 'Maahad', url: address, timeout: 300 }),
  twilio: (address) =>
    twilioSms({ accountSid: ACCOUNT, authToken: SECRET, from: 'Maahad', url: address, timeout: 300 }),
}

/** How sending ended: the reference, or the kind of the failure. Whatever failed tells nothing that is secret. */
async function sent(port: SmsPort): Promise<string | undefined> {
  try {
    return (await port.send(SMS)).reference
  } catch (error) {
    expect(error).toBeInstanceOf(SmsFailure)
    const report = JSON.stringify({
      ...(error as object),
      message: (error as Error).message,
      stack: (error as Error).stack,
    })
    for (const secret of [SECRET, SMS.text, '123456', SMS.to, SMS.to.slice(1)]) expect(report).not.toContain(secret)
    return (error as SmsFailure).kind
  }
}

describe('Unifonic', () => {
  const port = () => providers.unifonic!(url)
  const refused = (errorCode: string) => says(200, { success: false, message: 'x', errorCode, data: '' })

  it('gets a form as it documents it', async () => {
    answer = says(200, { success: true, message: '', errorCode: 'ER-00', data: { MessageID: 3200000043 } })
    expect(await sent(port())).toBe('3200000043')
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/rest/SMS/messages' })
    expect(requests[0]!.headers['content-type']).toMatch('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(requests[0]!.body))).toEqual({
      AppSid: SECRET,
      SenderID: 'Maahad',
      Recipient: '966501234567',
      Body: SMS.text,
      responseType: 'JSON',
      CorrelationID: SMS.correlationId,
    })
  })

  it.each([
    ['ER-01', 'notAccepted'],
    ['ER-02', 'refused'],
    ['ER-07', 'refused'],
    ['ER-08', 'notAccepted'],
    ['ER-99', 'notAccepted'],
  ])('refuses with %s: %s', async (code, kind) => {
    answer = refused(code)
    expect(await sent(port())).toBe(kind)
  })

  it('treats an error for a message that it accepted before as success', async () => {
    answer = refused('ER-09')
    expect(await sent(port())).toBeUndefined()
  })
})

describe('Taqnyat', () => {
  const port = () => providers.taqnyat!(url)

  it('gets JSON as it documents it', async () => {
    answer = says(201, { statusCode: 201, messageId: 8145, cost: 0.1, accepted: '[966501234567,]', rejected: '[]' })
    expect(await sent(port())).toBe('8145')
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/v1/messages' })
    expect(requests[0]!.headers.authorization).toBe(`Bearer ${SECRET}`)
    expect(JSON.parse(requests[0]!.body)).toEqual({ recipients: ['966501234567'], body: SMS.text, sender: 'Maahad' })
  })

  it.each([
    ['a number that it rejects', 201, { statusCode: 201, accepted: '[]', rejected: '[966501234567,]' }, 'refused'],
    ['a bad request', 400, { statusCode: 400, message: 'Invalid mobile number' }, 'refused'],
    ['a bad request inside a good answer', 200, { statusCode: 400, message: 'x' }, 'refused'],
    ['a wrong token', 401, { statusCode: 401, message: 'Unauthorized' }, 'notAccepted'],
    ['too many at once', 429, { statusCode: 429 }, 'notAccepted'],
  ])('says %s', async (_, status, body, kind) => {
    answer = says(status, body)
    expect(await sent(port())).toBe(kind)
  })
})

describe('Twilio', () => {
  const port = () => providers.twilio!(url)

  it('gets a form as it documents it', async () => {
    answer = says(201, { sid: 'SM123', status: 'queued', error_code: null })
    expect(await sent(port())).toBe('SM123')
    expect(requests[0]).toMatchObject({ method: 'POST', url: `/2010-04-01/Accounts/${ACCOUNT}/Messages.json` })
    expect(requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from(`${ACCOUNT}:${SECRET}`).toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(requests[0]!.body))).toEqual({
      To: SMS.to,
      From: 'Maahad',
      Body: SMS.text,
    })
  })

  it('names a messaging service as such', async () => {
    answer = says(201, { sid: 'SM124', status: 'accepted' })
    const from = `MG${'a'.repeat(32)}`
    await twilioSms({ accountSid: ACCOUNT, authToken: SECRET, from, url }).send(SMS)
    expect(Object.fromEntries(new URLSearchParams(requests[0]!.body))).toMatchObject({ MessagingServiceSid: from })
  })

  it.each([
    ['a number that does not exist', 400, { code: 21211, message: SMS.to, status: 400 }, 'refused'],
    ['a message that failed at once', 201, { sid: 'SM125', status: 'failed', error_code: 30007 }, 'refused'],
    ['wrong keys', 401, { code: 20003, status: 401 }, 'notAccepted'],
    ['too many at once', 429, { code: 20429, status: 429 }, 'notAccepted'],
  ])('says %s', async (_, status, body, kind) => {
    answer = says(status, body)
    expect(await sent(port())).toBe(kind)
  })
})

describe.each(Object.entries(providers))('%s when it fails', (_, make) => {
  it.each<[string, (response: ServerResponse) => void, string]>([
    ['never answers', () => undefined, 'unsure'],
    ['answers in drops that never end', (response) => response.writeHead(200).write('{"success":'), 'unsure'],
    ['hangs up', (response) => response.destroy(), 'unsure'],
    ['hangs up in the middle', (response) => response.writeHead(200).write('{', () => response.destroy()), 'unsure'],
    ['answers with no JSON', says(200, '<html>welcome</html>'), 'unsure'],
    ['answers without end', says(200, `"${'x'.repeat(200_000)}"`), 'unsure'],
    ['sends us elsewhere', (response) => response.writeHead(302, { Location: '/elsewhere' }).end(), 'unsure'],
    ['has an error behind its gateway', says(502, '<html>Bad gateway</html>'), 'unsure'],
    ['is closed for maintenance', says(503, ''), 'notAccepted'],
  ])('%s', async (_, answers, kind) => {
    answer = answers
    expect(await sent(make(url))).toBe(kind)
    expect(requests).toHaveLength(1)
  })

  it('is not there', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await sent(make(`http://127.0.0.1:${port}`))).toBe('notAccepted')
  })
})
