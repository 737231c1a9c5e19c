/** The password rules of the specification: for the schema and for the check marks beside the field. */
export const PASSWORD_RULES = [
  { key: 'length', test: (password: string) => password.length >= 8 },
  { key: 'upper', test: (password: string) => /\p{Lu}/u.test(password) },
  { key: 'lower', test: (password: string) => /\p{Ll}/u.test(password) },
  { key: 'digit', test: (password: string) => /\p{Nd}/u.test(password) },
  { key: 'special', test: (password: string) => /[^\p{L}\p{M}\p{N}\s]/u.test(password) },
] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]['key']
