/** Only one server may use a data folder. The lock is a listening socket: it is released however the process ends. */
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Another running process uses this data folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another Maahad is running on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`)
  }
}

/**
 * Locks the data folder for this process; returns the release.
 * Waits up to `timeoutMs` for another process that is just ending, for instance because its npm was killed.
 * @throws FolderInUse
 */
export async function lockFolder(folder: string, timeoutMs = 5000): Promise<() => void> {
  mkdirSync(folder, { recursive: true })
  const real = realpathSync(folder)
  const address = lockAddress(real)
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const server = await listen(address)
    if (server) return () => server.close()
    if (!address.startsWith('\0') && !(await isListening(address))) rmSync(address, { force: true })
    else if (Date.now() > deadline) throw new FolderInUse(real)
    else await new Promise((resume) => setTimeout(resume, 250))
  }
}

/** Linux has abstract sockets, which need no file; elsewhere a killed process leaves its socket file behind. */
function lockAddress(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  return process.platform === 'linux' ? `\0maahad-${name}` : join(folder, 'lock.sock')
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
