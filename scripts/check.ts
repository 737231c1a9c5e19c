/** `npm run check`: types and lint. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

const steps: [string, string[]][] = [
  [bin('react-router'), ['typegen']],
  [bin('tsc'), ['--noEmit']],
  [bin('biome'), ['check', '--error-on-warnings', '.']],
  [bin('stylelint'), ['app/**/*.css']],
]

/** Runs every step; false when one of them found something. */
export function check(): boolean {
  // The tools' own `#!/usr/bin/env node` must find the Node that the project was built for.
  const env = { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` }
  return steps
    .map(([command, words]) => spawnSync(command, words, { cwd: root, stdio: 'inherit', env }).status === 0)
    .every(Boolean)
}

if (import.meta.main) process.exit(check() ? 0 : 1)
