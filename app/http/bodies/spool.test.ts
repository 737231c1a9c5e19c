/** Files on their way in, through the forms of pages and by themselves. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import type { PageHandler } from '../../page-handler.server.tsx'
import { HOUR_MS } from '../../platform/durations.ts'
import { createLog } from '../../platform/log.server.ts'
import { deleteExpiredSpools, spoolBody, spoolForm } from './spool.server.ts'

const left = (dataDir: string) =>
  existsSync(join(dataDir, 'incoming')) ? readdirSync(join(dataDir, 'incoming')).length : 0
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const random = (size: number) => Buffer.alloc(size, 'Maahad معهد')

/** As a browser sends it, with its length said. */
async function sent(form: FormData) {
  const body = new Response(form)
  return { body: await body.clone().bytes(), type: body.headers.get('content-type')! }
}

function formWith(file: File | undefined, texts: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  if (file) form.set('file', file)
  return form
}

describe('a page whose form takes a file', () => {
  let app: TestApp
  let dataDir: string
  let token: string
  /** What the page's action got: its texts, its files, and how many folders were there meanwhile. */
  const echo: PageHandler = async (request, page) => {
    const texts = [...(await request.formData())].map(([name, value]) => `${name}=${value}`)
    const files = await Promise.all(
      [...page.files].map(async ([field, file]) => [field, file.name, file.size, hash(await file.bytes())]),
    )
    return Response.json({ texts, files, meanwhile: left(dataDir) })
  }
  beforeAll(async () => {
    app = await startTestApp({ pageHandler: echo })
    dataDir = app.services.settings.dataDir
    token = await tokenOf(app, await learner(app.db))
  })
  afterAll(() => app.stop())

  async function post(path: string, form: FormData, cookies = `access=${token}`) {
    const { body, type } = await sent(form)
    const headers = { 'Content-Type': type, Cookie: cookies, 'Sec-Fetch-Site': 'same-origin', Origin: app.address }
    return fetch(app.address + path, { method: 'POST', headers, body })
  }

  it.each(['/ar/community/new', '/en/community/12/edit', '/ar/community/new.data'])(
    'gets its texts and its file, which is gone afterwards: %s',
    async (path) => {
      const bytes = random(3_000_000)
      const file = new File([bytes], 'تقرير\u202e السنة.pdf')
      const answer = await post(path, formWith(file, { title: 'عنوان', content: 'نص' }))
      expect(await answer.json()).toEqual({
        texts: ['title=عنوان', 'content=نص'],
        files: [['file', 'تقرير السنة.pdf', bytes.length, hash(bytes)]],
        meanwhile: 1,
      })
      expect(left(dataDir)).toBe(0)
    },
  )

  it('gets no file where none was chosen', async () => {
    const answer = await post('/ar/community/new', formWith(new File([], ''), { title: 'عنوان' }))
    expect(await answer.json()).toEqual({ texts: ['title=عنوان'], files: [], meanwhile: 1 })
  })

  it('does not get a file of another visitor, for any cookies', async () => {
    const form = formWith(new File([random(3_000_000)], 'a.pdf'), { title: 'عنوان' })
    for (const cookies of ['', 'access=forged', 'refresh=forged']) {
      expect(await (await post('/ar/community/new', form, cookies)).json()).toEqual({
        texts: [],
        files: [],
        meanwhile: 0,
      })
    }
  })

  it.each([
    ['ar', 'حجم المُرسَل أكبر من المسموح.'],
    ['en', 'What was sent is larger than allowed.'],
  ])('refuses what is announced as too large before it comes, in words: %s', async (lang, words) => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 10_000_000_000,
      cookie: `access=${token}`,
      origin: app.address,
    }
    const sending = httpRequest(`${app.address}/${lang}/community/new`, { method: 'POST', headers })
    sending.on('error', () => undefined)
    sending.write('--x\r\n')
    const [answer] = await once(sending, 'response')
    expect(answer.statusCode).toBe(413)
    expect(Buffer.concat(await answer.toArray()).toString()).toBe(words)
    sending.destroy()
    expect(left(dataDir)).toBe(0)
  })

  it('is the only one that does: any other form stays small', async () => {
    const form = formWith(new File([random(1_100_000)], 'a.pdf'))
    for (const path of ['/ar/contact', '/ar/community', '/ar/community/12']) {
      expect((await post(path, form)).status).toBe(413)
    }
  })

  it('deletes the file of a sender who disconnects', async () => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      cookie: `access=${token}`,
      origin: app.address,
      'transfer-encoding': 'chunked',
    }
    const sending = httpRequest(`${app.address}/ar/community/new`, { method: 'POST', headers })
    sending.on('error', () => undefined)
    sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
    sending.write(random(1_000_000))
    await expect.poll(() => left(dataDir)).toBe(1)
    sending.destroy()
    await expect.poll(() => left(dataDir)).toBe(0)
  })
})

describe('a form that is read as a stream', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-spool-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const spooling = { settings: { dataDir }, log: createLog('silent') }
  const TYPE = 'multipart/form-data; boundary=x'
  const FILE = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
  const TEXT = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n'

  const take = (body: BodyInit, type = TYPE, limits: object = {}) => {
    const headers = { 'content-type': type }
    const request = new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    return spoolForm(request, { maxBytes: 1000, fields: ['file'], ...limits }, spooling)
  }
  const takeForm = async (form: FormData) => {
    const { body, type } = await sent(form)
    return take(body, type)
  }

  it('accepts a file of exactly the maximum size', async () => {
    const uploads = await takeForm(formWith(new File(['x'.repeat(1000)], 'a')))
    expect(uploads.files.get('file')?.size).toBe(1000)
    expect(uploads.files.get('file')?.head).toEqual(Buffer.from('x'.repeat(1000)))
    await uploads[Symbol.asyncDispose]()
    expect(left(dataDir)).toBe(0)
  })

  it('detects the type from the first bytes only', async () => {
    const bytes = random(9000)
    const { body, type } = await sent(formWith(new File([bytes], 'a')))
    const uploads = await take(body, type, { maxBytes: 10_000 })
    const file = uploads.files.get('file')!
    expect(Buffer.from(file.head)).toEqual(bytes.subarray(0, 4100))
    expect(await buffer(file.stream())).toEqual(bytes)
    await uploads[Symbol.asyncDispose]()
  })

  const twice = formWith(new File(['a'], 'a'))
  twice.append('file', new File(['b'], 'b'))
  const elsewhere = new FormData()
  elsewhere.set('other', new File(['a'], 'a'))
  const manyTexts = new FormData()
  for (let count = 0; count < 300; count += 1) manyTexts.append('title', 'a')
  it.each([
    ['a file beyond the limit', formWith(new File(['x'.repeat(1001)], 'a')), 'tooLarge'],
    ['a file far beyond the limit', formWith(new File(['x'.repeat(3_000_000)], 'a')), 'tooLarge'],
    ['a second file', twice, 'tooLarge'],
    ['a file where none belongs', elsewhere, 'malformedBody'],
    ['too many texts', manyTexts, 'tooLarge'],
    ['too long a text', formWith(undefined, { title: 'x'.repeat(1_000_001) }), 'tooLarge'],
  ])('refuses %s', async (_name, form, code) => {
    await expect(takeForm(form)).rejects.toMatchObject({ code })
    expect(left(dataDir)).toBe(0)
  })

  it.each([
    ['cut off in a file', `${FILE}abc`],
    ['cut off in a text', `${TEXT}abc`],
    ['cut off in its words', '--x\r\nContent-Disp'],
    ['cut off between two parts', `${TEXT}abc\r\n--x`],
    ['that is empty', ''],
    ['that is none', 'garbage'],
    ['whose part has no name', '--x\r\nContent-Disposition: form-data; filename="a"\r\n\r\nabc\r\n--x--\r\n'],
  ])('refuses one %s', async (_name, body) => {
    await expect(take(body)).rejects.toMatchObject({ code: 'malformedBody' })
    expect(left(dataDir)).toBe(0)
  })

  it('refuses a form without a boundary, and a body that is not a form', async () => {
    await expect(take('a', 'multipart/form-data')).rejects.toMatchObject({ code: 'malformedBody' })
    await expect(take('{}', 'application/json')).rejects.toMatchObject({ code: 'unsupportedType' })
  })

  /** Says something and then nothing, without an end. */
  const silent = (words: string) =>
    new ReadableStream({
      start: (stream) => stream.enqueue(Buffer.from(words)),
      pull: () => new Promise(() => undefined),
    })

  it('disconnects a sender who is too slow', async () => {
    const minRate = { intervalMs: 50, bytes: 100 }
    await expect(take(silent(`${FILE}abc`), TYPE, { minRate })).rejects.toMatchObject({ code: 'uploadTooSlow' })
    expect(left(dataDir)).toBe(0)
  })

  it('does not wait for the rest of what it refuses', async () => {
    const wrong = FILE.replace('"file"', '"other"')
    await expect(take(silent(`${wrong}abc`))).rejects.toMatchObject({ code: 'malformedBody' })
  })

  it('accepts a body that is the file itself', async () => {
    const headers = { 'x-file-name': encodeURIComponent('..\\صورة\u0000.png') }
    const of = (body: string) => new Request('http://localhost/', { method: 'POST', headers, body })
    const file = await spoolBody(of('hello'), { maxBytes: 5 }, spooling)
    expect([file.name, file.size, Buffer.from(await file.bytes()).toString()]).toEqual(['صورة.png', 5, 'hello'])
    await file[Symbol.asyncDispose]()
    await expect(spoolBody(of('hello!'), { maxBytes: 5 }, spooling)).rejects.toMatchObject({ code: 'tooLarge' })
    expect(left(dataDir)).toBe(0)
  })

  it('deletes the files of a crashed process, but none that is being received', async () => {
    const now = new Date()
    for (const [name, hours] of [['dead', 9] as const, ['alive', 1] as const]) {
      mkdirSync(join(dataDir, 'incoming', name), { recursive: true })
      const then = new Date(now.getTime() - hours * HOUR_MS)
      utimesSync(join(dataDir, 'incoming', name), then, then)
    }
    await deleteExpiredSpools({ settings: { dataDir }, now: () => now })
    expect(readdirSync(join(dataDir, 'incoming'))).toEqual(['alive'])
  })
})

it('needs little memory for a file of any size', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-spool-'))
  const script = join(import.meta.dirname, '..', '..', '..', 'tests', 'support', 'processes', 'spool-server.ts')
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = await once(child.stdout, 'data')
    const send = async (megabytes: number) => {
      async function* body() {
        yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
        for (let count = 0; count < megabytes; count += 1) yield Buffer.alloc(1_000_000)
        yield Buffer.from('\r\n--x--\r\n')
      }
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
      const init = { method: 'POST', headers, body: Readable.from(body()), duplex: 'half' }
      const answer = await fetch(`http://127.0.0.1:${String(port).trim()}/`, init as unknown as RequestInit)
      return answer.json() as Promise<{ size: number; grew: number }>
    }
    // Code is read and memory set aside with the first one.
    await send(60)
    const { size, grew } = await send(200)
    expect(size).toBe(200_000_000)
    expect(grew).toBeLessThan(30_000_000)
  } finally {
    child.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
