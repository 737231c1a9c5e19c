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

/** Runs every step; returns false when one of them failed. */
export function check(): boolean {
  // The tools start with `#!/usr/bin/env node`, which must find the project's own Node.
  const env = { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` }
  return steps
    .map(([command, args]) => spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status === 0)
    .every(Boolean)
}

if (import.meta.main) process.exit(check() ? 0 : 1)
