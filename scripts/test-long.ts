/**
 * `npm run test:long`: the test files that have long parts, see tests/support/long.ts, with them. `npm test` proves the
 * rest. `npm run test:long -- files…` runs some of them.
 */
import { join } from 'node:path'
import { longTestFiles } from './long-tests.ts'
import { runTests } from './run-tests.ts'

const args = process.argv.slice(2)
const files = args.length > 0 ? args : longTestFiles(join(import.meta.dirname, '..'))
process.exit(await runTests(files, { TEST_LONG: '1' }))
