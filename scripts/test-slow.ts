/** `npm run test:slow`: the test files that `npm test` leaves out, see slow-tests.ts. */
import { join } from 'node:path'
import { runTests } from './run-tests.ts'
import { slowTestFiles } from './slow-tests.ts'

process.exit(await runTests(slowTestFiles(join(import.meta.dirname, '..'))))
