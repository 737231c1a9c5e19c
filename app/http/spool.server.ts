/** Files on their way in: read as they come into a folder of their own, so that none of them is held in memory. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { isProblem, Problem } from '../api/problem.ts'
import type { SentFile } from '../api/sent-file.ts'
import type { Log } from '../platform/log.server.ts'
import type { Settings } from '../platform/settings.server.ts'
import { cleanFileName } from './file-name.ts'
import { LONGEST_REQUEST_MS, PATIENCE, type Patience, received } from './paced-body.server.ts'
import { bodyType } from './request.server.ts'

export type SpooledFile = SentFile

export type Uploads = {
  /** The texts only. */
  form: FormData
  /** By their fields; a field that was left empty has none. */
  files: Map<string, SpooledFile>
} & AsyncDisposable

export type Limits = {
  /** Of each file, in bytes. */
  most: number
  patience?: Patience
}
export type Spooling = { settings: Pick<Settings, 'dataDir'>; log: Log }

const HEAD = 4100
/** Of all texts of a form together, in bytes. */
const MOST_TEXT = 1_000_000
const MOST_TEXTS = 200
const MOST_DISCARDED = 25_000_000
/** What a form weighs besides its files: its texts, and the words around each part. */
const AROUND = MOST_TEXT + 500_000

const folderOf = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'incoming')

/**
 * Reads a form with files while it comes; `await using` it, for its files are removed at the end.
 * @param fields the fields that take a file, one each
 * @throws Problem unsupportedType, malformedBody (also when the sender goes away), tooLarge, uploadTooSlow, storageDown
 */
export async function withUploads(
  request: Request,
  { most, fields, patience = PATIENCE }: Limits & { fields: readonly string[] },
  spooling: Spooling,
): Promise<Uploads> {
  if (bodyType(request.headers) !== 'multipart/form-data') throw new Problem('unsupportedType')
  refuseAnnounced(request, most * fields.length + AROUND)
  return inFolder(spooling, async (folder) => {
    const bounds = { most: most * fields.length + AROUND, patience }
    return parse(request, folder, { most, fields, bounds })
  })
}

/** Reads a body that is one file, whose name stands percent-encoded in `X-File-Name`. Otherwise as `withUploads`. */
export async function spoolBody(
  request: Request,
  { most, patience = PATIENCE }: Limits,
  spooling: Spooling,
): Promise<SpooledFile & AsyncDisposable> {
  refuseAnnounced(request, most)
  return inFolder(spooling, async (folder) => {
    const incoming = received(request, { most, patience })
    return spool(join(folder, '0'), incoming, namedIn(request.headers), most)
  })
}

/** Takes in what nobody wants, so that its sender reads the answer: not for long, and not without end. */
export async function discardBody(request: Request): Promise<void> {
  const incoming = received(request, { most: MOST_DISCARDED })
  try {
    for await (const _ of incoming);
  } catch (error) {
    if (!isProblem(error)) throw error
  }
}

/** Removes what servers that died left behind: no upload lasts as long as this. */
export async function forgetOldSpools({ settings, now }: { settings: Pick<Settings, 'dataDir'>; now: () => Date }) {
  const folder = folderOf(settings)
  const before = now().getTime() - 2 * LONGEST_REQUEST_MS
  for (const name of await readdir(folder).catch(() => [])) {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts && facts.mtimeMs < before) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function refuseAnnounced({ headers }: Request, most: number): void {
  if (Number(headers.get('content-length') ?? 0) > most) throw new Problem('tooLarge')
}

function namedIn(headers: Headers): string {
  const given = headers.get('x-file-name') ?? ''
  try {
    return cleanFileName(decodeURIComponent(given))
  } catch {
    return cleanFileName(given)
  }
}

/** What `work` makes, with a folder that goes when it is disposed of, or at once when the work fails. */
async function inFolder<T extends object>(
  { settings, log }: Spooling,
  work: (folder: string) => Promise<T>,
): Promise<T & AsyncDisposable> {
  const folder = join(folderOf(settings), randomUUID())
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await mkdir(folder, { recursive: true })
    return Object.assign(await work(folder), { [Symbol.asyncDispose]: remove })
  } catch (error) {
    await remove()
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EROFS') throw error
    log.error({ err: error }, 'a file that came could not be written')
    throw new Problem('storageDown')
  }
}

type FormLimits = { most: number; fields: readonly string[]; bounds: Required<Limits> }

async function parse(request: Request, folder: string, { most, fields, bounds }: FormLimits) {
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
    if (isCut || text > MOST_TEXT) refuse('tooLarge')
    else if (field === undefined) refuse('malformedBody')
    else form.append(field, value)
  })
  parser.on('file', (field: string | undefined, stream, fileName: string | undefined) => {
    // Heard by whoever reads the stream, and by nobody once that has ended.
    stream.on('error', () => undefined)
    signal.addEventListener('abort', () => stream.destroy())
    const done = take(field, stream, fileName ?? '')
    done.catch((error) => stop.abort(isOurs(error) ? error : new Problem('malformedBody')))
    spooling.push(done)
  })
  async function take(field: string | undefined, stream: Readable, fileName: string) {
    if (field === undefined || !fields.includes(field) || taken.has(field)) throw new Problem('malformedBody')
    taken.add(field)
    const file = await spool(join(folder, String(taken.size)), stream, cleanFileName(fileName), most)
    // A browser sends an empty one without a name for a field in which nothing was chosen.
    if (fileName !== '' || file.size > 0) files.set(field, file)
  }
  try {
    for await (const chunk of received(request, bounds, stop)) {
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
    // The folder is removed after a failure: nobody may still write into it.
    await Promise.allSettled(spooling)
  }
  return { form, files }
}

/** A refusal of ours, or something that is wrong with our disk: not with what was sent. */
function isOurs(error: unknown): boolean {
  return isProblem(error) || (error as NodeJS.ErrnoException).syscall !== undefined
}

function parserOf(headers: Headers, files: number) {
  const limits = {
    fieldSize: MOST_TEXT,
    fields: MOST_TEXTS,
    files,
    parts: MOST_TEXTS + files,
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
  most: number,
): Promise<SpooledFile> {
  const beginning: Uint8Array[] = []
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      if (size < HEAD) beginning.push(Uint8Array.from(chunk.subarray(0, HEAD - size)))
      size += chunk.byteLength
      if (size > most) throw new Problem('tooLarge')
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  const head = Buffer.concat(beginning)
  return { path, size, name, head, bytes: () => readFile(path), stream: () => createReadStream(path) }
}
