/** `npm run check`: types and lint. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
// The tools start with `#!/usr/bin/env node`, which must find the project's own Node.
const env = { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` }

/** Runs every step, concurrently where none needs another; returns false when one of them failed. */
export async function check(): Promise<boolean> {
  const results = await Promise.all([
    types(),
    passes('biome', 'check', '--error-on-warnings', '.'),
    passes('stylelint', 'app/**/*.css'),
  ])
  return results.every(Boolean)
}

/** What the checker remembers of the last run: then it reads again only what changed, a tenth of the work. */
const LAST_TYPES = join(root, '.react-router', 'types.tsbuildinfo')

/**
 * The route modules import types that are generated first. One checker, because each one derives the types of the
 * database and of the contract again: four, the default, take three times the processor time and are no sooner done.
 */
const types = async () =>
  (await passes('react-router', 'typegen')) &&
  (await passes('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', LAST_TYPES, '--checkers', '1'))

/** Runs a tool. Its output is printed as a whole, so that those of several tools do not mix. */
function passes(tool: string, ...args: string[]): Promise<boolean> {
  const child = spawn(bin(tool), args, { cwd: root, env, stdio: ['inherit', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

if (import.meta.main) process.exit((await check()) ? 0 : 1)
