/** Runs tests with everything that they need: a browser and, for all but those in `app`, the built front end. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { build } from './build.ts'
import { check } from './check.ts'

const root = join(import.meta.dirname, '..')

/**
 * @param args arguments of vitest; without any, types and lint are checked as well, and the slow test files are left out
 * @returns the exit code
 */
export async function runTests(args: string[], env: Record<string, string> = {}): Promise<number> {
  // Together they keep two cores busy: most of the check is one thread.
  const isChecked = args.length === 0 ? check() : true
  const browser = findBrowser()
  if (needsBuild(args)) await build()
  if (!(await isChecked)) return 1
  const leftOut = args.length === 0 ? { SLOW_TESTS: '0' } : {}
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const tests = spawnSync(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...leftOut, ...env, CHROMIUM_PATH: browser },
  })
  return tests.status ?? 1
}

/** Tests in `app` open no pages, so that one of them starts at once. */
function needsBuild(args: string[]): boolean {
  const paths = args.filter((arg) => existsSync(join(root, arg)))
  return paths.length === 0 || paths.some((path) => !/^(\.\/)?app\//.test(path))
}
