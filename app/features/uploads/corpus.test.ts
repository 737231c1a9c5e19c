/**
 * Files that could harm the site or its visitors: each is refused, or stored without what is harmful.
 * The server is a separate process, so that its memory can be measured.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join as path } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NODE_ARGUMENTS } from '../../../scripts/node-arguments.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import * as corpus from '../../../tests/support/attacks/upload-corpus.ts'
import { learner } from '../../../tests/support/factories.ts'
import { IS_LONG, longIt } from '../../../tests/support/long.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { fieldText } from '../../api/messages.server.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { sweepFiles } from '../files/files.server.ts'
import type { Attachment } from './contract.ts'

/** Fifty in the long run, with larger pictures. */
const CONCURRENT = IS_LONG ? 50 : 13
const PICTURE_SIZE = IS_LONG ? ([2400, 1800] as const) : ([900, 600] as const)
/** Far less than fifty concurrent uploads together: 320 MB. */
const MAX_MEMORY_GROWTH_BYTES = 200 * MEGABYTE

let app: TestApp
let server: ChildProcess
let address: string
let memoryAtStart: number
let slow: Promise<{ status: number; seconds: number }>

beforeAll(async () => {
  app = await startTestApp()
  server = fork(path(import.meta.dirname, '../../../tests/support/processes/server-process.ts'), {
    execArgv: ['--expose-gc', ...NODE_ARGUMENTS],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: app.services.settings.dataDir,
      DATABASE_URL: app.services.settings.databaseUrl,
      LOG_LEVEL: 'error',
      MAAHAD_DEMO: '1',
      // As `scripts/run.mjs` starts the product.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '262144',
      MALLOC_TRIM_THRESHOLD_: '262144',
    },
  })
  ;[address] = await once(server, 'message')
  memoryAtStart = peakMemory()
  if (IS_LONG) slow = slowUpload(await member())
})
afterAll(async () => {
  server.kill()
  await once(server, 'exit')
  await app.stop()
})

/** The largest resident memory so far, in bytes. The process collects its garbage often, so little of this is garbage. */
const peakMemory = () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) * 1024
const incoming = () => {
  const folder = path(app.services.settings.dataDir, 'incoming')
  return existsSync(folder) ? readdirSync(folder) : []
}
const stored = () => globSync('files/**/*.*', { cwd: path(app.services.settings.dataDir, 'storage') })

const member = async () => tokenOf(app, await learner(app.db))
let [sender, sent] = ['', 0]
/** Nobody may send so many files an hour. */
async function someone() {
  if (sent++ % 15 === 0) sender = await member()
  return sender
}

type Sent = { status: number; code?: string; reason?: string; data: Attachment }

/** On a connection of its own: a kept one is closed while this process is busy with building the next file. */
async function send(bytes: Uint8Array, name: string, token?: string): Promise<Sent> {
  const headers = {
    Authorization: `Bearer ${token ?? (await someone())}`,
    'Content-Length': bytes.length,
    'X-File-Name': encodeURIComponent(name),
    'Accept-Language': 'en',
  }
  const going = request(`${address}/api/Uploads`, { method: 'POST', headers, agent: false })
  going.end(bytes)
  const [response] = (await once(going, 'response')) as [IncomingMessage]
  const { data, error } = (await json(response)) as {
    data: Attachment
    error?: { code: string; fields?: { file?: string[] } }
  }
  return { status: response.statusCode!, code: error?.code, reason: error?.fields?.file?.[0], data }
}

async function fetched(path: string) {
  const response = await fetch(address + path)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** A browser that opens the file runs no script in it. */
function expectHarmless(headers: Headers, kind: Attachment['kind']) {
  const policy = headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'/)
  expect(policy).not.toContain('script-src')
  // A browser's own player does not start in a sandbox.
  if (kind !== 'video') expect(policy).toMatch(/; sandbox;/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-site')
  expect(headers.has('set-cookie')).toBe(false)
  if (kind === 'file') expect(headers.get('content-disposition')).toMatch(/^attachment/)
}

type Refusal = [what: string, bytes: () => Uint8Array | Promise<Uint8Array>, name: string, reason: string]
const { zip, text, zeros } = corpus
const twice = (bytes: Uint8Array) => zip({ a: bytes, b: bytes })
const halved = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2))

const REFUSED: Refusal[] = [
  ['nothing at all', () => text(''), 'x.pdf', 'fileEmpty'],
  ['a zip bomb', () => zip({ a: zeros(150) }), 'a.zip', 'zipUnpacked'],
  ['a zip bomb that announces less', () => corpus.zipSaying(zip({ a: zeros(9) }), 24, 99), 'a.zip', 'zipUnpacked'],
  ['a zip that announces 4 GB', () => corpus.zipSaying(zip({ a: zeros(9) }), 24, 0xf0000000), 'a.zip', 'zipUnpacked'],
  ['a zip whose entries share their bytes', () => corpus.overlappingZip(), 'a.zip', 'zipUnsafe'],
  ['zip bombs in a zip', () => twice(zip({ a: zeros(120) })), 'a.zip', 'zipUnpacked'],
  ['zips in zips in zips', () => zip({ a: zip({ a: zip({ a: zip({ a: text('a') }) }) }) }), 'a.zip', 'zipNested'],
  ['a zip with a gzip in it', () => zip({ 'a.gz': Buffer.from('1f8b0800', 'hex') }), 'a.zip', 'zipNested'],
  [
    'a zip of 3,000 files',
    () => zip(Object.fromEntries([...Array(3000)].map((_, n) => [`${n}`, text('')]))),
    'a.zip',
    'zipEntries',
  ],
  ['a zip that leaves its folder', () => zip({ '../../etc/passwd': text('x') }), 'a.zip', 'zipUnsafe'],
  ['a zip that names a drive', () => corpus.renamed(zip({ C__x: text('x') }), 'C__x', 'C:\\x'), 'a.zip', 'zipUnsafe'],
  [
    'a zip with a NUL in a name',
    () => corpus.renamed(zip({ 'a_b.txt': text('x') }), 'a_b', 'a\0b'),
    'a.zip',
    'zipUnsafe',
  ],
  [
    'a zip with a link in it',
    () => zip({ a: [text('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] }),
    'a.zip',
    'zipUnsafe',
  ],
  ['half a zip', () => halved(zip({ a: corpus.html(), b: text('b') })), 'a.zip', 'fileBroken'],
  ['a zip with something behind it', () => corpus.join(zip({ a: text('a') }), corpus.html()), 'a.zip', 'fileBroken'],
  ['a zip whose bytes are others', () => corpus.zipSaying(zip({ a: text('a') }), 16, 1), 'a.zip', 'fileBroken'],
  [
    'a Word file with macros',
    () => corpus.office('docx', { 'word/vbaProject.bin': text('x') }),
    'a.docx',
    'fileMacros',
  ],
  [
    'a docm that calls itself docx',
    () => corpus.office('docx', {}, 'wordprocessingml.document.macroEnabled.main+xml'),
    'a.docx',
    'fileMacros',
  ],
  ['a Word file that is a bomb', () => corpus.office('docx', { 'word/media/a': zeros(150) }), 'a.docx', 'zipUnpacked'],
  ['a Word file that is called a table', () => corpus.office('docx'), 'a.xlsx', 'fileNotItsName'],
  ['a Word file of old or with a password', () => corpus.ole(), 'a.docx', 'fileLocked'],
  ['a PNG of 900 million pixels', () => corpus.pngOf(30_000, 30_000), 'a.png', 'picturePixels:40'],
  ['a GIF of four billion pixels', () => corpus.hugeGif(), 'a.gif', 'picturePixels:40'],
  ['a WebP of 268 million pixels', () => corpus.hugeWebp(), 'a.webp', 'pictureBroken'],
  ['a GIF that is a script', () => text('GIF89a=1;alert(1)//'), 'a.gif', 'pictureBroken'],
  ['half a JPEG', async () => halved(await corpus.jpeg()), 'a.jpg', 'pictureBroken'],
  ['an image of 9 MB', async () => corpus.join(await corpus.png(), zeros(9)), 'a.png', 'fileTooLarge:8'],
  ['a PDF of 21 MB', () => corpus.pdf('x'.repeat(21 * MEGABYTE)), 'a.pdf', 'fileTooLarge:20'],
  ['half a PDF', () => halved(corpus.pdf('x'.repeat(20_000))), 'a.pdf', 'fileBroken'],
  ['a film cut short', () => corpus.mp4().subarray(0, -20), 'a.mp4', 'fileBroken'],
  ['a WebM cut short', () => corpus.webm().subarray(0, -2), 'a.webm', 'fileBroken'],
  ['sound without a picture', () => corpus.mp4('isom', 'soun'), 'a.mp4', 'videoKind'],
  ['a film of QuickTime', () => corpus.mp4('qt  '), 'a.mp4', 'videoKind'],
  ['a Matroska film', () => corpus.webm('matroska'), 'a.webm', 'videoKind'],
  ['a HEIC picture', () => corpus.mp4('heic'), 'a.jpg', 'pictureKind'],
  ['a program', () => corpus.join('MZ\x90\0', Buffer.alloc(64)), 'a.pdf', 'fileKind'],
  ['a shell script', () => text('#!/bin/sh\nrm -rf /'), 'a.zip', 'fileKind'],
  ...['a.svg', 'a.png', 'a.jpg', 'a.pdf', 'a.mp4', 'a.docx', 'a.svg.png'].map(
    (name): Refusal => [`SVG as ${name}`, () => corpus.svg(), name, 'pictureKind'],
  ),
  ...['a.html', 'a.png', 'a.jpg', 'a.pdf', 'a.mp4', 'a.docx', 'a.html.jpg'].map(
    (name): Refusal => [`HTML as ${name}`, () => corpus.html(), name, 'fileKind'],
  ),
]

/** Takes seconds to unpack, by the same check as the other bombs. */
const isSlow = ([what]: Refusal) => what === 'a Word file that is a bomb'

describe('a harmful file', () => {
  it.each(REFUSED.filter((one) => IS_LONG || !isSlow(one)))(
    '%s is refused with its reason',
    async (_, bytes, name, reason) => {
      const answer = await send(await bytes(), name)
      expect(answer.reason).toBe(fieldText(reason, 'en'))
      expect(fieldText(reason, 'ar')).not.toBe(fieldText('invalid', 'ar'))
      expect([400, 413, 415]).toContain(answer.status)
      expect([incoming().length <= 1, stored()]).toEqual([true, []])
    },
  )

  longIt('is not read when its declared size is too large, and is cut off when it never ends', async () => {
    const token = await member()
    expect((await raw(token, { 'Content-Length': String(10 * 1024 * MEGABYTE) }, 1)).status).toBe(413)
    expect((await raw(token, { 'Transfer-Encoding': 'chunked' }, 260)).status).toBe(413)
    await expect.poll(() => incoming().length).toBeLessThanOrEqual(1)
  })

  longIt('leaves nothing when the connection breaks', async () => {
    const token = await member()
    await expect(raw(token, { 'Content-Length': String(50 * MEGABYTE) }, 5, true)).rejects.toThrow()
    await expect.poll(() => incoming().length).toBeLessThanOrEqual(1)
    expect(
      (await app.call('POST', 'Uploads', { body: { file: { path: '/etc/passwd', size: 9 } }, token })).status,
    ).toBe(415)
    expect((await fetch(`${address}/api/Uploads`, { method: 'POST', body: 'x' })).status).toBe(401)
  })
})

type Harmless = [what: string, bytes: () => Uint8Array | Promise<Uint8Array>, name: string, kept: string, gone: string]
const KEPT: Harmless[] = [
  [
    'a picture with a page behind it',
    async () => corpus.join(await corpus.png(), corpus.html()),
    'a.png',
    'a.webp',
    '<script',
  ],
  [
    'a picture with an archive behind it',
    async () => corpus.join(await corpus.jpeg(), zip({ a: text('a') })),
    'a.jpg',
    'a.webp',
    'PK',
  ],
  ['a photograph that tells its place', () => corpus.withPlace(), 'IMG_1.JPG', 'IMG_1.webp', 'SecretCamera'],
  [
    'a picture with a comment of 200 MB',
    () => corpus.pngOf(99, 99, corpus.pngComment(200)),
    'a.png',
    'a.webp',
    'Comment',
  ],
  ['a film that tells its place', () => corpus.mp4(), 'film.mp4', 'film.mp4', '24.7136'],
  ['a WebM that tells its place', () => corpus.webm(), 'film.webm', 'film.webm', '24.7136'],
  ['a paper that is a page, too', () => corpus.pdf('<script>alert(1)</script>'), 'x.pdf.exe', 'x.pdf', ''],
  [
    'a paper with an archive in it',
    () => corpus.pdf(zip({ a: text('a') }).toString('latin1')),
    '../../etc/passwd.pdf',
    'passwd.pdf',
    '',
  ],
  ['a virus for tests', () => zip({ 'eicar.com': text(corpus.EICAR) }), 'e\0icar.zip', 'eicar.zip', ''],
  ['a name that turns round', () => corpus.pdf(), 'annexe\u202Efdp.exe', 'annexefdp.pdf', ''],
  ['a name of 300 letters', () => corpus.pdf(), `${'ع'.repeat(300)}.pdf`, `${'ع'.repeat(120)}.pdf`, ''],
  ['an Arabic name', () => corpus.office('docx'), 'تقرير الربع الأول.docx', 'تقرير الربع الأول.docx', ''],
  ['a name of nothing', () => corpus.office('xlsx'), '.xlsx', 'file.xlsx', ''],
  ['a presentation', () => corpus.office('pptx'), 'a"b<c>.pptx', 'a b c.pptx', ''],
]

describe('an accepted file', () => {
  it.each(KEPT)('%s is stored without what is harmful', async (_, bytes, name, kept, gone) => {
    const { status, data } = await send(await bytes(), name)
    expect([status, data?.name]).toEqual([201, kept])
    const all = data.sources?.flatMap(({ avif, webp }) => [avif, webp]) ?? [data.address]
    for (const one of all) {
      const answer = await fetched(one)
      expect(answer.status).toBe(200)
      expectHarmless(answer.headers, data.kind)
      if (data.kind === 'image') {
        const { exif, xmp, format, width } = await sharp(answer.bytes).metadata()
        expect([exif, xmp, width! <= 1600, ['webp', 'heif'].includes(format!)]).toEqual([
          undefined,
          undefined,
          true,
          true,
        ])
      } else expect(answer.headers.get('content-type')).toBe(data.type)
      if (gone) expect(answer.bytes.includes(gone)).toBe(false)
    }
    // Who guesses the address without its proof learns nothing.
    expect((await fetched(data.address.replace(/\?.*$/, ''))).status).toBe(404)
  })

  it('is rotated as it was taken', async () => {
    const { data } = await send(await corpus.withPlace(), 'a.jpg')
    expect([data.width, data.height]).toEqual([400, 800])
  })

  it('of a video is served in ranges', async () => {
    const { data } = await send(corpus.mp4(), 'a.mp4')
    const part = await fetch(address + data.address, { headers: { Range: 'bytes=4-7' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      'ftyp',
      `bytes 4-7/${data.size}`,
    ])
  })
})

it('concurrent uploads are all answered, with little memory', async () => {
  const big = [corpus.pdf('x'.repeat(8 * MEGABYTE)), zip({ a: [zeros(8), { level: 0 }] })]
  const picture = await corpus.jpeg(...PICTURE_SIZE)
  const tokens = await Promise.all(Array.from({ length: Math.ceil(CONCURRENT / 13) }, () => member()))
  const answers = await Promise.all(
    [...Array(CONCURRENT)].map((_, n) => send(n % 5 === 0 ? picture : big[n % 2]!, `${n}`, tokens[n % tokens.length])),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const more = await Promise.all([...Array(9)].map(() => send(corpus.pdf(), 'x', tokens[0])))
  expect(more.map(({ code }) => code)).toContain('tooManyRequests')
})

// In every run spool.test.ts cuts such a sender off.
longIt('a sender of one byte a second is cut off', async () => {
  const { status, seconds } = await slow
  expect([status, seconds < 45]).toEqual([408, true])
})

it('nothing is left of uploads that no post used, and memory stayed small', async () => {
  await expect.poll(incoming).toEqual([])
  expect(stored().length).toBeGreaterThan(CONCURRENT)
  await sweepFiles({ ...app.services, now: () => new Date(Date.now() + 25 * HOUR_MS) })
  expect(stored()).toEqual([])
  expect(await app.db.selectFrom('uploads').select('id').execute()).toEqual([])
  expect((peakMemory() - memoryAtStart) / MEGABYTE).toBeLessThan(MAX_MEMORY_GROWTH_BYTES / MEGABYTE)
})

/** Sends megabytes of zeros, then waits for the response or breaks off. */
function raw(token: string, headers: Record<string, string>, megabytes: number, breaksOff = false) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number }>()
  const going = request(`${address}/api/Uploads`, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${token}` },
  })
  going.on('response', (response) => {
    resolve({ status: response.statusCode! })
    going.destroy()
  })
  going.on('error', reject)
  void (async () => {
    const block = Buffer.alloc(MEGABYTE)
    for (let sent = 0; sent < megabytes && !going.destroyed; sent++)
      if (!going.write(block)) await Promise.race([once(going, 'drain'), once(going, 'close')]).catch(() => undefined)
    if (breaksOff) going.destroy(new Error('broken off'))
  })()
  return promise
}

function slowUpload(token: string): Promise<{ status: number; seconds: number }> {
  const began = Date.now()
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; seconds: number }>()
  const going = request(`${address}/api/Uploads`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
  going.on('response', ({ statusCode }) => {
    resolve({ status: statusCode!, seconds: (Date.now() - began) / 1000 })
    going.destroy()
  })
  going.on('error', reject)
  void (async () => {
    while (!going.destroyed) {
      going.write('%')
      await wait(1000)
    }
  })()
  return promise
}
