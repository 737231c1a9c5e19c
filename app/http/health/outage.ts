/** What visitors and programs are told while the database is not available. */
import { Problem } from '../../api/problem.ts'

/** After this time they may try again, in seconds. */
export const RETRY_AFTER_SECONDS = 10

export const outageProblem = () => new Problem('unavailable', { seconds: RETRY_AFTER_SECONDS })
