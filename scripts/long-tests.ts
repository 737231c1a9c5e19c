/** Which test files have long parts: those that import tests/support/long.ts, directly or through other files of tests. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const LONG = 'tests/support/long.ts'
const TESTS = ['app/**/*.test.ts', 'tests/**/*.test.ts']
/** A static import or export of another file of the project; types decide nothing at run time. */
const IMPORT = /^(?:import|export) (?!type )(?:[^'"]*? from )?['"](\.[^'"]+)['"]/gm

/** @returns the paths of the files whose tests differ in the long run */
export function longTestFiles(root: string): string[] {
  return globSync(TESTS, { cwd: root })
    .filter((path) => importedBy(root, path).has(LONG))
    .sort()
}

/** Everything of `tests` that a file imports, directly or not. The product imports no tests, so it is left out. */
function importedBy(root: string, path: string): Set<string> {
  const found = new Set([path])
  for (const file of found)
    for (const imported of importsOf(root, file)) if (imported.startsWith('tests/')) found.add(imported)
  return found
}

const importsOf = (root: string, path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].map(([, target]) =>
    relative(root, resolve(root, dirname(path), target!)),
  )
