/** Which packages a program loads when it starts, by the imports of its files. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** A static import or export; types are gone at run time. */
const IMPORT = /^(?:import|export(?= [{*])) (?!type )(?:[^'"]*? from )?['"]([^'"]+)['"]/gm

/** @returns packages by name, each with a file that imports it */
export function packagesOf(root: string, program: string): Map<string, string> {
  const files = new Set([program])
  const packages = new Map<string, string>()
  for (const file of files)
    for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      if (target!.startsWith('.')) files.add(relative(root, resolve(root, dirname(file), target!)))
      else if (!target!.startsWith('node:')) packages.set(nameOf(target!), file)
    }
  return packages
}

/** `@scope/name` of `@scope/name/part`. */
const nameOf = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
