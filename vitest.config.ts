import { defineConfig } from 'vitest/config'
import { HeavyFirst } from './tests/support/heavy-first.ts'

export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    include: ['app/**/*.test.ts', 'tests/**/*.test.ts'],
    // A busy machine must not make a test fail: what waits ends as soon as it may, so patience costs nothing.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    sequence: { sequencer: HeavyFirst },
    // On a shared machine a browser now and then loses its page; what fails twice is ours.
    retry: process.env.CI ? 1 : 0,
  },
})
