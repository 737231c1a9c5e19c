import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import type { StoragePort } from './port.ts'

/** What the file system says of names that no file can have. */
const NO_SUCH_FILE = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])

/** Files below `folder`. A file appears whole or not at all. */
export function diskStorage(folder: string): StoragePort {
  const pathOf = (name: string) => {
    const path = normalize(join(folder, name))
    if (!path.startsWith(normalize(folder) + sep)) throw new Error(`A file name leaves its folder: ${name}`)
    return path
  }
  return {
    name: 'disk',
    put: async (name, bytes) => {
      const path = pathOf(name)
      const half = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true })
      await writeFile(half, bytes)
      await rename(half, path)
    },
    get: async (name) => {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (NO_SUCH_FILE.has((error as NodeJS.ErrnoException).code)) return undefined
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    ready: async () => {
      await mkdir(folder, { recursive: true })
      return access(folder, constants.W_OK).then(
        () => true,
        () => false,
      )
    },
  }
}
