/** The demonstration institute, loaded once for a run: test files start with a copy of it. */
import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { diskStorage } from '../../../app/adapters/storage/disk.server.ts'
import { DEMONSTRATION, importContent } from '../../../app/features/content/content.server.ts'
import { openDatabase } from '../../../app/platform/database/database.server.ts'
import { readSettings } from '../../../app/platform/settings.server.ts'
import { CHEAP_PASSWORDS } from '../accounts/cheap-passwords.ts'
import { copyDatabase, disconnect, INSTITUTE, type TestCluster } from '../cluster.ts'

export type Cluster = Pick<TestCluster, 'adminUrl' | 'templateUrl' | 'files'>

/** An arbitrary number: the first file that needs the institute loads it, the others wait. */
const LOADING = 7_301_448

/** @param dataDir gets the institute's pictures and films */
export function createInstituteDatabase(cluster: Cluster, name: string, dataDir: string): Promise<string> {
  return withInstitute(cluster, dataDir, (admin) => copyDatabase(admin, cluster, name, INSTITUTE))
}

/** Copies the institute's pictures and films into a data folder, so that they need not be processed again. */
export function copyInstituteFiles(cluster: Cluster, dataDir: string): Promise<void> {
  return withInstitute(cluster, dataDir, async () => undefined)
}

async function withInstitute<T>(cluster: Cluster, dataDir: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: cluster.adminUrl })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [LOADING])
    const { rows } = await admin.query('select from pg_database where datname = $1', [INSTITUTE])
    if (rows.length === 0) await loadInstitute(admin, cluster)
    await admin.query('select pg_advisory_unlock($1)', [LOADING])
    linkFiles(join(cluster.files, 'storage'), join(dataDir, 'storage'))
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** Hard links take a fraction of the time of copies. The storage never writes into a file: it replaces the whole. */
function linkFiles(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFiles(source, target)
    else linkSync(source, target)
  }
}

async function loadInstitute(admin: Client, cluster: Cluster) {
  const half = `${INSTITUTE}_half`
  await admin.query(`drop database if exists ${half} with (force)`)
  const url = await copyDatabase(admin, cluster, half)
  const { db, close } = openDatabase(url, 3, () => undefined)
  const settings = readSettings({ PORT: '0', DATA_DIR: cluster.files, DATABASE_URL: url, MAAHAD_DEMO: '1' })
  const storage = diskStorage(join(cluster.files, 'storage'))
  await importContent({ db, storage, settings, now: () => new Date(), passwordCost: CHEAP_PASSWORDS }, DEMONSTRATION)
  await close()
  await disconnect(admin, half)
  await admin.query(`alter database ${half} rename to ${INSTITUTE}`)
}
