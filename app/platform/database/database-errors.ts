/** Reads the errors of PostgreSQL. */
const FOREIGN_KEY_VIOLATION = '23503'
const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'
const BROKEN_RULES: unknown[] = [FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION, CHECK_VIOLATION]

/** The name of the violated check, foreign key or unique index, also of one that a trigger keeps; undefined for every other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !BROKEN_RULES.includes(error.code)) return undefined
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
}
