/**
 * Lets Node import `.tsx` files, which it cannot do by itself; it is given to Node by `--import`. The compiler is the
 * one that Vite builds with, and what it made is kept: a start that finds every file unchanged never loads it.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache', 'tsx')

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true }
  },
})

function compiled(file: string): string {
  const source = readFileSync(file, 'utf8')
  const kept = join(CACHE, `${createHash('sha256').update(source).digest('hex')}.js`)
  try {
    return readFileSync(kept, 'utf8')
  } catch {
    const code = compile(file, source)
    keep(kept, code)
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

/** Renamed into place, as several processes may do so at once. */
function keep(path: string, code: string): void {
  try {
    mkdirSync(CACHE, { recursive: true })
    const part = `${path}.${process.pid}`
    writeFileSync(part, code)
    renameSync(part, path)
  } catch {
    // A folder that may not be written to costs the compiler's start, and nothing else.
  }
}
