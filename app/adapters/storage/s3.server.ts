/** Files in a bucket of Amazon S3 or of a compatible service. */

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { attachment } from '../../platform/content-disposition.ts'
import type { S3Settings } from '../../platform/settings/storage-settings.server.ts'
import { type FileContent, type OpenFile, SizeMismatch, type StoragePort } from './port.ts'

/** The size of an upload part, and the memory per file. S3 wants at least 5 MiB, at most 10,000 parts. */
const PART = 8 * MEGABYTE
const TRIES = 4
const CONNECT_MS = 3_000
/** A socket without traffic for this long is closed. */
const SILENT_MS = 30_000
const READY_MS = 2_000

export function s3Storage(settings: S3Settings): StoragePort {
  const { bucket: Bucket } = settings
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    // Not every S3-compatible service supports the newer checksums; the signature covers the content in any case.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    name: 's3',
    put: (Key, content, about = {}) => put(client, { Bucket, Key, ContentType: about.type }, content, about.size),
    get: (Key) =>
      unlessMissing(async () =>
        (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToByteArray(),
      ),
    open: (Key, part) =>
      unlessMissing(async () => {
        const Range = part && `bytes=${part.first}-${part.last}`
        const { Body, ContentLength, ContentRange } = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
        const size = Number(ContentRange?.split('/')[1] ?? ContentLength)
        return { stream: Body!.transformToWebStream() as OpenFile['stream'], size }
      }),
    sizeOf: (Key) =>
      unlessMissing(async () => (await client.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength),
    remove: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    list: (prefix) => list(client, Bucket, prefix),
    signedAddress: (Key, { seconds, type, fileName }) => {
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: type,
        ResponseContentDisposition: fileName === undefined ? 'inline' : attachment(fileName),
        ResponseCacheControl: 'private, no-store',
      })
      return getSignedUrl(client, command, { expiresIn: seconds })
    },
    refusal: () => refusalOf(client, Bucket),
    tidy: (before) => abortOldUploads(client, Bucket, before),
    ready: async () => {
      try {
        await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(READY_MS) })
        return true
      } catch {
        return false
      }
    },
  }
}

/** A service that does not answer may answer later; what it refuses now, it will always refuse. */
async function refusalOf(client: S3Client, Bucket: string): Promise<string | undefined> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(READY_MS) })
    return undefined
  } catch (error) {
    return REFUSALS[(error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0]?.(Bucket)
  }
}

const REFUSALS: Record<number, (bucket: string) => string> = {
  301: (bucket) => `STORAGE_S3_REGION: the bucket ${bucket} is in another region`,
  400: (bucket) => `STORAGE_S3_REGION or STORAGE_S3_ACCESS_KEY_ID: the bucket ${bucket} refuses them`,
  403: (bucket) => `STORAGE_S3_ACCESS_KEY_ID: this key may not use the bucket ${bucket}`,
  404: (bucket) => `STORAGE_S3_BUCKET: there is no bucket ${bucket}`,
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const { name } = error as Error
    if (name === 'NoSuchKey' || name === 'NotFound') return undefined
    throw error
  }
}

type Target = { Bucket: string; Key: string; ContentType?: string | undefined }

/** In one request when it fits, otherwise as a multipart upload. */
async function put(client: S3Client, target: Target, content: FileContent, size?: number): Promise<void> {
  let came = 0
  const checked = () => {
    if (size !== undefined && came !== size) throw new SizeMismatch(target.Key, size, came)
  }
  const parts = inParts(content instanceof Uint8Array ? [content] : content)
  const first: Uint8Array = (await parts.next()).value ?? new Uint8Array()
  came = first.length
  if (came < PART) {
    checked()
    await client.send(new PutObjectCommand({ ...target, Body: first }))
    return
  }
  const { Bucket, Key } = target
  let upload: { Bucket: string; Key: string; UploadId: string } | undefined
  try {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
    const begun = { Bucket, Key, UploadId: UploadId! }
    upload = begun
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    const send = async (Body: Uint8Array) => {
      const PartNumber = Parts.length + 1
      const { ETag } = await client.send(new UploadPartCommand({ ...begun, PartNumber, Body }))
      Parts.push({ ETag, PartNumber })
    }
    await send(first)
    for await (const part of parts) {
      came += part.length
      await send(part)
    }
    checked()
    await client.send(new CompleteMultipartUploadCommand({ ...begun, MultipartUpload: { Parts } }))
  } catch (error) {
    await parts.return(undefined)
    // If aborting fails, the scheduled sweep removes the parts.
    if (upload) await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

/** The same bytes in chunks of one size; the buffer is reused for each. */
async function* inParts(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part: Buffer | undefined
  let filled = 0
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; ) {
      part ??= Buffer.allocUnsafeSlow(PART)
      const piece = chunk.subarray(from, from + PART - filled)
      part.set(piece, filled)
      filled += piece.length
      from += piece.length
      if (filled < PART) continue
      yield part
      filled = 0
    }
  }
  if (part && filled > 0) yield part.subarray(0, filled)
}

async function* list(client: S3Client, Bucket: string, Prefix: string) {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
    for (const { Key, Size, LastModified } of page.Contents ?? [])
      yield { name: Key!, size: Size ?? 0, changedAt: LastModified ?? new Date(0) }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

async function abortOldUploads(client: S3Client, Bucket: string, before: Date): Promise<void> {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (marker) {
    const page: Awaited<ReturnType<typeof uploads>> = await uploads(marker)
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && Initiated < before)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key: Key!, UploadId: UploadId! }))
    marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
  }
  function uploads(from: object) {
    return client.send(new ListMultipartUploadsCommand({ Bucket, ...from }))
  }
}
