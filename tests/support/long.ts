import { it } from 'vitest'

/** Whether this is `npm run test:long`: what every run leaves out, see docs/decisions/0071-what-every-run-tests.md. */
export const IS_LONG = process.env.TEST_LONG === '1'

/**
 * A test of the long run only: a test of every run proves the same in another language or window, or in another way, or
 * what it proves seldom changes and needs long.
 */
export const longIt = it.runIf(IS_LONG)

/** The first way in every run, all of them in the long run. Tests of a file begin with different ones. */
export const inTurn = <const T>(...ways: T[]): T[] => (IS_LONG ? ways : ways.slice(0, 1))
