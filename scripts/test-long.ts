/** `npm run test:long [files]`: the tests, with what takes too long for every run; see tests/support/long.ts. */
import { runTests } from './run-tests.ts'

process.exit(await runTests(process.argv.slice(2), { TEST_LONG: '1' }))
