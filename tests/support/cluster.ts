/** One PostgreSQL in memory for the test run, with a migrated database that every test file copies. */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '../../app/platform/database/database.server.ts'
import { startEmbeddedPostgres } from '../../app/platform/database/embedded-postgres.server.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'

const TEMPLATE = 'maahad_template'
/** The template with the demonstration content, created when a test file first needs it. */
export const INSTITUTE = 'maahad_institute'
const MEMORY = '/dev/shm'
const UNSAFE_BUT_FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'autovacuum=off',
]

export type TestCluster = {
  /** Connection string of the administration database, to create others. */
  adminUrl: string
  templateUrl: string
  /** A folder for the stored files of the templates. */
  files: string
  stop: () => Promise<void>
}

/** Starts the cluster, or uses the server of `DATABASE_URL`, and migrates the template. */
export async function startTestCluster(): Promise<TestCluster> {
  const { adminUrl, urlOf, stop } = await server()
  const files = mkdtempSync(join(tmpdir(), 'maahad-institute-'))
  const end = async () => {
    await stop()
    rmSync(files, { recursive: true, force: true })
  }
  try {
    await migrateTemplate(adminUrl, urlOf(TEMPLATE))
  } catch (error) {
    await end()
    throw error
  }
  return { adminUrl, templateUrl: urlOf(TEMPLATE), files, stop: end }
}

async function migrateTemplate(adminUrl: string, templateUrl: string) {
  const admin = new Client({ connectionString: adminUrl })
  // After a failed migration the server ends before this connection does.
  admin.on('error', () => undefined)
  await admin.connect()
  for (const old of [INSTITUTE, TEMPLATE]) await admin.query(`drop database if exists ${old}`)
  await admin.query(`create database ${TEMPLATE}`)
  const { pool, close } = openDatabase(templateUrl, 3, () => undefined)
  await migrate(pool)
  await close()
  await disconnect(admin, TEMPLATE)
  await admin.end()
}

/** PostgreSQL copies a database only without connections, and a pool's last connection may still be closing. */
export async function disconnect(admin: Client, database: string): Promise<void> {
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])
}

/** A new folder that needs no disk where the system has one, and that PostgreSQL's user can enter. */
export function folderInMemory(prefix: string): string {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), prefix))
  // If other users could not enter the folder, a cluster in it would be created elsewhere, on a disk.
  chmodSync(folder, 0o755)
  return folder
}

async function server() {
  const externalUrl = process.env.DATABASE_URL
  if (externalUrl) {
    const urlOf = (database: string) => Object.assign(new URL(externalUrl), { pathname: `/${database}` }).href
    return { adminUrl: externalUrl, urlOf, stop: async () => undefined }
  }
  const folder = folderInMemory('maahad-test-')
  const postgres = await startEmbeddedPostgres(
    join(folder, 'data'),
    UNSAFE_BUT_FAST.flatMap((flag) => ['-c', flag]),
  )
  const stop = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { adminUrl: postgres.url('postgres'), urlOf: postgres.url, stop }
}

/** Copies the template into a database of its own: about 15 ms. */
export async function createTestDatabase(cluster: Pick<TestCluster, 'adminUrl' | 'templateUrl'>, name: string) {
  const admin = new Client({ connectionString: cluster.adminUrl })
  await admin.connect()
  const url = await copyDatabase(admin, cluster, name)
  await admin.end()
  return url
}

export async function copyDatabase(
  admin: Client,
  { templateUrl }: Pick<TestCluster, 'templateUrl'>,
  name: string,
  template = TEMPLATE,
): Promise<string> {
  const { rows } = await admin.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  )
  const strategy = rows[0]!.major >= 15 ? 'strategy file_copy' : ''
  await admin.query(`create database ${name} template ${template} ${strategy}`)
  return templateUrl.replace(TEMPLATE, name)
}

/** Drops a copy, even with open connections. */
export async function dropTestDatabase(cluster: Pick<TestCluster, 'adminUrl'>, name: string): Promise<void> {
  const admin = new Client({ connectionString: cluster.adminUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
}
