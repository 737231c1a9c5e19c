import type { PasswordCost } from '../../../app/platform/context.server.ts'

/** The least work that argon2id allows: a hash as in production takes 40 ms, and the tests open thousands of accounts. */
export const CHEAP_PASSWORDS: PasswordCost = { memoryKib: 8, passes: 1 }
