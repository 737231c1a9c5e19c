/** Runs the command-line tools that a backup needs; explains how to install missing ones. */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../app/platform/database/database.server.ts'
import { SECOND_MS } from '../app/platform/durations.ts'
import { CommandError } from './with-database.ts'

const INSTALL_HINTS: Record<string, string> = {
  tar: 'Install tar.',
  pg_dump: 'Install the client tools of PostgreSQL (on Debian: the package postgresql-client).',
  psql: 'Install the client tools of PostgreSQL (on Debian: the package postgresql-client).',
  pg_restore: 'Install the client tools of PostgreSQL (on Debian: the package postgresql-client).',
}

/**
 * @param succeeds the exit codes that are no failure
 * @throws CommandError when the tool is missing or fails, with its error output
 */
export function runTool(tool: string, args: string[], env: Record<string, string> = {}, succeeds = [0]): void {
  const result = spawnSync(tool, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  if ((result.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new CommandError(`${tool} is not on this machine. ${INSTALL_HINTS[tool] ?? ''}`.trim())
  if (!succeeds.includes(result.status ?? -1))
    throw new CommandError(`${tool} failed: ${result.stderr.trim() || result.error?.message}`)
}

export function dumpDatabase(url: string, file: string): void {
  const { dbname, env } = connection(url)
  runTool('pg_dump', ['--format=custom', '--no-owner', '--no-acl', `--file=${file}`, dbname], env)
}

/**
 * Restores in one transaction: everything or nothing. Whatever is in the database goes first: a newer version's tables,
 * on which older ones do not depend, would otherwise remain or be in the way.
 */
export async function restoreDatabase(url: string, dump: string, mayReplace: boolean): Promise<void> {
  if (!mayReplace && (await isMigrated(url)))
    throw new CommandError('The database of DATABASE_URL is not empty. Say --yes to put the backup in its place.')
  const { dbname, env } = connection(url)
  const [emptying, script] = [`${dump}.first.sql`, `${dump}.sql`]
  writeFileSync(emptying, EMPTY_DATABASE)
  runTool('pg_restore', ['--no-owner', '--no-acl', `--file=${script}`, dump])
  if ((await serverVersion(url)) < TRANSACTION_TIMEOUT_SINCE) leaveOutTransactionTimeout(script)
  const files = [emptying, script].map((file) => `--file=${file}`)
  runTool('psql', ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', ...files, dbname], env)
}

/** The server's version that knows `transaction_timeout`, which newer client tools set in every script. */
const TRANSACTION_TIMEOUT_SINCE = 17
const SET_TRANSACTION_TIMEOUT = 'SET transaction_timeout = 0;'
/** Settings are at the beginning of a script. */
const SETTINGS_BYTES = 4096

/** Makes a comment of the setting in a script of `pg_restore`, in place: the script may be as large as the database. */
export function leaveOutTransactionTimeout(script: string): void {
  const file = openSync(script, 'r+')
  try {
    const settings = Buffer.alloc(SETTINGS_BYTES)
    const place = settings.subarray(0, readSync(file, settings)).indexOf(SET_TRANSACTION_TIMEOUT)
    if (place >= 0) writeSync(file, '--', place)
  } finally {
    closeSync(file)
  }
}

/** @returns the major version, such as 15 */
async function serverVersion(url: string): Promise<number> {
  const { pool, close } = openDatabase(url, 1, () => undefined)
  try {
    const { rows } = await pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    return rows[0]!.version
  } finally {
    await close()
  }
}

/** Of everything that this product makes. */
export const EMPTY_DATABASE = `drop schema if exists graphile_worker cascade;
  drop schema public cascade;
  create schema public;`

/** A server that was just stopped may still be ending its connections. */
const ENDING_TIMEOUT_MS = 3 * SECOND_MS

/**
 * Refuses to replace a database that somebody is connected to; a running server always is.
 * @throws CommandError saying from where
 */
export async function refuseWhileUsed(url: string): Promise<void> {
  const { pool, close } = openDatabase(url, 1, () => undefined)
  const deadline = Date.now() + ENDING_TIMEOUT_MS
  try {
    for (;;) {
      const { rows } = await pool.query<{ count: number; from: string }>(CONNECTED)
      const { count, from } = rows[0]!
      if (count === 0) return
      if (Date.now() > deadline)
        throw new CommandError(
          `The database is in use: ${count} connections from ${from}. Stop every server and client first, or say --force.`,
        )
      await sleep(250)
    }
  } finally {
    await close()
  }
}

const CONNECTED = `
  select count(*)::int as count, string_agg(distinct coalesce(host(client_addr), 'this machine'), ', ') as from
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

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
