// Every npm script starts here. It runs on Node 20 or newer without any package: it installs missing packages and starts
// the script with the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ALLOCATOR, HEAP_ARGUMENTS } from './memory.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command, ...args] = process.argv.slice(2)
const MIN_NODE_VERSION = 24
/** For the installation: npm leaves out packages that need a newer Node than its own. */
const MIN_NODE_TO_INSTALL = 20

if (Number(process.versions.node.split('.')[0]) < MIN_NODE_TO_INSTALL) {
  console.error(
    `This is Node ${process.version}. Maahad needs Node ${MIN_NODE_TO_INSTALL} or newer to install its own.`,
  )
  process.exit(1)
}

const stamp = join(root, 'node_modules', '.installed')

function installPackages() {
  const expected = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
  if (installed === expected || (needsNoDevelopment() && installed === `${expected} production`)) return
  if (process.env.MAAHAD_PREPARED === '1') {
    console.error(
      'The packages of this version are not installed. Run `npm run prepare-release` first, as the user who owns the folder.',
    )
    process.exit(1)
  }
  refuseWithoutWriteAccess()
  console.log('Installing the packages (once)…')
  // Services often have no home; npm keeps its cache and its log there.
  const env = process.env.HOME ? process.env : { ...process.env, npm_config_cache: join(tmpdir(), 'maahad-npm') }
  const npm = process.env.npm_execpath
    ? spawnSync(process.execPath, [process.env.npm_execpath, ...installArgs], { cwd: root, stdio: installOutput, env })
    : spawnSync('npm', installArgs, { cwd: root, stdio: installOutput, env, shell: process.platform === 'win32' })
  if (npm.status !== 0) {
    process.stderr.write(npm.stderr ?? '')
    console.error('The packages could not be installed: the lines above say why.')
    process.exit(1)
  }
  writeFileSync(stamp, expected)
}
/** What runs on the packages that `prepare-release` keeps. */
function needsNoDevelopment() {
  return ['db', 'content', 'staff'].includes(command) || (command === 'start' && process.env.MAAHAD_PREPARED === '1')
}
function refuseWithoutWriteAccess() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    console.error(
      `The packages cannot be installed: this user may not write to ${root}. Run \`npm run prepare-release\` once as its owner.`,
    )
    process.exit(1)
  }
}
/** Whether `prepare-release` has removed what is for development: packages would look for it. */
function hasProductionOnly() {
  return readFileSync(stamp, 'utf8').endsWith(' production')
}
const installArgs = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
const installOutput = ['ignore', 'inherit', 'pipe']

function node() {
  const shipped = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(shipped)) return shipped
  if (Number(process.versions.node.split('.')[0]) >= MIN_NODE_VERSION) return process.execPath
  console.error(
    `Node ${MIN_NODE_VERSION} or newer is needed on ${process.platform}-${process.arch}; this is Node ${process.versions.node}.`,
  )
  process.exit(1)
}

installPackages()
const loader = new URL('tsx-loader.ts', import.meta.url).href
const bundled = join(root, 'build', 'program', 'start.js')
const program =
  command === 'start' && process.env.MAAHAD_PREPARED === '1' && existsSync(bundled)
    ? [bundled]
    : ['--import', loader, join(root, 'scripts', `${command}.ts`)]
const child = spawn(node(), [...HEAP_ARGUMENTS, ...program, ...args], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...ALLOCATOR, ...(hasProductionOnly() ? { NODE_ENV: 'production' } : {}), ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

// When npm is killed, the processes that it started must end too. npm starts this script through a shell, which keeps
// running; so npm is watched here. The child notices our end when its IPC channel closes.
function npmProcess() {
  try {
    return readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
      .replace(/.*\) \S /, '')
      .split(' ')[0]
  } catch {
    return undefined
  }
}
if (process.env.npm_lifecycle_event) {
  const [shell, npm] = [process.ppid, npmProcess()]
  setInterval(() => (process.ppid !== shell || npmProcess() !== npm) && child.kill('SIGTERM'), 500).unref()
}
