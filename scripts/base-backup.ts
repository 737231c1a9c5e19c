/** Copies an embedded cluster while it runs, by PostgreSQL's own functions for base backups. */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** Folders whose content PostgreSQL makes anew: https://www.postgresql.org/docs/18/continuous-archiving.html */
const EMPTY = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const SKIPPED = /^(postmaster\.(pid|opts)|pg_internal\.init|backup_label|tablespace_map|pgsql_tmp.*)$/
const CONTROL = join('global', 'pg_control')
const WAL_FILE = /^[0-9A-F]{24}$/

/**
 * Copies the cluster's `folder` into `target`, which must not exist. The copy recovers to the moment of this function's
 * end when it is started.
 * @param client a connection to that cluster, used for nothing else meanwhile
 */
export async function copyCluster(client: pg.PoolClient, folder: string, target: string): Promise<void> {
  // The slot keeps the log that the copy needs; it ends with the connection.
  await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
  const { rows: begun } = await client.query<{ first: string }>(
    `select pg_walfile_name(pg_backup_start('maahad', true)) as first`,
  )
  copyFolder(folder, target, '')
  // Last, so that it is not older than what was copied before it.
  copy(join(folder, CONTROL), join(target, CONTROL))
  const { rows: ended } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  writeFileSync(join(target, 'backup_label'), ended[0]!.labelfile, { mode: 0o600 })
  for (const name of readdirSync(join(folder, 'pg_wal')))
    if (name.endsWith('.history') || (WAL_FILE.test(name) && name >= begun[0]!.first))
      copy(join(folder, 'pg_wal', name), join(target, 'pg_wal', name))
}

function copyFolder(folder: string, target: string, path: string): void {
  mkdirSync(join(target, path), { mode: 0o700 })
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (SKIPPED.test(entry.name) || inside === CONTROL) continue
    if (!entry.isDirectory()) copy(join(folder, inside), join(target, inside))
    else if (EMPTY.has(inside)) mkdirSync(join(target, inside), { mode: 0o700 })
    else copyFolder(folder, target, inside)
  }
}

/** A file that is deleted meanwhile is not needed: the log says that it was deleted. */
function copy(from: string, to: string): void {
  try {
    copyFileSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
