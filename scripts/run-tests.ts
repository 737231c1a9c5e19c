/** Runs tests with everything that they need: a browser and the built front end. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { build } from './build.ts'
import { check } from './check.ts'

const root = join(import.meta.dirname, '..')

/**
 * @param args arguments of vitest; without any, types and lint are checked first
 * @returns the exit code
 */
export async function runTests(args: string[], env: Record<string, string> = {}): Promise<number> {
  if (args.length === 0 && !check()) return 1
  const browser = findBrowser()
  await build()
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const tests = spawnSync(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env, CHROMIUM_PATH: browser },
  })
  return tests.status ?? 1
}
