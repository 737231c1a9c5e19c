/**
 * `npm test`: everything that the tests need, then every check: types, lint, unit, API, browser.
 * `npm test -- files…` runs some files, `npm test -- --feature name` the tests of one feature.
 */
import { join } from 'node:path'
import { testFoldersOf } from './feature-tests.ts'
import { runTests } from './run-tests.ts'

const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const option = words.indexOf('--feature')
if (option >= 0) words.splice(option, 2, ...foldersOf(words[option + 1]))
process.exit(await runTests(words))

function foldersOf(feature = ''): string[] {
  try {
    return testFoldersOf(root, feature)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
