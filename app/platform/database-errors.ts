/** Reads the errors of PostgreSQL. */
const CHECK_VIOLATION = '23514'

/** The name of the violated check, also of one that a trigger keeps; undefined for every other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== CHECK_VIOLATION) return undefined
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
}
