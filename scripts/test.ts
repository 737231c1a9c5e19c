/**
 * `npm test`: everything that the tests need, then types, lint, and all tests but the slow ones (slow-tests.ts).
 * `npm test -- files…` runs some files, `npm test -- --feature name` the tests of one feature.
 */
import { join } from 'node:path'
import { testFoldersOf } from './feature-tests.ts'
import { runTests } from './run-tests.ts'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const option = args.indexOf('--feature')
if (option >= 0) args.splice(option, 2, ...foldersOf(args[option + 1]))
process.exit(await runTests(args))

function foldersOf(feature = ''): string[] {
  try {
    return testFoldersOf(root, feature)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
