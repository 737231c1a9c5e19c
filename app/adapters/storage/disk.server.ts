import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { type FileContent, type OpenFile, SizeMismatch, type StoragePort } from './port.ts'

/** Error codes of the file system for names that no file can have. */
const NO_SUCH_FILE = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])
/** The folder for files that are being written; no stored name begins with it. */
const HALVES = '.halves'

/** Nobody else on the machine reads CVs, receipts and pictures of people. */
const FILE_MODE = 0o600
const FOLDER = { recursive: true, mode: 0o700 } as const

/** Files below `folder`. Writes are atomic and survive a power failure. */
export function diskStorage(folder: string): StoragePort {
  const halves = join(folder, HALVES)
  const pathOf = (name: string) => {
    const path = normalize(join(folder, name))
    if (!path.startsWith(normalize(folder) + sep)) throw new Error(`A file name leaves its folder: ${name}`)
    return path
  }
  return {
    name: 'disk',
    put: async (name, content, { size } = {}) => {
      const path = pathOf(name)
      const half = join(halves, randomUUID())
      await mkdir(halves, FOLDER)
      try {
        const came = await write(half, content)
        if (size !== undefined && came !== size) throw new SizeMismatch(name, size, came)
        await moveTo(path, half)
      } finally {
        await rm(half, { force: true })
      }
    },
    get: (name) => unlessMissing(() => readFile(pathOf(name))),
    open: (name, part) => unlessMissing(() => openFile(pathOf(name), part)),
    sizeOf: (name) =>
      unlessMissing(async () => {
        const facts = await stat(pathOf(name))
        return facts.isFile() ? facts.size : undefined
      }),
    remove: async (name) => {
      const path = pathOf(name)
      await unlessMissing(() => rm(path, { force: true }))
      // Removes the folder if it is empty.
      if (dirname(path) !== normalize(folder)) await rmdir(dirname(path)).catch(() => undefined)
    },
    list: (prefix) => filesBelow(folder, prefix),
    tidy: async (before) => {
      for (const half of await namesIn(halves)) {
        const path = join(halves, half)
        const changedAt = await unlessMissing(async () => (await stat(path)).mtime)
        if (changedAt && changedAt < before) await rm(path, { force: true })
      }
    },
    ready: async () => {
      await mkdir(folder, FOLDER)
      return access(folder, constants.W_OK).then(
        () => true,
        () => false,
      )
    },
  }
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (NO_SUCH_FILE.has((error as NodeJS.ErrnoException).code)) return undefined
    throw error
  }
}

/** @returns how many bytes were written */
async function write(path: string, content: FileContent): Promise<number> {
  const file = createWriteStream(path, { flush: true, mode: FILE_MODE })
  await pipeline(content instanceof Uint8Array ? [content] : content, file)
  return file.bytesWritten
}

async function moveTo(path: string, half: string): Promise<void> {
  for (let tries = 3; ; tries -= 1) {
    await mkdir(dirname(path), FOLDER)
    try {
      await rename(half, path)
      break
    } catch (error) {
      // The folder was empty and was removed concurrently.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 0) throw error
    }
  }
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

async function openFile(path: string, part?: { first: number; last: number }): Promise<OpenFile | undefined> {
  const file: FileHandle = await open(path)
  try {
    const facts = await file.stat()
    if (facts.isFile()) {
      const bytes = file.createReadStream({ start: part?.first ?? 0, ...(part ? { end: part.last } : {}) })
      return { stream: Readable.toWeb(bytes) as NodeStream as OpenFile['stream'], size: facts.size }
    }
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  return undefined
}

async function* filesBelow(folder: string, prefix: string) {
  const open = [join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1))]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const below = await unlessMissing(() => readdir(next, { withFileTypes: true }))
    for (const entry of below ?? []) {
      const path = join(next, entry.name)
      const name = relative(folder, path).split(sep).join('/')
      if (name === HALVES) continue
      if (entry.isDirectory()) open.push(path)
      const facts = entry.isFile() && name.startsWith(prefix) ? await unlessMissing(() => stat(path)) : undefined
      if (facts) yield { name, size: facts.size, changedAt: facts.mtime }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(() => readdir(folder))) ?? []
}
