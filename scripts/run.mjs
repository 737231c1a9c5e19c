// The one entrance of every npm script. Runs on any Node from 20 on and needs nothing installed: it installs what is
// missing, finds the Node that the project was built for, and hands over to it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command, ...args] = process.argv.slice(2)
const needed = 24

function installed() {
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing the packages (once)…')
  const npm = process.env.npm_execpath
    ? spawnSync(process.execPath, [process.env.npm_execpath, ...installWords], { cwd: root, stdio: installOutput })
    : spawnSync('npm', installWords, { cwd: root, stdio: installOutput, shell: process.platform === 'win32' })
  if (npm.status !== 0) {
    process.stderr.write(npm.stderr ?? '')
    console.error('The packages could not be installed. Is the npm registry reachable?')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}
const installWords = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
const installOutput = ['ignore', 'inherit', 'pipe']

function node() {
  const shipped = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(shipped)) return shipped
  if (Number(process.versions.node.split('.')[0]) >= needed) return process.execPath
  console.error(
    `Node ${needed} or newer is needed on ${process.platform}-${process.arch}; this is Node ${process.versions.node}.`,
  )
  process.exit(1)
}

// Pictures are made in threads, and glibc keeps what each of them has used and what lay in large buffers: 50 MB more
// without the first, 30 MB more without the others.
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' }

installed()
const loader = new URL('tsx-loader.ts', import.meta.url).href
const child = spawn(node(), ['--import', loader, join(root, 'scripts', `${command}.ts`), ...args], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...ALLOCATOR, ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

// When npm itself is killed, what it started must not live on unseen; the child sees our end by its closed channel.
// npm starts us through a shell, which outlives it.
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
