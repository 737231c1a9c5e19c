/** The image of the product has what it needs, and runs without privileges. `npm run bench container` builds it. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const lines = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8').replaceAll('\\\n', '').split('\n')
const instructions = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => /^(\S+)\s+(.*)$/.exec(line)!.slice(1))
const all = (name: string) => instructions.filter(([instruction]) => instruction === name).map(([, rest]) => rest!)
/** What is copied from the project. */
const copied = all('COPY')
  .filter((rest) => !rest.startsWith('--from'))
  .flatMap((rest) => rest.split(/\s+/).slice(0, -1))

const isOfDevelopment = (path: string) => /\.test\.tsx?$/.test(path) || path === 'scripts/types.ts'

it('the image copies what exists', () => {
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

it('no file of the image needs one of the project that is left out', () => {
  const isCopied = (path: string) => copied.some((one) => path === one || path.startsWith(`${one}/`))
  const files = globSync('{app,db,scripts}/**/*.{ts,tsx}', { cwd: ROOT }).filter((path) => !isOfDevelopment(path))
  const outside = [...files, 'server.ts', 'vite.config.ts', 'react-router.config.ts'].flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\b(?:from|import)\s*\(?['"](\.[^'"?]+)/g)]
      .map(([, target]) => relative(ROOT, resolve(ROOT, dirname(path), target!)))
      .filter((target) => existsSync(join(ROOT, target)) && !isCopied(target))
      .map((target) => `${path}: ${target}`),
  )
  expect(outside).toEqual([])
})

it('the image runs as a user without privileges, is asked whether it lives, and only starts', () => {
  expect(all('USER').at(-1)).toBe('maahad')
  expect(all('RUN').join('\n')).toContain('useradd --system --uid 10001')
  expect(all('HEALTHCHECK')).toEqual([expect.stringContaining('/healthz')])
  expect(all('CMD')).toEqual(['["node", "scripts/run.mjs", "start"]'])
  expect(all('ENV').join(' ')).toContain('MAAHAD_PREPARED=1')
})
