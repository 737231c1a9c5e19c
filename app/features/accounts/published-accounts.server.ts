/** The demonstration's accounts stand with their passwords in this repository, where everybody can read them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const FILE = join(import.meta.dirname, '..', '..', '..', 'content', 'demo-accounts.yaml')
const Accounts = z.array(z.object({ email: z.string().toLowerCase(), password: z.string() }))

/** None where the institute has deleted the file. */
export const PUBLISHED_ACCOUNTS = existsSync(FILE) ? Accounts.parse(parse(readFileSync(FILE, 'utf8'))) : []

const passwords = new Set(PUBLISHED_ACCOUNTS.map(({ password }) => password.toLowerCase()))

/** Whether the password is one of the demonstration's, in any letter case. */
export function isPublishedPassword(password: string): boolean {
  return passwords.has(password.toLowerCase())
}
