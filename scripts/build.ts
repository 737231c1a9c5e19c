/** Builds the front end when its sources changed since the last build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
  const result = spawnSync(process.execPath, [join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.status !== 0) throw new Error(`The build failed:\n${result.stdout}\n${result.stderr}`)
  compressFiles()
  writeFileSync(`${SOURCES_HASH}.new`, sources)
  renameSync(`${SOURCES_HASH}.new`, SOURCES_HASH)
}

/** Whether there is a build of these sources. */
export function isUpToDate(sources = sourcesHash()): boolean {
  return existsSync(SOURCES_HASH) && readFileSync(SOURCES_HASH, 'utf8') === sources
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = globSync(
    [
      'app/**/*',
      'public/**/*',
      'package-lock.json',
      'scripts/{build,navigation-recovery,repeated-styles}.ts',
      'vite.config.ts',
      'react-router.config.ts',
    ],
    {
      cwd: root,
      withFileTypes: true,
    },
  )
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
  for (const file of globSync('build/client/**/*.{js,css,svg,json,txt}', { cwd: root })) {
    writeFileSync(join(root, `${file}.br`), brotliCompressSync(readFileSync(join(root, file))))
  }
}

if (import.meta.main) await build()
