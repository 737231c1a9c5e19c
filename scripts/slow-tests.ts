/**
 * The test files that `npm test` leaves to `npm run test:slow`, so that it takes at most eight minutes on two cores. Both
 * run before a change is handed on, see docs/decisions/0071-what-every-run-tests.md.
 */
import { globSync } from 'node:fs'

/** What they do that takes long, and where they are. */
const SLOW: Record<string, readonly string[]> = {
  'use the desk in a browser, and in every role': [
    'tests/e2e/desk/*.test.ts',
    'tests/desk-roles.test.ts',
    'tests/desk-second-factor.test.ts',
  ],
  'open every page, follow every link': [
    'tests/e2e/site/every-page.test.ts',
    'tests/e2e/site/links.test.ts',
    'tests/e2e/site/narrow-windows.test.ts',
    'tests/e2e/site/visitor-pages.test.ts',
    'tests/missing-content.test.ts',
    'tests/statements.test.ts',
    'tests/unpublished.test.ts',
  ],
  'fill the tables of a large institute, or of one that has been busy for a year': [
    'tests/*-plans.test.ts',
    'tests/large-exports.test.ts',
    'app/composition/demonstration/fill.test.ts',
  ],
  'start, kill and drain processes, and take their database, storage or memory away': [
    'tests/crash-*.test.ts',
    'tests/database-silence.test.ts',
    'tests/db-script.test.ts',
    'tests/drain.test.ts',
    'tests/files-in-s3.test.ts',
    'tests/outage.test.ts',
    'tests/payment-load.test.ts',
    'tests/secrets-in-logs.test.ts',
    'tests/start.test.ts',
    'tests/workers.test.ts',
    'app/adapters/storage/storage.test.ts',
  ],
  'send hundreds of files and requests': [
    'app/features/checkout/race.test.ts',
    'app/features/payments/model.test.ts',
    'app/features/uploads/corpus.test.ts',
    'app/http/bodies/spool.test.ts',
    'tests/malformed.test.ts',
  ],
  'hold back or fail single scripts of a page': [
    'tests/e2e/site/deferred-forms.test.ts',
    'tests/e2e/site/deferred-hydration.test.ts',
    'tests/e2e/site/loading-problems.test.ts',
  ],
  'pay with every card of the sandbox': ['tests/e2e/payments/test-cards.test.ts'],
}

/** @returns the paths of the slow test files. @throws when a pattern fits none, as after a file was renamed */
export function slowTestFiles(root: string): string[] {
  return Object.values(SLOW)
    .flat()
    .flatMap((pattern) => {
      const files = globSync(pattern, { cwd: root })
      if (files.length === 0) throw new Error(`scripts/slow-tests.ts names ${pattern}, which fits no file.`)
      return files
    })
    .sort()
}
