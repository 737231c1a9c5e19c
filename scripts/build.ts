/** Builds the front ends, the site and the desk, when their sources changed since the last build. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const SOURCES_HASH = join(root, 'build', '.sources')

/** Does nothing when no source changed. @throws when the build fails; the previous build is then no longer used */
export async function build(): Promise<void> {
  const sources = sourcesHash()
  if (isUpToDate(sources)) return
  console.log('Building the front end…')
  rmSync(SOURCES_HASH, { force: true })
  await Promise.all(APPLICATIONS.map(buildApplication))
  compressFiles()
  writeFileSync(`${SOURCES_HASH}.new`, sources)
  renameSync(`${SOURCES_HASH}.new`, SOURCES_HASH)
}

/** The folders of their configurations. */
const APPLICATIONS = ['.', 'app/desk']

/** In a process of its own, since both read the configuration of their framework from global state. */
async function buildApplication(folder: string): Promise<void> {
  const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const child = spawn(process.execPath, [cli, 'build', folder], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`The build of ${folder} failed:\n${Buffer.concat(output)}`)
}

/** Whether there is a build of these sources. */
export function isUpToDate(sources = sourcesHash()): boolean {
  return existsSync(SOURCES_HASH) && readFileSync(SOURCES_HASH, 'utf8') === sources
}

const SOURCES = [
  'app/**/*',
  'public/**/*',
  'package-lock.json',
  'scripts/{build,navigation-recovery,repeated-styles}.ts',
  'vite.config.ts',
  'react-router.config.ts',
]

/** @param more patterns of further files */
export function sourcesHash(more: readonly string[] = []): string {
  const hash = createHash('sha256')
  const files = globSync([...SOURCES, ...more], { cwd: root, withFileTypes: true })
  for (const file of files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    if (!/\.test\.tsx?$/.test(file)) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Writes a brotli file next to each text file, so that the server need not compress it for each request. */
function compressFiles() {
  for (const file of globSync('build/{client,desk/client}/**/*.{js,css,svg,json,txt}', { cwd: root })) {
    writeFileSync(join(root, `${file}.br`), brotliCompressSync(readFileSync(join(root, file))))
  }
}

if (import.meta.main) await build()
