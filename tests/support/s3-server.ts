/**
 * An in-memory S3 service for the calls that we use, according to Amazon's S3 API Reference. Every request must have a
 * valid Signature Version 4 in its headers or its query.
 */

import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { escapeMarkup } from '../../app/html/escape.ts'
import { MEGABYTE } from '../../app/platform/byte-sizes.ts'

type Stored = { bytes: Buffer; type: string | undefined; changedAt: Date }
type Upload = { key: string; type: string | undefined; parts: Map<number, Buffer>; begunAt: Date }
/** A fault of the next requests: a wrong response, or a broken connection. */
export type Fault = { at: (request: IncomingMessage) => boolean; times: number; what: 503 | 'break' | 'breakAnswer' }

export const S3_KEYS = {
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'secret/of+tests',
  region: 'me-south-1',
  bucket: 'maahad',
}

/** The number of names in one page of a list. */
const PAGE = 3
const SMALLEST_PART = 5 * MEGABYTE

export type S3Server = Awaited<ReturnType<typeof startS3>>

export async function startS3() {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Upload>()
  const faults: Fault[] = []
  const state = { objects, uploads }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, `http://${request.headers.host}`)
    const fault = faults.find(({ at, times }) => times > 0 && at(request))
    if (fault) fault.times -= 1
    if (fault?.what === 'break') return request.socket.destroy()
    const body = await buffer(request).catch(() => undefined)
    if (!body) return response.destroy()
    if (fault?.what === 503) return fail(response, 503, 'SlowDown')
    const refused = signatureProblem(request, url, body)
    if (refused) return fail(response, 403, refused)
    const [, bucket, ...path] = url.pathname.split('/').map(decodeURIComponent)
    if (bucket !== S3_KEYS.bucket) return fail(response, 404, 'NoSuchBucket')
    return answer(state, request, response, { key: path.join('/'), query: url.searchParams, body }, fault)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    endpoint,
    objects,
    uploads,
    faults,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Call = { key: string; query: URLSearchParams; body: Buffer }

function answer(
  { objects, uploads }: { objects: Map<string, Stored>; uploads: Map<string, Upload> },
  request: IncomingMessage,
  response: ServerResponse,
  { key, query, body }: Call,
  fault: Fault | undefined,
): ServerResponse {
  const { method, headers } = request
  const type = headers['content-type']
  const uploadId = query.get('uploadId') ?? ''
  const upload = uploads.get(uploadId)
  const xml = (inner: string) =>
    send(response, 200, { 'Content-Type': 'application/xml' }, `<?xml version="1.0"?>${inner}`)
  if (key === '') {
    if (method === 'HEAD') return send(response, 200, {})
    if (query.has('uploads')) return xml(uploadList(uploads))
    return xml(objectList(objects, query))
  }
  if (query.has('uploadId') && !upload) return fail(response, 404, 'NoSuchUpload')
  if (method === 'POST' && query.has('uploads')) {
    const id = randomUUID()
    uploads.set(id, { key, type, parts: new Map(), begunAt: new Date() })
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  if (method === 'PUT' && upload) {
    upload.parts.set(Number(query.get('partNumber')), body)
    return send(response, 200, { ETag: etagOf(body) })
  }
  if (method === 'POST' && upload) {
    const named = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }))
    const parts = named.map(({ number }) => upload.parts.get(number))
    if (named.some(({ etag }, place) => !parts[place] || etag !== etagOf(parts[place])))
      return fail(response, 400, 'InvalidPart')
    if (parts.slice(0, -1).some((part) => part!.length < SMALLEST_PART)) return fail(response, 400, 'EntityTooSmall')
    uploads.delete(uploadId)
    objects.set(key, { bytes: Buffer.concat(parts as Buffer[]), type: upload.type, changedAt: new Date() })
    return xml(`<CompleteMultipartUploadResult><Key>${escapeMarkup(key)}</Key></CompleteMultipartUploadResult>`)
  }
  if (method === 'DELETE') {
    if (upload) uploads.delete(uploadId)
    else objects.delete(key)
    return send(response, 204, {})
  }
  if (method === 'PUT') {
    objects.set(key, { bytes: body, type, changedAt: new Date() })
    return send(response, 200, { ETag: etagOf(body) })
  }
  return give(objects.get(key), request, response, query, fault)
}

function give(
  stored: Stored | undefined,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  fault: Fault | undefined,
): ServerResponse {
  if (!stored) return method === 'HEAD' ? send(response, 404, {}) : fail(response, 404, 'NoSuchKey')
  const { bytes, type, changedAt } = stored
  const responseHeaders: Record<string, string> = { ETag: etagOf(bytes), 'Last-Modified': changedAt.toUTCString() }
  responseHeaders['Content-Type'] = query.get('response-content-type') ?? type ?? 'binary/octet-stream'
  for (const name of ['content-disposition', 'cache-control'])
    if (query.has(`response-${name}`)) responseHeaders[name] = query.get(`response-${name}`)!
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
  if (range && Number(range[1]) >= bytes.length) return fail(response, 416, 'InvalidRange')
  const part = range ? bytes.subarray(Number(range[1]), Number(range[2]) + 1) : bytes
  if (range)
    responseHeaders['Content-Range'] = `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${bytes.length}`
  responseHeaders['Content-Length'] = String(part.length)
  if (fault?.what === 'breakAnswer') {
    response.writeHead(200, responseHeaders)
    response.write(part.subarray(0, part.length / 2), () => response.socket?.destroy())
    return response
  }
  return send(response, range ? 206 : 200, responseHeaders, method === 'HEAD' ? undefined : part)
}

function objectList(objects: Map<string, Stored>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
  const page = names.slice(0, PAGE)
  const more = names.length > PAGE
  const contents = page.map((name) => {
    const { bytes, changedAt } = objects.get(name)!
    return `<Contents><Key>${escapeMarkup(name)}</Key><Size>${bytes.length}</Size><LastModified>${changedAt.toISOString()}</LastModified></Contents>`
  })
  const next = more ? `<NextContinuationToken>${escapeMarkup(page.at(-1)!)}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

function uploadList(uploads: Map<string, Upload>): string {
  const all = [...uploads].map(
    ([id, { key, begunAt }]) =>
      `<Upload><Key>${escapeMarkup(key)}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
  )
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${all.join('')}</ListMultipartUploadsResult>`
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
function send(response: ServerResponse, status: number, headers: Record<string, string>, body?: string | Buffer) {
  return response.writeHead(status, headers).end(body)
}

function fail(response: ServerResponse, status: number, code: string) {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  return send(response, status, { 'Content-Type': 'application/xml' }, body)
}

/** Source: "Signature Version 4 signing process", for headers and for query parameters. */
function signatureProblem(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const inAddress = url.searchParams.get('X-Amz-Algorithm')
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  const [credential, signedHeaders, signature] = inAddress
    ? ['Credential', 'SignedHeaders', 'Signature'].map((name) => url.searchParams.get(`X-Amz-${name}`))
    : (header?.slice(1) ?? [])
  if (!credential || !signedHeaders || !signature) return 'AccessDenied'
  const date = inAddress ? url.searchParams.get('X-Amz-Date')! : String(request.headers['x-amz-date'])
  const [keyId, day, region, service, last] = credential.split('/')
  if (keyId !== S3_KEYS.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== S3_KEYS.region || service !== 's3' || last !== 'aws4_request' || !date.startsWith(day!))
    return 'AuthorizationHeaderMalformed'
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const lasts = inAddress ? Number(url.searchParams.get('X-Amz-Expires')) : 15 * 60
  if (!(Date.now() < at + lasts * 1000)) return 'AccessDenied'
  const hash = inAddress ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256'])
  if (!inAddress && hash !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
  const names = signedHeaders.split(';')
  if (!names.includes('host')) return 'AccessDenied'
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    hash,
  ].join('\n')
  const scope = [day, region, service, last].join('/')
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  let key: Buffer | string = `AWS4${S3_KEYS.secretAccessKey}`
  for (const word of [day!, region, service, last]) key = createHmac('sha256', key).update(word).digest()
  return createHmac('sha256', key).update(toSign).digest('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
