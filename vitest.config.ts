import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    include: ['app/**/*.test.ts', 'tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
