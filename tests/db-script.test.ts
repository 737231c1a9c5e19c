import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { diskStorage } from '../app/adapters/storage/disk.server.ts'
import { DEMONSTRATION, importContent } from '../app/features/content/content.server.ts'
import { migrate } from '../app/platform/database.server.ts'
import { lockFolder } from '../app/platform/instance-lock.server.ts'
import { readSettings } from '../app/platform/settings.server.ts'
import { withDatabase } from '../scripts/with-database.ts'
import { dropTestDatabase } from './support/cluster.ts'
import { copyInstituteFiles, createInstituteDatabase } from './support/content/institute.ts'
import { removeDataFolder } from './support/data-folder.ts'

const ROOT = join(import.meta.dirname, '..')

type Env = { DATA_DIR: string; DATABASE_URL: string; MAAHAD_DEMO: '1'; PATH?: string }

/** Runs the script as npm does. */
function db(env: Env, ...args: string[]) {
  const done = spawnSync(process.execPath, [join(ROOT, 'scripts', 'db.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { code: done.status, output: done.stdout + done.stderr }
}

const courses = (env: Env) =>
  withDatabase(readSettings(env), async ({ pool }) => {
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from courses')
    return rows[0]!.count
  })

const loadDemonstration = (env: Env) =>
  withDatabase(readSettings(env), async ({ db, pool }) => {
    const settings = readSettings(env)
    await migrate(pool)
    const storage = diskStorage(join(settings.dataDir, 'storage'))
    const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl'), files: inject('files') }
    await copyInstituteFiles(cluster, settings.dataDir)
    await importContent({ db, settings, storage, now: () => new Date() }, DEMONSTRATION)
  })

describe('the database script on the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maahad-db-'))
  const env: Env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', MAAHAD_DEMO: '1' }
  const file = join(folder, 'backup.tar.gz')
  const picture = () => readFileSync(join(env.DATA_DIR, 'storage', 'private', 'cv.pdf'), 'utf8')
  beforeAll(async () => {
    await loadDemonstration(env)
    await diskStorage(join(env.DATA_DIR, 'storage')).put('private/cv.pdf', Buffer.from('a CV'))
  })
  afterAll(() => {
    for (const data of [env.DATA_DIR, join(folder, 'elsewhere')]) removeDataFolder(data)
    rmSync(folder, { recursive: true, force: true })
  })

  it('restores everything from a backup after a reset', async () => {
    const before = await courses(env)
    expect(before).toBeGreaterThan(50)
    expect(db(env, 'backup', file)).toMatchObject({ code: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const refused = db(env, 'reset')
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Say --yes') })
    expect(await courses(env)).toBe(before)

    expect(db(env, 'reset', '--yes')).toMatchObject({ code: 0 })
    expect(await courses(env)).toBe(0)
    expect(existsSync(join(env.DATA_DIR, 'storage', 'private'))).toBe(false)

    const rejected = db(env, 'restore', file)
    expect(rejected).toMatchObject({ code: 1, output: expect.stringContaining('holds a database already') })
    expect(db(env, 'restore', file, '--yes')).toMatchObject({ code: 0 })
    expect(await courses(env)).toBe(before)
    expect(picture()).toBe('a CV')
  })

  it('restores into an empty folder', async () => {
    const elsewhere = { ...env, DATA_DIR: join(folder, 'elsewhere') }
    expect(db(elsewhere, 'restore', file)).toMatchObject({ code: 0 })
    expect(await courses(elsewhere)).toBe(await courses(env))
    expect(readFileSync(join(elsewhere.DATA_DIR, 'auth-secret'))).toEqual(
      readFileSync(join(env.DATA_DIR, 'auth-secret')),
    )
  })

  it('keeps the current data when the file is not a backup', async () => {
    const before = await courses(env)
    writeFileSync(join(folder, 'letter.txt'), 'Dear sir')
    expect(db(env, 'restore', join(folder, 'letter.txt'), '--yes').code).toBe(1)
    expect(db(env, 'restore', join(folder, 'nothing.tar.gz'), '--yes').output).toContain('There is no file')
    expect(await courses(env)).toBe(before)
  })

  it('does not touch the database of a running server', async () => {
    const release = await lockFolder(env.DATA_DIR)
    const refused = db(env, 'reset', '--yes')
    release()
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Another Maahad is running') })
    expect(await courses(env)).toBeGreaterThan(50)
  })

  it('reports when there is nothing to migrate', () => {
    expect(db(env, 'migrate')).toEqual({ code: 0, output: 'The database is up to date.\n' })
  })

  it.each([[[]], [['drop']], [['backup']]])('prints its usage after %s', (args) => {
    expect(db(env, ...args)).toMatchObject({ code: 1, output: expect.stringContaining('npm run db -- migrate') })
  })
})

/** pg_dump rejects servers of newer versions. */
async function toolsFit(): Promise<boolean> {
  const version = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? ''
  const client = new Client({ connectionString: inject('adminUrl') })
  await client.connect()
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  )
  await client.end()
  return Number(/\d+/.exec(version)?.[0] ?? 0) >= rows[0]!.major
}

describe('the database script on an external database', async () => {
  const fit = await toolsFit()
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const folder = mkdtempSync(join(tmpdir(), 'maahad-db-'))
  const file = join(folder, 'backup.tar.gz')
  let env: Env
  beforeAll(async () => {
    const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl'), files: inject('files') }
    const dataDir = join(folder, 'data')
    const DATABASE_URL = await createInstituteDatabase(cluster, database, dataDir)
    env = { DATA_DIR: dataDir, DATABASE_URL, MAAHAD_DEMO: '1' }
  })
  afterAll(async () => {
    await dropTestDatabase({ adminUrl: inject('adminUrl') }, database)
    rmSync(folder, { recursive: true, force: true })
  })

  it.runIf(fit)('brings back everything: backup, reset, restore', async () => {
    const before = await courses(env)
    expect(db(env, 'backup', file)).toMatchObject({ code: 0 })
    expect(db(env, 'reset', '--yes')).toMatchObject({ code: 0 })
    expect(await courses(env)).toBe(0)
    expect(db(env, 'restore', file)).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') })
    expect(db(env, 'restore', file, '--yes')).toMatchObject({ code: 0 })
    expect(await courses(env)).toBe(before)
    expect(existsSync(join(env.DATA_DIR, 'storage', 'media'))).toBe(true)
  })

  it('names the missing tool when it is not installed', async () => {
    const refused = db({ ...env, PATH: folder }, 'backup', file)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('pg_dump is not on this machine') })
  })

  it('resets the database to empty tables', async () => {
    expect(db(env, 'reset', '--yes')).toMatchObject({ code: 0 })
    expect(await courses(env)).toBe(0)
    await loadDemonstration(env)
    expect(await courses(env)).toBeGreaterThan(50)
  })
})
