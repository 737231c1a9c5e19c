/** `npm run test:long [files]`: the tests, with what takes too long for every run: all pages in all windows, long models. */
import { runTests } from './run-tests.ts'

process.exit(await runTests(process.argv.slice(2), { TEST_LONG: '1' }))
