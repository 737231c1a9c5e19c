/** The product with its files in an S3 bucket: same responses as from disk, clear errors when S3 is unavailable. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commitFile, createPendingFile, signedFileAddress } from '../app/features/files/files.server.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { learner } from './support/factories.ts'
import { S3_KEYS, type S3Server, startS3 } from './support/s3-server.ts'

const FILM = Buffer.alloc(9_000_000, 'film معهد')

let s3: S3Server
let app: TestApp
beforeAll(async () => {
  s3 = await startS3()
  app = await startTestApp({
    env: {
      STORAGE: 's3',
      STORAGE_S3_ENDPOINT: s3.endpoint,
      STORAGE_S3_REGION: S3_KEYS.region,
      STORAGE_S3_BUCKET: S3_KEYS.bucket,
      STORAGE_S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      STORAGE_S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
      STORAGE_S3_PATH_STYLE: '1',
      LOG_LEVEL: 'silent',
    },
  })
})
afterAll(async () => {
  await app.stop()
  await s3.stop()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.address + path, { headers, method, redirect: 'manual' })

it('serves the films of the content, completely and in ranges', async () => {
  await app.services.storage.put('media/abc/film.mp4', FILM)
  const path = '/media/abc/film.mp4'
  const whole = await get(path)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(FILM.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
  })
  expect(Buffer.from(await whole.arrayBuffer()).equals(FILM)).toBe(true)
  const part = await get(path, { Range: 'bytes=8999990-' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 8999990-8999999/9000000'])
  expect(Buffer.from(await part.arrayBuffer()).equals(FILM.subarray(-10))).toBe(true)
  expect((await get(path, { Range: 'bytes=9000000-' })).status).toBe(416)
  expect((await get(path, { 'If-None-Match': whole.headers.get('etag')! })).status).toBe(304)
  expect((await get(path, {}, 'HEAD')).headers.get('content-length')).toBe('9000000')
  for (const none of ['/media/abc/none.mp4', '/media/abc/film.exe', '/media/a%2Fb/film.mp4'])
    expect((await get(none)).status, none).toBe(404)
})

it('redirects permitted downloads to the bucket with a URL that is valid for a minute', async () => {
  const { id: ownerId } = await learner(app.db)
  const names = ['files/cv/original']
  const file = { purpose: 'cv', kind: 'file', type: 'application/pdf', size: 8, isPublic: false } as const
  const id = await createPendingFile(app.services, { ...file, ownerId, fileName: 'سيرة.pdf', names })
  await app.services.storage.put(names[0]!, Buffer.from('%PDF-1.7'))
  await commitFile(app.db, id, ownerId)
  const answer = await get(signedFileAddress(app.services, id, 'سيرة.pdf', 60))
  expect(answer.status).toBe(302)
  const address = answer.headers.get('location')!
  expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('60')
  const handedOut = await fetch(address)
  expect([handedOut.status, await handedOut.text()]).toEqual([200, '%PDF-1.7'])
  expect(handedOut.headers.get('content-disposition')).toContain(encodeURIComponent('سيرة.pdf'))
})

it('reports to monitoring and to visitors when the bucket is unavailable', async () => {
  expect((await get('/readyz')).status).toBe(200)
  s3.faults.push({ at: () => true, times: 1000, what: 'break' })
  const readiness = await get('/readyz')
  expect([readiness.status, await readiness.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'degraded', checks: expect.objectContaining({ storage: 'unavailable' }) }),
  ])
  expect((await get('/media/abc/film.mp4')).status).toBe(503)
  expect((await get('/healthz')).status).toBe(200)
  s3.faults.length = 0
  expect((await get('/readyz')).status).toBe(200)
  expect((await get('/media/abc/film.mp4', {}, 'HEAD')).status).toBe(200)
})
