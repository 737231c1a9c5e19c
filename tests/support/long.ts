/** Whether this is `npm run test:long`, which also runs checks that take hours. */
export const IS_LONG = process.env.TEST_LONG === '1'
