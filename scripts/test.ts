/** `npm test [files]`: everything that the tests need, then every check: types, lint, unit, API, browser. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { build } from './build.ts'
import { check } from './check.ts'

const root = join(import.meta.dirname, '..')
const files = process.argv.slice(2)

const wanted = files.length === 0
if (wanted && !check()) process.exit(1)
const browser = findBrowser()
await build()
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const tests = spawnSync(process.execPath, [vitest, 'run', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: browser },
})
process.exit(tests.status ?? 1)
