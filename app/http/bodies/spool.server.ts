/** Uploaded files: written to a temporary folder while they arrive, so that none of them is held in memory. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { isProblem, Problem } from '../../api/problem.ts'
import type { SentFile } from '../../api/sent-file.ts'
import { rangeOf } from '../../platform/limits/ip-range.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { cleanFileName } from '../files/file-name.ts'
import { bodyType } from '../request.server.ts'
import {
  announcedBytes,
  MAX_SMALL_BYTES,
  MIN_UPLOAD_RATE,
  REQUEST_TIMEOUT_MS,
  refuseAnnounced,
  type StreamLimits,
  streamBody,
  type UploadRate,
} from './body-stream.server.ts'
import { IN_MEMORY, ON_DISK } from './receiving.server.ts'

export type SpooledFile = SentFile

export type Uploads = {
  /** The text fields only. */
  form: FormData
  /** By field name; a field that was left empty has none. */
  files: Map<string, SpooledFile>
} & AsyncDisposable

export type Limits = {
  /** Of each file. */
  maxBytes: number
  minRate?: UploadRate
}
/** @property ip the sender's address */
export type Spooling = { settings: Pick<Settings, 'dataDir'>; log: Log; ip?: string }

const HEAD_BYTES = 4100
/** Of all text fields of a form together. */
const MAX_TEXT_BYTES = 1_000_000
const MAX_TEXT_FIELDS = 200
const MAX_DISCARDED_BYTES = 25_000_000

const folderOf = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'incoming')

/**
 * Reads a form with files while it arrives. Use with `await using`: the files are removed when it is disposed of.
 * @param fields the fields that take a file, one each
 * @throws Problem unsupportedType, malformedBody (also when the sender goes away), tooLarge, uploadTooSlow, storageDown,
 * busy
 */
export async function spoolForm(
  request: Request,
  { maxBytes, fields, minRate = MIN_UPLOAD_RATE }: Limits & { fields: readonly string[] },
  spooling: Spooling,
): Promise<Uploads> {
  if (bodyType(request.headers) !== 'multipart/form-data') throw new Problem('unsupportedType')
  const bodyLimits = { maxBytes: maxBytes * fields.length + MAX_SMALL_BYTES, minRate }
  refuseAnnounced(request, bodyLimits.maxBytes)
  return inFolder(spooling, announcedBytes(request) ?? bodyLimits.maxBytes, async (folder) =>
    parse(request, folder, { maxBytes, fields, bodyLimits }),
  )
}

/** Reads a body that is one file, whose name stands percent-encoded in `X-File-Name`. Otherwise as `spoolForm`. */
export async function spoolBody(
  request: Request,
  { maxBytes, minRate = MIN_UPLOAD_RATE }: Limits,
  spooling: Spooling,
): Promise<SpooledFile & AsyncDisposable> {
  refuseAnnounced(request, maxBytes)
  return inFolder(spooling, announcedBytes(request) ?? maxBytes, async (folder) => {
    const incoming = streamBody(request, { maxBytes, minRate })
    return spool(join(folder, '0'), incoming, fileNameIn(request.headers), maxBytes)
  })
}

/** Reads a body that is not used, within limits: a browser reads the answer only after it has sent everything. @throws Problem busy */
export async function discardBody(request: Request, ip?: string): Promise<void> {
  const end = IN_MEMORY.begin(0, ip && rangeOf(ip))
  try {
    for await (const _ of streamBody(request, { maxBytes: MAX_DISCARDED_BYTES }));
  } catch (error) {
    if (!isProblem(error)) throw error
  } finally {
    end()
  }
}

/** Removes what crashed servers left behind. No upload can be under way for as long as this. */
export async function deleteExpiredSpools({ settings, now }: { settings: Pick<Settings, 'dataDir'>; now: () => Date }) {
  const folder = folderOf(settings)
  const before = now().getTime() - 2 * REQUEST_TIMEOUT_MS
  for (const name of await readdir(folder).catch(() => [])) {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts && facts.mtimeMs < before) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function fileNameIn(headers: Headers): string {
  const header = headers.get('x-file-name') ?? ''
  try {
    return cleanFileName(decodeURIComponent(header))
  } catch {
    return cleanFileName(header)
  }
}

/** Runs `work` with a new folder, which is removed when the result is disposed of, or at once when the work fails. */
async function inFolder<T extends object>(
  { settings, log, ip }: Spooling,
  bytes: number,
  work: (folder: string) => Promise<T>,
): Promise<T & AsyncDisposable> {
  const end = ON_DISK.begin(bytes, ip && rangeOf(ip))
  const folder = join(folderOf(settings), randomUUID())
  const remove = () => rm(folder, { recursive: true, force: true }).finally(end)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return Object.assign(await work(folder), { [Symbol.asyncDispose]: remove })
  } catch (error) {
    await remove()
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EROFS') throw error
    log.error({ err: error }, 'an uploaded file could not be written')
    throw new Problem('storageDown')
  }
}

type FormLimits = { maxBytes: number; fields: readonly string[]; bodyLimits: StreamLimits }

async function parse(request: Request, folder: string, { maxBytes, fields, bodyLimits }: FormLimits) {
  const form = new FormData()
  const files = new Map<string, SpooledFile>()
  const stop = new AbortController()
  const { signal } = stop
  const refuse = (code: 'malformedBody' | 'tooLarge') => stop.abort(new Problem(code))
  const parser = parserOf(request.headers, fields.length)
  const finished = once(parser, 'finish', { signal })
  finished.catch(() => undefined)
  const spooling: Promise<void>[] = []
  const taken = new Set<string>()
  let text = 0
  parser.on('error', () => refuse('malformedBody'))
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => refuse('tooLarge'))
  parser.on('field', (field: string | undefined, value, _, isCut) => {
    text += value.length
    if (isCut || text > MAX_TEXT_BYTES) refuse('tooLarge')
    else if (field === undefined) refuse('malformedBody')
    else form.append(field, value)
  })
  parser.on('file', (field: string | undefined, stream, fileName: string | undefined) => {
    // Whoever reads the stream handles its errors. Once the reading has ended nobody does, and one would be uncaught.
    stream.on('error', () => undefined)
    signal.addEventListener('abort', () => stream.destroy())
    const done = take(field, stream, fileName ?? '')
    done.catch((error) => stop.abort(isOurs(error) ? error : new Problem('malformedBody')))
    spooling.push(done)
  })
  async function take(field: string | undefined, stream: Readable, fileName: string) {
    if (field === undefined || !fields.includes(field) || taken.has(field)) throw new Problem('malformedBody')
    taken.add(field)
    const file = await spool(join(folder, String(taken.size)), stream, cleanFileName(fileName), maxBytes)
    // For a field in which nothing was chosen a browser sends an empty file without a name.
    if (fileName !== '' || file.size > 0) files.set(field, file)
  }
  try {
    for await (const chunk of streamBody(request, bodyLimits, stop)) {
      if (!parser.write(chunk)) await once(parser, 'drain', { signal })
    }
    parser.end()
    await finished
    await Promise.all(spooling)
  } catch (error) {
    stop.abort(error)
    throw signal.reason
  } finally {
    parser.destroy()
    // After a failure the folder is removed: no write may still be under way.
    await Promise.allSettled(spooling)
  }
  return { form, files }
}

/** A refusal of ours or a failure of our disk, as opposed to a fault in what was sent. */
function isOurs(error: unknown): boolean {
  return isProblem(error) || (error as NodeJS.ErrnoException).syscall !== undefined
}

function parserOf(headers: Headers, files: number) {
  const limits = {
    fieldSize: MAX_TEXT_BYTES,
    fields: MAX_TEXT_FIELDS,
    files,
    parts: MAX_TEXT_FIELDS + files,
    headerPairs: 20,
    headerSize: 8_000,
  }
  try {
    return new Busboy({ headers: { 'content-type': headers.get('content-type')! }, limits })
  } catch {
    throw new Problem('malformedBody')
  }
}

async function spool(
  path: string,
  content: AsyncIterable<Uint8Array>,
  name: string,
  maxBytes: number,
): Promise<SpooledFile> {
  const headChunks: Uint8Array[] = []
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      if (size < HEAD_BYTES) headChunks.push(Uint8Array.from(chunk.subarray(0, HEAD_BYTES - size)))
      size += chunk.byteLength
      if (size > maxBytes) throw new Problem('tooLarge')
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  const head = Buffer.concat(headChunks)
  return { path, size, name, head, bytes: () => readFile(path), stream: () => createReadStream(path) }
}
