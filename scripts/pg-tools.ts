/** Runs the command-line tools that a backup needs; explains how to install missing ones. */
import { spawnSync } from 'node:child_process'
import { openDatabase } from '../app/platform/database.server.ts'
import { CommandError } from './with-database.ts'

const INSTALL_HINTS: Record<string, string> = {
  tar: 'Install tar.',
  pg_dump: 'Install the client tools of PostgreSQL (on Debian: the package postgresql-client).',
  pg_restore: 'Install the client tools of PostgreSQL (on Debian: the package postgresql-client).',
}

/** @throws CommandError when the tool is missing or fails, with its error output */
export function runTool(tool: string, args: string[], env: Record<string, string> = {}): void {
  const result = spawnSync(tool, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  if ((result.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new CommandError(`${tool} is not on this machine. ${INSTALL_HINTS[tool] ?? ''}`.trim())
  if (result.status !== 0) throw new CommandError(`${tool} failed: ${result.stderr.trim() || result.error?.message}`)
}

export function dumpDatabase(url: string, file: string): void {
  const { dbname, env } = connection(url)
  runTool('pg_dump', ['--format=custom', '--no-owner', '--no-acl', `--file=${file}`, dbname], env)
}

/** Restores in one transaction: everything or nothing. */
export async function restoreDatabase(url: string, dump: string, mayReplace: boolean): Promise<void> {
  if (!mayReplace && (await isMigrated(url)))
    throw new CommandError('The database of DATABASE_URL is not empty. Say --yes to put the backup in its place.')
  const { dbname, env } = connection(url)
  const args = ['--clean', '--if-exists', '--no-owner', '--no-acl', '--single-transaction', '--exit-on-error']
  runTool('pg_restore', [...args, dbname, dump], env)
}

async function isMigrated(url: string): Promise<boolean> {
  const { pool, close } = openDatabase(url, 1, () => undefined)
  try {
    const { rows } = await pool.query<{ found: boolean }>(
      `select to_regclass('public.migrations') is not null as found`,
    )
    return rows[0]!.found
  } finally {
    await close()
  }
}

/** Moves the password into the environment: arguments are visible to all users of the machine. */
function connection(url: string): { dbname: string; env: Record<string, string> } {
  const parts = /^(postgres(?:ql)?:\/\/[^:@/]*):([^@/]*)@(.*)$/.exec(url)
  if (!parts) return { dbname: `--dbname=${url}`, env: {} }
  const [, user, password, rest] = parts
  return { dbname: `--dbname=${user}@${rest}`, env: { PGPASSWORD: decodeURIComponent(password!) } }
}
