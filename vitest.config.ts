import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { slowTestFiles } from './scripts/slow-tests.ts'
import { SlowTestsFirst } from './tests/support/slow-tests-first.ts'

const TESTS = ['app/**/*.test.ts', 'tests/**/*.test.ts']
/** Tests that replace a module: what they load must not be what another file has loaded before. */
const REPLACING = globSync(TESTS, { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
)
/** Loads of content parse the same hundred files again and again. */
const resolve = {
  alias: [{ find: /^yaml$/, replacement: join(import.meta.dirname, 'tests/support/content/parse-once.ts') }],
}
/** What `npm test` leaves to `npm run test:slow`. */
const LEFT_OUT = process.env.SLOW_TESTS === '0' ? slowTestFiles(import.meta.dirname) : []

/** As `npm start` does: React's development build takes half as long again to render a page. */
const production = { NODE_ENV: 'production' }
/** Without the calls that only React's development build has. */
const oxc = { jsx: { runtime: 'automatic', development: false } } as const

const common = {
  env: production,
  // A busy machine must not make a test fail: what waits ends as soon as it may, so a long timeout costs nothing.
  testTimeout: 180_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
  // A shared machine now and then kills a browser's process; what fails twice is a fault.
  retry: process.env.CI ? 1 : 0,
}

export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    maxWorkers: 2,
    sequence: { sequencer: SlowTestsFirst },
    projects: [
      { oxc, test: { ...common, name: 'alone', include: REPLACING, exclude: LEFT_OUT } },
      // The product is loaded once for all the files of a worker: loading it takes longer than most of them run.
      {
        oxc,
        resolve,
        test: { ...common, name: 'together', include: TESTS, exclude: [...REPLACING, ...LEFT_OUT], isolate: false },
      },
    ],
  },
})
