/**
 * The test files that `npm test` leaves to `npm run test:slow`, so that it takes at most eight minutes on two cores. Both
 * run before a change is handed on, see docs/decisions/0071-what-every-run-tests.md.
 */
import { globSync } from 'node:fs'

/** Browser tests of every run: the way of a buyer, with and without scripts, and what every page has. */
const BROWSER_IN_EVERY_RUN = [
  'tests/e2e/accounts/accounts.test.ts',
  'tests/e2e/checkout/checkout-problems.test.ts',
  'tests/e2e/orders/journey.test.ts',
  'tests/e2e/pages/content-pages.test.ts',
  'tests/e2e/site/frame.test.ts',
]

/** What they do that takes long, and where they are. */
const SLOW: Record<string, readonly string[]> = {
  'use the site and the desk in a browser, and in every role': [
    'tests/e2e/**/*.test.ts',
    'tests/desk-roles.test.ts',
    'tests/desk-second-factor.test.ts',
  ],
  'open every page': ['tests/missing-content.test.ts', 'tests/statements.test.ts', 'tests/unpublished.test.ts'],
  'load all of the content, again and again': [
    'app/features/content/content.test.ts',
    'app/features/content/export.test.ts',
    'app/features/content/pictures.test.ts',
  ],
  'fill the tables of a large institute, or of one that has been busy for a year': [
    'tests/plans/*.test.ts',
    'tests/large-exports.test.ts',
    'app/composition/demonstration/fill.test.ts',
  ],
  'start, kill and drain processes, and take their database, storage or memory away': [
    'tests/operation/crash-*.test.ts',
    'tests/operation/database-silence.test.ts',
    'tests/operation/db-script.test.ts',
    'tests/operation/drain.test.ts',
    'tests/files-in-s3.test.ts',
    'tests/operation/outage.test.ts',
    'tests/payment-load.test.ts',
    'tests/secrets-in-logs.test.ts',
    'tests/operation/start.test.ts',
    'tests/operation/workers.test.ts',
    'app/adapters/storage/storage.test.ts',
  ],
  'send hundreds of files and requests': [
    'app/features/checkout/race.test.ts',
    'app/features/payments/model.test.ts',
    'app/features/uploads/corpus.test.ts',
    'app/http/bodies/spool.test.ts',
    'tests/malformed.test.ts',
  ],
}

/** @returns the paths of the slow test files. @throws when a path fits none, as after a file was renamed */
export function slowTestFiles(root: string): string[] {
  const fitting = (pattern: string) => {
    const files = globSync(pattern, { cwd: root })
    if (files.length === 0) throw new Error(`scripts/slow-tests.ts names ${pattern}, which fits no file.`)
    return files
  }
  const inEveryRun = new Set(BROWSER_IN_EVERY_RUN.flatMap(fitting))
  const slow = Object.values(SLOW).flat().flatMap(fitting)
  return slow.filter((file) => !inEveryRun.has(file)).sort()
}
