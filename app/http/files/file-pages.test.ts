/** `/files/…`: who may see what, and that nothing of it can do harm. */
import { readdirSync, readlinkSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import {
  commitFile,
  createPendingFile,
  releaseFile,
  type StoredFile,
  signedFileAddress,
} from '../../features/files/files.server.ts'
import { filePages } from './file-pages.server.ts'

type Facts = { kind?: StoredFile['kind']; type?: string; fileName?: string; names?: string[]; isPublic?: boolean }

const FILM = Buffer.alloc(300_000, 'film معهد')
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'"

describe('a file that somebody sent', () => {
  let app: TestApp
  let ownerId: number
  let fileCount = 0
  const lines: string[] = []
  /** What the rule of posts says. */
  let isShown = true
  beforeAll(async () => {
    app = await startTestApp({ env: { LOG_LEVEL: 'trace' }, logTo: { write: (line) => lines.push(line) } })
    ownerId = (await learner(app.db)).id
  })
  afterAll(() => app.stop())

  async function file({ names = ['film.mp4'], ...facts }: Facts = {}, bytes: Uint8Array = FILM) {
    fileCount += 1
    const folder = `files/${fileCount}`
    const about = { kind: 'video' as const, type: 'video/mp4', fileName: 'فيلم.mp4', isPublic: false, ...facts }
    const stored = names.map((name) => `${folder}/${name}`)
    const id = await createPendingFile(app.services, {
      purpose: 'post',
      size: bytes.length,
      ownerId,
      ...about,
      names: stored,
    })
    for (const name of stored) await app.services.storage.put(name, bytes)
    await commitFile(app.db, id, ownerId)
    return id
  }

  const sign = (id: string, name: string, seconds = 60) => signedFileAddress(app.services, id, name, seconds)
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(app.address + path, { headers, method, redirect: 'manual' })
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

  it('opens at its signed address, as a whole, and is kept by nobody in between', async () => {
    const id = await file()
    const answer = await get(sign(id, 'film.mp4'))
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(FILM.length)])
    expect((await bytesOf(answer)).equals(FILM)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-site',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
    })
    expect(answer.headers.has('set-cookie')).toBe(false)
    expect(answer.headers.has('content-disposition')).toBe(false)
  })

  it('comes in parts, as players ask for them', async () => {
    const address = sign(await file(), 'film.mp4')
    const head = await get(address, {}, 'HEAD')
    const etag = head.headers.get('etag')!
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(FILM.length), ''])
    const parts: [Record<string, string>, number, string | null, Buffer | undefined][] = [
      [{ Range: 'bytes=0-99' }, 206, `bytes 0-99/${FILM.length}`, FILM.subarray(0, 100)],
      [{ Range: 'bytes=299990-' }, 206, `bytes 299990-299999/${FILM.length}`, FILM.subarray(299_990)],
      [{ Range: 'bytes=-5' }, 206, `bytes 299995-299999/${FILM.length}`, FILM.subarray(-5)],
      [{ Range: 'bytes=300000-' }, 416, `bytes */${FILM.length}`, undefined],
      [{ Range: 'bytes=0-1,5-6' }, 200, null, FILM],
      [{ Range: 'bytes=0-99', 'If-Range': etag }, 206, `bytes 0-99/${FILM.length}`, FILM.subarray(0, 100)],
      [{ Range: 'bytes=0-99', 'If-Range': '"another"' }, 200, null, FILM],
      [{ Range: 'bytes=0-99', 'If-Range': new Date().toUTCString() }, 200, null, FILM],
      [{ 'If-None-Match': etag }, 304, null, undefined],
      [{ 'If-None-Match': `"x", W/${etag}` }, 304, null, undefined],
      [{ 'If-None-Match': '"x"' }, 200, null, FILM],
    ]
    for (const [headers, status, range, bytes] of parts) {
      const answer = await get(address, headers)
      const description = JSON.stringify(headers)
      expect([answer.status, answer.headers.get('content-range')], description).toEqual([status, range])
      const received = await bytesOf(answer)
      if (bytes) expect(received.equals(bytes), description).toBe(true)
      else expect(received.length, description).toBe(0)
    }
  })

  it('does not open at an address that was changed, was never signed, or is another file’s', async () => {
    const id = await file()
    const other = await file()
    const address = new URL(sign(id, 'film.mp4'), app.address)
    const { until, key } = Object.fromEntries(address.searchParams) as { until: string; key: string }
    const flipped = `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`
    for (const path of [
      `/files/${id}/film.mp4`,
      `/files/${id}/film.mp4?until=${until}`,
      `/files/${id}/film.mp4?key=${key}`,
      `/files/${id}/film.mp4?until=${Number(until) + 1}&key=${key}`,
      `/files/${id}/film.mp4?until=${until}&key=${flipped}`,
      `/files/${id}/film.mp4?until=${until}&key=${key}A`,
      `/files/${id}/film.mp4?until=${until}&key=`,
      `/files/${id}/film.mp4?until=NaN&key=${key}`,
      `/files/${id}/${encodeURIComponent('فيلم.mp4')}?until=${until}&key=${key}`,
      `/files/${other}/film.mp4?until=${until}&key=${key}`,
      sign(id, 'none.mp4'),
      sign(id, '../1/film.mp4'),
      sign(crypto.randomUUID(), 'film.mp4'),
      sign('no-id', 'film.mp4'),
      `/files/${id}/%ff?until=${until}&key=${key}`,
    ]) {
      expect((await get(path)).status, path).toBe(404)
    }
  })

  it('closes when its address expires, and says so in both languages', async () => {
    const id = await file()
    const address = sign(id, 'film.mp4', -1)
    const answer = await get(address, { 'Accept-Language': 'en' })
    const page = await answer.text()
    expect(answer.status).toBe(410)
    expect(page).toContain('<html lang="en" dir="ltr">')
    expect(page).toContain('This link has expired')
    expect(page).toContain('انتهت صلاحية هذا الرابط')
    expect(await (await get(address)).text()).toContain('<html lang="ar" dir="rtl">')
  })

  it('is gone as soon as nothing uses it', async () => {
    const id = await file()
    await releaseFile(app.db, id)
    expect((await get(sign(id, 'film.mp4'))).status).toBe(404)
  })

  it.each([
    ['application/pdf', 'application/pdf', 'تقرير (نهائي) 100%.pdf'],
    ['application/zip', 'application/zip', 'a"b\\c.zip'],
    ['text/html', 'application/octet-stream', 'page.html'],
    ['image/svg+xml', 'application/octet-stream', 'drawing.svg'],
    ['application/xhtml+xml', 'application/octet-stream', 'page.xhtml'],
    ['text/javascript', 'application/octet-stream', 'run.js'],
  ])('is downloaded when browsers could run something in it: %s', async (type, sentAs, fileName) => {
    const id = await file(
      { kind: 'file', type, fileName, names: ['original'] },
      Buffer.from('<script>alert(1)</script>'),
    )
    const answer = await get(sign(id, fileName))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(sentAs)
    expect(answer.headers.get('content-security-policy')).toBe(SANDBOX)
    const words = answer.headers.get('content-disposition')!
    expect(words).toMatch(/^attachment; filename="[ -!#-[\]-~]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/)
    expect(decodeURIComponent(words.split("filename*=UTF-8''")[1]!)).toBe(fileName)
  })

  it('never shows a drawing in place, whatever its name in storage says', async () => {
    const id = await file({ kind: 'image', type: 'image/png', names: ['a.svg'] }, Buffer.from('<svg/>'))
    const answer = await get(sign(id, 'a.svg'))
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  })

  it('that is public is open while its purpose’s rule says so', async () => {
    const pages = filePages(app.services, { post: async () => isShown })
    const status = async (path: string, from = pages) => {
      const answer = await from.request(path)
      await answer.body?.cancel()
      return answer.status
    }
    const facts: Facts = { kind: 'image', type: 'image/webp', names: ['480.webp', '960.avif'] }
    const open = await file({ ...facts, isPublic: true })
    const closed = await file(facts)
    const answer = await pages.request(`/files/${open}/960.avif`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=300',
    })
    expect((await buffer(answer.body!)).equals(FILM)).toBe(true)
    expect(await status(`/files/${closed}/960.avif`)).toBe(404)
    expect(await status(`/files/${open}/${encodeURIComponent('فيلم.mp4')}`)).toBe(404)
    expect(await status(`/files/${open}/480.webp`, filePages(app.services, {}))).toBe(404)
    isShown = false
    expect(await status(`/files/${open}/480.webp`)).toBe(404)
    expect(await status(sign(open, '480.webp'))).toBe(200)
  })

  it('is handed over to storage that can hand out by itself, when it is a download', async () => {
    const signed: unknown[] = []
    const signedAddress = async (name: string, about: object) => {
      signed.push([name.split('/').at(-1), about])
      return 'https://storage.example/a?signature=1'
    }
    const services = { ...app.services, storage: { ...app.services.storage, signedAddress } }
    const pages = filePages(services, {})
    const document = await file({ kind: 'file', type: 'application/pdf', fileName: 'سيرة.pdf', names: ['original'] })
    const answer = await pages.request(sign(document, 'سيرة.pdf'))
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
      302,
      'https://storage.example/a?signature=1',
      'private, no-store',
    ])
    expect(signed).toEqual([['original', { seconds: 60, type: 'application/pdf', fileName: 'سيرة.pdf' }]])
    const film = await pages.request(sign(await file(), 'film.mp4'))
    expect(film.status).toBe(200)
    await film.body?.cancel()
  })

  it('does not stay open when its reader goes away', async () => {
    const id = await file({}, Buffer.alloc(30_000_000))
    const path = `/proc/${process.pid}/fd`
    const open = () =>
      readdirSync(path).filter((fd) => {
        try {
          return readlinkSync(`${path}/${fd}`).includes(`/files/${fileCount}/`)
        } catch {
          return false
        }
      }).length
    const asking = httpRequest(app.address + sign(id, 'film.mp4'))
    asking.end()
    await new Promise((resolve) => asking.on('response', (answer) => answer.once('data', resolve)))
    expect(open()).toBe(1)
    asking.destroy()
    await expect.poll(open).toBe(0)
  })

  it('leaves no key of its address in the log, not even when storage fails', async () => {
    const id = await file()
    const address = sign(id, 'film.mp4')
    const { storage } = app.services
    const { open } = storage
    storage.open = () => Promise.reject(new Error('storage is away'))
    const answer = await get(address)
    storage.open = open
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('الموقع غير متاح مؤقتًا')
    const log = lines.join('\n')
    expect(log).toContain(`/files/${id}/film.mp4`)
    expect(log).not.toContain(new URL(address, app.address).searchParams.get('key'))
  })
})
