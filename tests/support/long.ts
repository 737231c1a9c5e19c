/** Whether this is `npm run test:long`: what would make the suite take hours is done in full. */
export const IS_LONG = process.env.TEST_LONG === '1'
