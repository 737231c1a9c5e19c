import { defineConfig } from 'vitest/config'
import { HeavyFirst } from './tests/support/heavy-first.ts'

export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    include: ['app/**/*.test.ts', 'tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    sequence: { sequencer: HeavyFirst },
    // On a shared machine a browser now and then loses its page; what fails twice is ours.
    retry: process.env.CI ? 1 : 0,
  },
})
