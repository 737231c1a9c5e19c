/**
 * Builds the image of `deploy/Containerfile` without a registry and starts it: as its user, on a root that is read only.
 * The base image is Debian from `debootstrap` with this project's Node in it. Without the programs (Debian: buildah
 * debootstrap bubblewrap), or without root, it says so.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../app/platform/durations.ts'
import { freePort } from '../tests/support/processes/free-port.ts'
import { ended } from './product.ts'

const ROOT = join(import.meta.dirname, '..')
const CONTAINERFILE = join(ROOT, 'deploy/Containerfile')
const PROGRAMS = ['buildah', 'debootstrap', 'bwrap']
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** As in the file. */
const CHECK_TIMEOUT_MS = 5 * SECOND_MS
const START_TIMEOUT_MS = 180 * SECOND_MS

/** False when the image cannot be built or started, or can write where it should not. */
export async function bench(): Promise<boolean> {
  const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)
  if (process.getuid?.() !== 0) missing.push('root')
  if (missing.length > 0) {
    console.log(`  Not built: ${missing.join(', ')} is missing.`)
    return true
  }
  const folder = mkdtempSync(join(tmpdir(), 'maahad-container-'))
  const buildah = (...args: string[]) => run(folder, 'buildah', [...STORE(folder), ...args])
  let container: ChildProcess | undefined
  try {
    makeBase(folder, buildah)
    const begun = performance.now()
    const base = ['--build-arg', 'BASE=localhost/base', '--pull-never']
    buildah('build', '--format', 'docker', ...base, '-f', CONTAINERFILE, '-t', 'maahad', ROOT)
    const seconds = (performance.now() - begun) / SECOND_MS
    const image = buildah('mount', buildah('from', '--pull-never', 'localhost/maahad'))
    const { OCIv1, Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/maahad')) as Inspected
    const { User, Env, Cmd } = OCIv1.config
    const port = await freePort()
    const env = [...Env, 'MAAHAD_DEMO=1', `PORT=${port}`, 'LOG_LEVEL=error']
    container = spawn('bwrap', readOnly(folder, image, User, env, Cmd), { stdio: ['ignore', 'ignore', 'inherit'] })
    const check = Docker.config.Healthcheck.Test.slice(1)
    const isHealthy = await untilHealthy(
      () => spawnSync('bwrap', readOnly(folder, image, User, env, check), { timeout: CHECK_TIMEOUT_MS }).status === 0,
    )
    const page = await fetch(`http://127.0.0.1:${port}/ar`)
    const writes = ['/srv/maahad/x', '/etc/x', '/x'].filter(
      (path) => spawnSync('bwrap', readOnly(folder, image, User, env, ['touch', path])).status === 0,
    )
    const program = Number(run(folder, 'du', ['-sm', join(image, 'srv')]).split('\t')[0])
    for (const [name, figure] of [
      ['seconds to build it', seconds.toFixed(0)],
      ['MB of the program', program],
      ['user', User],
      ['the health check succeeds', isHealthy],
      ['status of the home page', page.status],
      ['places outside of its folder where it can write', writes.length],
    ])
      console.log(`  ${String(name).padEnd(52)}${String(figure).padStart(8)}`)
    return isHealthy && page.status === 200 && writes.length === 0
  } finally {
    if (container?.exitCode === null) await ended(container)
    spawnSync('buildah', [...STORE(folder), 'umount', '--all'])
    rmSync(folder, { recursive: true, force: true })
  }
}

type Inspected = {
  OCIv1: { config: { User: string; Env: string[]; Cmd: string[] } }
  Docker: { config: { Healthcheck: { Test: string[] } } }
}

const STORE = (folder: string) => ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')]

/** What `docker.io/library/node` holds, as far as the build needs it. */
function makeBase(folder: string, buildah: (...args: string[]) => string): void {
  const base = join(folder, 'base')
  run(folder, 'debootstrap', ['--variant=minbase', 'bookworm', base])
  const local = join(base, 'usr/local')
  const npm = join(realpathSync(run(folder, 'which', ['npm'])), '../..')
  cpSync(process.execPath, join(local, 'bin/node'))
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  // A host behind a proxy may need certificates of its own.
  mkdirSync(join(base, 'etc/ssl/certs'), { recursive: true })
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(base, CERTIFICATES))
  const empty = buildah('from', 'scratch')
  buildah('add', '--quiet', empty, base, '/')
  buildah('config', '--env', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', empty)
  if (existsSync(CERTIFICATES)) buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, empty)
  buildah('commit', '--quiet', empty, 'localhost/base')
}

/** A command in the image, as `podman run --read-only --tmpfs /tmp` with a volume runs it. */
function readOnly(folder: string, image: string, user: string, env: string[], command: string[]): string[] {
  const id = new RegExp(`^${user}:[^:]*:(\\d+)`, 'm').exec(readFileSync(join(image, 'etc/passwd'), 'utf8'))![1]!
  const home = join(folder, 'volume')
  if (!existsSync(home)) run(folder, 'install', ['-d', '-o', id, '-g', id, '-m', '0700', home])
  return [
    ...['--ro-bind', image, '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--chmod', '1777', '/tmp'],
    ...[
      '--bind',
      home,
      '/var/lib/maahad',
      '--chdir',
      '/srv/maahad',
      '--unshare-pid',
      '--die-with-parent',
      '--clearenv',
    ],
    ...env.flatMap((pair) => ['--setenv', pair.split('=')[0]!, pair.slice(pair.indexOf('=') + 1)]),
    ...['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--no-new-privs', ...command],
  ]
}

async function untilHealthy(isHealthy: () => boolean): Promise<boolean> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await sleep(SECOND_MS)) if (isHealthy()) return true
  return false
}

/** @returns what it wrote */
function run(folder: string, program: string, args: string[]): string {
  // Neither needs privileges that a host in a sandbox lacks.
  const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot', TMPDIR: folder }
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env, maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`)
  return stdout.trim()
}
