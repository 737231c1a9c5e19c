/** The behaviour of every storage, on disk and in S3. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTurn, longIt } from '../../../tests/support/long.ts'
import { S3_KEYS, type S3Server, startS3 } from '../../../tests/support/s3-server.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { readSettings, type SettingsError } from '../../platform/settings.server.ts'
import { storageFor } from './choose.server.ts'
import type { StoragePort } from './port.ts'

const UNIT = Buffer.from(Array.from({ length: 251 }, (_, at) => at))
const folder = mkdtempSync(join(tmpdir(), 'maahad-storage-'))
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

const s3Environment = () => ({
  STORAGE: 's3',
  STORAGE_S3_ENDPOINT: s3.endpoint,
  STORAGE_S3_REGION: S3_KEYS.region,
  STORAGE_S3_BUCKET: S3_KEYS.bucket,
  STORAGE_S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
  STORAGE_S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  STORAGE_S3_PATH_STYLE: '1',
})
const storageOf = (env: Record<string, string>) =>
  storageFor(readSettings({ DATA_DIR: folder, MAAHAD_DEMO: '1', ...env }))

const PLACES = [
  {
    kind: 'disk',
    make: () => storageOf({}),
    /** The partial files. */
    halves: () =>
      existsSync(join(folder, 'storage', '.halves')) ? readdirSync(join(folder, 'storage', '.halves')) : [],
  },
  { kind: 's3', make: () => storageOf(s3Environment()), halves: () => [...s3.uploads.keys()] },
]

describe.each(PLACES)('storage: $kind', ({ kind, make, halves }) => {
  let storage: StoragePort
  beforeAll(async () => {
    storage = await make()
  })
  afterEach(async () => {
    for (const { name } of await all('')) await storage.remove(name)
  })

  async function all(prefix: string) {
    const files: { name: string; size: number; changedAt: Date }[] = []
    for await (const file of storage.list(prefix)) files.push(file)
    return files.sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  const names = async (prefix = '') => (await all(prefix)).map(({ name }) => name)
  async function read(name: string, part?: { first: number; last: number }) {
    const opened = await storage.open(name, part)
    if (!opened) return undefined
    const chunks: Uint8Array[] = []
    for await (const chunk of opened.stream) chunks.push(chunk)
    return { bytes: Buffer.concat(chunks), size: opened.size }
  }
  /** Non-repeating content in chunks that do not align with parts. */
  async function* pieces(size: number, breaksAt = Number.POSITIVE_INFINITY) {
    for (let from = 0; from < size; from += 700_001) {
      if (from >= breaksAt) throw new Error('the sender went away')
      yield bytesAt(from, Math.min(700_001, size - from))
    }
  }
  const bytesAt = (from: number, length: number) => {
    const start = from % UNIT.length
    return Buffer.alloc(start + length, UNIT).subarray(start)
  }

  it('is there', async () => {
    expect([storage.name, await storage.ready()]).toEqual([kind, true])
  })

  it.each([
    ['nothing', 0],
    ['a few bytes', 5],
    ['a whole part', 8 * MEGABYTE],
    ['several parts', 17 * MEGABYTE + 3],
  ])('returns the content that was stored: %s', async (_name, size) => {
    const bytes = bytesAt(0, size)
    await storage.put('files/a/at-once', bytes, { type: 'video/mp4', size })
    await storage.put('files/a/in-pieces', pieces(size), { size })
    for (const name of ['files/a/at-once', 'files/a/in-pieces']) {
      expect(Buffer.compare((await storage.get(name))!, bytes)).toBe(0)
      expect(await storage.sizeOf(name)).toBe(size)
      const opened = await read(name)
      expect([opened!.size, Buffer.compare(opened!.bytes, bytes)]).toEqual([size, 0])
    }
    expect(halves()).toEqual([])
  })

  it('returns any range of a file with the size of the complete file', async () => {
    await storage.put('files/film.mp4', bytesAt(0, 10_000))
    for (const [first, last] of [
      [0, 0],
      [100, 199],
      [9_000, 9_999],
      [0, 9_999],
    ] as const) {
      const part = await read('files/film.mp4', { first, last })
      expect([part!.size, Buffer.compare(part!.bytes, bytesAt(first, last - first + 1))]).toEqual([10_000, 0])
    }
  })

  it('accepts any valid name, including Arabic letters and symbols', async () => {
    const name = "files/ملف 1/a+b (1)'*!&=%20.pdf"
    await storage.put(name, Buffer.from('a'))
    expect(await names('files/ملف 1/')).toEqual([name])
    expect(await storage.sizeOf(name)).toBe(1)
    await storage.remove(name)
    expect(await names()).toEqual([])
  })

  it('replaces a file atomically', async () => {
    await storage.put('files/a', bytesAt(0, 1000))
    await storage.put('files/a', Buffer.from('b'))
    expect(Buffer.from((await storage.get('files/a'))!).toString()).toBe('b')
  })

  it('returns undefined for a missing file', async () => {
    await storage.put('files/a/b', Buffer.from('b'))
    for (const name of ['files/none', 'files/a/b/c', 'files/a', 'none/at/all']) {
      expect(await storage.get(name), name).toBeUndefined()
      expect(await storage.open(name), name).toBeUndefined()
      expect(await storage.open(name, { first: 0, last: 1 }), name).toBeUndefined()
      expect(await storage.sizeOf(name), name).toBeUndefined()
    }
    await storage.remove('files/none')
  })

  it.each([
    ['before anything came', 3, 0],
    ['in the first part', 3 * MEGABYTE, MEGABYTE],
    ['after several parts', 12 * MEGABYTE, 10 * MEGABYTE],
  ])('stores nothing when the content breaks off %s', async (_name, size, at) => {
    await expect(storage.put('files/broken', pieces(size, at))).rejects.toThrow('the sender went away')
    expect([await names(), halves()]).toEqual([[], []])
  })

  it.each([3, 9 * MEGABYTE])('stores nothing when the size differs from the declared one: %i bytes', async (size) => {
    await expect(storage.put('files/other', pieces(size), { size: size + 1 })).rejects.toThrow('should have')
    expect([await names(), halves()]).toEqual([[], []])
  })

  it('keeps the existing file when its replacement breaks off', async () => {
    await storage.put('files/a', Buffer.from('whole'))
    await expect(storage.put('files/a', pieces(10 * MEGABYTE, 9 * MEGABYTE))).rejects.toThrow()
    expect(Buffer.from((await storage.get('files/a'))!).toString()).toBe('whole')
  })

  it('lists every file with a prefix over any number of pages, with size and time', async () => {
    const began = Date.now()
    const created = Array.from({ length: 8 }, (_, count) => `files/${count}/a`)
    for (const name of [...created, 'files-of-others/a', 'media/a']) await storage.put(name, Buffer.from('abc'))
    expect(await names('files/')).toEqual(created)
    expect(await names('files')).toEqual(['files-of-others/a', ...created])
    expect(await names('none/')).toEqual([])
    const [one] = await all('files/3/')
    expect(one?.size).toBe(3)
    expect(Math.abs(one!.changedAt.getTime() - began)).toBeLessThan(60_000)
  })

  it('stores and removes files concurrently without losing one', async () => {
    const work = Array.from({ length: 20 }, async (_, count) => {
      await storage.put(`files/same/${count}`, Buffer.from('a'))
      if (count % 2) await storage.remove(`files/same/${count}`)
    })
    await Promise.all(work)
    expect(await names('files/same/')).toHaveLength(10)
  })

  it('lets a reader cancel early', async () => {
    await storage.put('files/film', pieces(9 * MEGABYTE))
    const opened = (await storage.open('files/film'))!
    const reader = opened.stream.getReader()
    expect((await reader.read()).done).toBe(false)
    await reader.cancel()
    await storage.remove('files/film')
    expect(await names()).toEqual([])
  })

  it('removes the partial files of a crashed process, and not those of a running one', async () => {
    const working = Promise.withResolvers<void>()
    async function* slow() {
      yield* pieces(9 * MEGABYTE)
      await working.promise
      yield Buffer.from('end')
    }
    const put = storage.put('files/slow', slow())
    await expect.poll(halves).toHaveLength(1)
    await storage.tidy(new Date(Date.now() - 60_000))
    expect(halves()).toHaveLength(1)
    working.resolve()
    await put
    expect(await storage.sizeOf('files/slow')).toBe(9 * MEGABYTE + 3)
    leaveHalf()
    expect(halves()).toHaveLength(1)
    await storage.tidy(new Date(Date.now() - 60_000))
    expect(halves()).toEqual([])
  })

  /** What a crashed process left an hour ago. */
  function leaveHalf() {
    const then = new Date(Date.now() - HOUR_MS)
    if (kind === 's3')
      return void s3.uploads.set('dead', { key: 'files/dead', type: '', parts: new Map(), begunAt: then })
    const path = join(folder, 'storage', '.halves', 'dead')
    writeFileSync(path, 'half')
    utimesSync(path, then, then)
  }
})

describe('storage on a disk', () => {
  it('never leaves its folder', async () => {
    const storage = await storageOf({})
    for (const name of ['../a', 'files/../../a', '/../a', '']) {
      await expect(storage.put(name, Buffer.from('a')), name).rejects.toThrow('leaves its folder')
      await expect(storage.get(name), name).rejects.toThrow('leaves its folder')
    }
  })

  it('reports why it is not writable', async () => {
    const blocked = mkdtempSync(join(tmpdir(), 'maahad-blocked-'))
    const storage = await storageOf({ DATA_DIR: blocked })
    mkdirSync(join(blocked, 'storage'))
    writeFileSync(join(blocked, 'storage', '.halves'), 'a file stands where the folder should be')
    await expect(storage.put('files/a', Buffer.from('a'))).rejects.toMatchObject({ code: 'EEXIST' })
    expect(statSync(join(blocked, 'storage', '.halves')).isFile()).toBe(true)
    rmSync(blocked, { recursive: true })
  })
})

describe('storage in S3', () => {
  const address = (about: { fileName?: string; seconds?: number } = {}) =>
    storageOf(s3Environment()).then((storage) =>
      storage.signedAddress!('files/ملف', { seconds: 60, type: 'application/pdf', ...about }),
    )

  it('serves a file at a signed address, under the requested name', async () => {
    await (await storageOf(s3Environment())).put('files/ملف', Buffer.from('abc'))
    const answer = await fetch(await address({ fileName: 'سيرة ذاتية.pdf' }))
    expect([answer.status, await answer.text()]).toEqual([200, 'abc'])
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="____ _____.pdf"; filename*=UTF-8''${encodeURIComponent('سيرة ذاتية.pdf')}`,
    )
    expect((await fetch(await address())).headers.get('content-disposition')).toBe('inline')
  })

  it('refuses an address that was changed, has expired, or was not signed', async () => {
    const signed = await address()
    for (const changed of [
      signed.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
      signed.replace('application%2Fpdf', 'text%2Fhtml'),
      signed.replace(/(X-Amz-Signature=)./, '$1x'),
      signed.split('?')[0]!,
    ]) {
      expect(changed).not.toBe(signed)
      expect((await fetch(changed)).status, changed).toBe(403)
    }
    const short = await address({ seconds: 1 })
    await sleep(1_100)
    expect((await fetch(short)).status).toBe(403)
  })

  it('signs every request correctly with the secret', async () => {
    const wrong = await storageOf({ ...s3Environment(), STORAGE_S3_SECRET_ACCESS_KEY: 'another' })
    await expect(wrong.put('files/a', Buffer.from('a'))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    await expect(wrong.get('files/a')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    expect(await wrong.ready()).toBe(false)
    expect(await wrong.refusal!()).toContain('may not use the bucket maahad')
    expect(s3.objects.has('files/a')).toBe(false)
    const stranger = await storageOf({ ...s3Environment(), STORAGE_S3_ACCESS_KEY_ID: 'AKIAOTHER' })
    await expect(stranger.sizeOf('files/a')).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
    expect((await fetch(`${s3.endpoint}/${S3_KEYS.bucket}/files/a`, { method: 'PUT', body: 'a' })).status).toBe(403)
  })

  it('says that its bucket does not exist', async () => {
    const lost = await storageOf({ ...s3Environment(), STORAGE_S3_BUCKET: 'another' })
    expect(await lost.refusal!()).toBe('STORAGE_S3_BUCKET: there is no bucket another')
    expect(await (await storageOf(s3Environment())).refusal!()).toBeUndefined()
  })

  it.each(inTurn(['break', 2], [503, 1]))('retries after the response: %s', async (what, times) => {
    const storage = await storageOf(s3Environment())
    const bytes = Buffer.alloc(9 * MEGABYTE, 'a')
    for (const method of ['PUT', 'POST', 'GET', 'DELETE'])
      s3.faults.push({ at: (request) => request.method === method, times, what })
    await storage.put('files/large', bytes)
    await storage.put('files/small', Buffer.from('a'))
    expect(Buffer.compare((await storage.get('files/large'))!, bytes)).toBe(0)
    for (const name of ['files/large', 'files/small']) await storage.remove(name)
    expect(s3.faults.splice(0).map(({ times }) => times)).toEqual([0, 0, 0, 0])
    expect([s3.objects.has('files/large'), s3.uploads.size]).toEqual([false, 0])
  })

  longIt('stops retrying in the end, and stores nothing', async () => {
    const storage = await storageOf(s3Environment())
    s3.faults.push({ at: ({ url }) => url!.includes('partNumber=2'), times: 100, what: 503 })
    await expect(storage.put('files/large', Buffer.alloc(9 * MEGABYTE))).rejects.toMatchObject({ name: 'SlowDown' })
    s3.faults.length = 0
    expect([s3.objects.has('files/large'), s3.uploads.size]).toEqual([false, 0])
  })

  it('reports a broken connection to the reader', async () => {
    const storage = await storageOf(s3Environment())
    await storage.put('files/film', Buffer.alloc(MEGABYTE))
    s3.faults.push({ at: ({ method }) => method === 'GET', times: 1, what: 'breakAnswer' })
    const { stream } = (await storage.open('files/film'))!
    const reading = (async () => {
      for await (const _ of stream);
    })()
    await expect(reading).rejects.toThrow()
    await storage.remove('files/film')
  })

  it('is not ready while the service does not respond', async () => {
    const away = await storageOf({ ...s3Environment(), STORAGE_S3_ENDPOINT: 'http://127.0.0.1:9' })
    expect([await away.ready(), await away.refusal!()]).toEqual([false, undefined])
    await expect(away.get('files/a')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

describe('the settings of storage', () => {
  it('prevent a start with incomplete S3 settings', () => {
    const lines = (env: Record<string, string>) => {
      try {
        readSettings({ DATA_DIR: folder, MAAHAD_DEMO: '1', ...env })
        return []
      } catch (error) {
        return (error as SettingsError).lines
      }
    }
    expect(lines({ STORAGE: 's3' })).toEqual([
      'STORAGE_S3_REGION: needed when STORAGE is s3',
      'STORAGE_S3_BUCKET: needed when STORAGE is s3',
      'STORAGE_S3_ACCESS_KEY_ID: needed when STORAGE is s3',
      'STORAGE_S3_SECRET_ACCESS_KEY: needed when STORAGE is s3',
    ])
    expect(lines({ ...s3Environment(), STORAGE_S3_BUCKET: 'Not A Bucket' })).toHaveLength(1)
    expect(lines({ STORAGE: 'cloud' })).toHaveLength(1)
    expect(lines(s3Environment())).toEqual([])
  })

  it('name S3 by the host or by the path', async () => {
    const storage = await storageOf({
      ...s3Environment(),
      STORAGE_S3_PATH_STYLE: '0',
      STORAGE_S3_ENDPOINT: 'https://s3.example',
    })
    const address = await storage.signedAddress!('files/a', { seconds: 60, type: 'image/png' })
    expect(address).toMatch(/^https:\/\/maahad\.s3\.example\/files\/a\?/)
  })
})
