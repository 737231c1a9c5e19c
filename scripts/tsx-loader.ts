/**
 * Lets Node import `.tsx` files; passed to Node with `--import`. It uses the compiler of Vite and caches the output, so
 * that a start without changed files does not load the compiler. Node caches what it compiles itself, which takes half
 * of the time until a command runs.
 */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHES = join(import.meta.dirname, '..', 'node_modules', '.cache')
const CACHE = join(CACHES, 'tsx')

// Without write access it does nothing.
enableCompileCache(join(CACHES, 'compiled'))

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true }
  },
})

function compiled(file: string): string {
  const source = readFileSync(file, 'utf8')
  const cached = join(CACHE, `${createHash('sha256').update(source).digest('hex')}.js`)
  try {
    return readFileSync(cached, 'utf8')
  } catch {
    const code = compile(file, source)
    save(cached, code)
    return code
  }
}

function compile(file: string, source: string): string {
  const requireFromVite = createRequire(createRequire(import.meta.url).resolve('vite'))
  const { transformSync } = requireFromVite('rolldown/utils') as typeof import('rolldown/utils')
  const { code, errors } = transformSync(file, source, { jsx: { runtime: 'automatic', development: false } })
  if (errors.length > 0) throw new SyntaxError(errors.map(({ message }) => `${file}: ${message}`).join('\n'))
  return code
}

/** For an installation without the compiler. */
export function compileAll(): void {
  const root = join(import.meta.dirname, '..')
  for (const file of globSync('app/**/*.tsx', { cwd: root })) compiled(join(root, file))
}

/** Writes and renames, since several processes may save the same file at the same time. */
function save(path: string, code: string): void {
  try {
    mkdirSync(CACHE, { recursive: true })
    const part = `${path}.${process.pid}`
    writeFileSync(part, code)
    renameSync(part, path)
  } catch {
    // Without write access the file is compiled again at the next start.
  }
}
