import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskStorage } from '../../app/adapters/storage/disk.server.ts'
import { importContent } from '../../app/features/content/content.server.ts'
import { sendEmail } from '../../app/features/messages/messages.server.ts'
import { remindOfEndings } from '../../app/features/reminders/reminders.server.ts'
import { openDatabase } from '../../app/platform/database/database.server.ts'
import { startEmbeddedPostgres } from '../../app/platform/database/embedded-postgres.server.ts'
import { lockFolder } from '../../app/platform/database/instance-lock.server.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'
import { MINUTE_MS } from '../../app/platform/durations.ts'
import { enqueue } from '../../app/platform/jobs.server.ts'
import { readSettings } from '../../app/platform/settings.server.ts'
import { NODE_ARGUMENTS } from '../../scripts/node-arguments.ts'
import { withDatabase } from '../../scripts/with-database.ts'
import { folderInMemory } from '../support/cluster.ts'
import { partOfContent } from '../support/content/content-folder.ts'
import { removeDataFolder } from '../support/data-folder.ts'
import { BINARIES, type ExternalPostgres, startExternalPostgres } from '../support/external-postgres.ts'
import { course, learner, order } from '../support/factories.ts'
import { inTurn, longIt } from '../support/long.ts'

const ROOT = join(import.meta.dirname, '..', '..')

type Env = { DATA_DIR: string; DATABASE_URL: string; MAAHAD_DEMO: '1'; PATH?: string }

/** Runs the script as npm does. */
function db(env: Env, ...args: string[]) {
  const done = spawnSync(process.execPath, [...NODE_ARGUMENTS, join(ROOT, 'scripts', 'db.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { code: done.status, output: done.stdout + done.stderr }
}

/** Like `db`, while this process goes on. */
async function runBeside(env: Env, script: string, ...args: string[]) {
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, join(ROOT, 'scripts', script), ...args], {
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const [code] = await once(child, 'exit')
  return { code, output }
}

const courses = (env: Env) =>
  withDatabase(readSettings(env), async ({ pool }) => {
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from courses')
    return rows[0]!.count
  })

const loadInstitute = (env: Env) =>
  withDatabase(readSettings(env), async ({ db, pool }) => {
    const settings = readSettings(env)
    await migrate(pool)
    const storage = diskStorage(join(settings.dataDir, 'storage'))
    const part = partOfContent()
    await importContent({ db, settings, storage, now: () => new Date() }, part.path)
    part.dispose()
  })

describe('the database script on the embedded database', () => {
  const folder = folderInMemory('maahad-db-')
  const env: Env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', MAAHAD_DEMO: '1' }
  const file = join(folder, 'backup.tar.gz')
  const picture = () => readFileSync(join(env.DATA_DIR, 'storage', 'private', 'cv.pdf'), 'utf8')
  beforeAll(async () => {
    await loadInstitute(env)
    await diskStorage(join(env.DATA_DIR, 'storage')).put('private/cv.pdf', Buffer.from('a CV'))
  })
  afterAll(() => {
    for (const data of [env.DATA_DIR, join(folder, 'elsewhere')]) removeDataFolder(data)
    rmSync(folder, { recursive: true, force: true })
  })

  it('restores everything from a backup after a reset, and touches nothing that is in use or not a backup', async () => {
    const release = await lockFolder(env.DATA_DIR)
    const inUse = db(env, 'reset', '--yes')
    release()
    expect(inUse).toMatchObject({ code: 1, output: expect.stringContaining('Another Maahad is running') })
    const before = await courses(env)
    expect(before).toBeGreaterThan(3)
    writeFileSync(join(folder, 'letter.txt'), 'Dear sir')
    expect(db(env, 'restore', join(folder, 'letter.txt'), '--yes').code).toBe(1)
    expect(db(env, 'restore', join(folder, 'nothing.tar.gz'), '--yes').output).toContain('There is no file')
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

  longIt('restores into an empty folder', async () => {
    const elsewhere = { ...env, DATA_DIR: join(folder, 'elsewhere') }
    expect(db(elsewhere, 'restore', file)).toMatchObject({ code: 0 })
    expect(await courses(elsewhere)).toBe(await courses(env))
    expect(readFileSync(join(elsewhere.DATA_DIR, 'auth-secret'))).toEqual(
      readFileSync(join(env.DATA_DIR, 'auth-secret')),
    )
  })

  longIt('backs up a running server, with what is written meanwhile, and invites staff beside it', async () => {
    const before = await courses(env)
    const running = join(folder, 'running.tar.gz')
    const release = await lockFolder(env.DATA_DIR)
    const postgres = await startEmbeddedPostgres(env.DATA_DIR)
    const { pool, close } = openDatabase(postgres.url('postgres'), 2, () => undefined)
    await pool.query('create table written (number integer)')
    let isDone = false
    const writing = (async () => {
      for (let number = 1; !isDone; number += 1) {
        await pool.query('insert into written select $1 from generate_series(1, 1000)', [number])
        if (number % 20 === 0) await pool.query('checkpoint')
        await sleep(20)
      }
    })()
    const [created, invited] = await Promise.all([
      runBeside(env, 'db.ts', 'backup', running),
      runBeside(env, 'staff.ts', 'invite', 'a@b.example', '--role', 'Owner'),
    ])
    isDone = true
    await writing
    await close()
    await postgres.stop()
    release()
    expect(created).toMatchObject({ code: 0 })
    expect(invited).toMatchObject({ code: 0, output: expect.stringContaining('/ar/invitation?token=') })
    expect(db(env, 'restore', running, '--yes')).toMatchObject({ code: 0 })
    expect(await courses(env)).toBe(before)
    const counts = await withDatabase(readSettings(env), ({ pool: restored }) =>
      restored.query<{ count: number }>('select count(*)::int as count from written group by number'),
    )
    expect(counts.rows.length).toBeGreaterThan(0)
    expect(counts.rows.every(({ count }) => count === 1000)).toBe(true)
  })

  // In every run the external database says so after a restore.
  longIt('reports when there is nothing to migrate', () => {
    expect(db(env, 'migrate')).toEqual({ code: 0, output: 'The database is up to date.\n' })
  })

  it.each(inTurn([['backup']], [['drop']], [[]]))('prints its usage after %s', (args) => {
    expect(db(env, ...args)).toMatchObject({ code: 1, output: expect.stringContaining('npm run db -- migrate') })
  })
})

describe.runIf(BINARIES)('the database script on an external database', () => {
  const folder = folderInMemory('maahad-db-')
  const file = join(folder, 'backup.tar.gz')
  let external: ExternalPostgres
  let env: Env
  beforeAll(async () => {
    external = await startExternalPostgres()
    env = {
      DATA_DIR: join(folder, 'data'),
      MAAHAD_DEMO: '1',
      DATABASE_URL: external.url,
      PATH: `${BINARIES}:${process.env.PATH}`,
    }
    await loadInstitute(env)
  })
  afterAll(async () => {
    await external.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  /** Not blocking, so that the connections of this process can end. */
  const script = (on: Env, ...args: string[]) => runBeside(on, 'db.ts', ...args)
  const query = (text: string) => withDatabase(readSettings(env), ({ pool }) => pool.query(text))

  it('restores a backup of an older version over a newer database, and migrates it', async () => {
    const before = await courses(env)
    expect(await script(env, 'backup', file)).toMatchObject({ code: 0 })
    // A later version: a table on which older ones depend, and a function.
    await query('create table newer (id integer primary key)')
    await query('alter table courses add column newer_id integer references newer')
    await query('create view newest as select * from courses')
    expect(await script(env, 'restore', file)).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty'),
    })
    expect(await script(env, 'restore', file, '--yes')).toMatchObject({ code: 0 })
    expect(await courses(env)).toBe(before)
    const { rows } = await query(`select to_regclass('newer') as table, to_regclass('newest') as view`)
    expect(rows).toEqual([{ table: null, view: null }])
    expect(existsSync(join(env.DATA_DIR, 'storage', 'media'))).toBe(true)
    expect((await script(env, 'migrate')).output).toContain('up to date')
  })

  it('keeps everything when the backup cannot be restored, or is of a newer version', async () => {
    const before = await courses(env)
    const unpacked = mkdtempSync(join(folder, 'unpacked-'))
    spawnSync('tar', ['-xzf', file, '-C', unpacked])
    const broken = join(folder, 'broken.tar.gz')
    const facts = JSON.parse(readFileSync(join(unpacked, 'backup.json'), 'utf8'))
    const pack = () => spawnSync('tar', ['-czf', broken, '-C', unpacked, 'backup.json', 'database.dump'])
    truncateSync(join(unpacked, 'database.dump'), 100_000)
    pack()
    expect((await script(env, 'restore', broken, '--yes')).code).toBe(1)
    expect(await courses(env)).toBe(before)
    // One of another branch, whose number is not the highest; and as older versions wrote it.
    const withUnknown = [...facts.migrations, '100-of-another-branch.sql']
    for (const newer of [{ migrations: withUnknown }, { migrations: undefined, migration: '999-later.sql' }]) {
      writeFileSync(join(unpacked, 'backup.json'), JSON.stringify({ ...facts, ...newer }))
      pack()
      expect((await script(env, 'restore', broken, '--yes')).output).toContain('of a newer version')
    }
    expect(await courses(env)).toBe(before)
  })

  longIt('replaces nothing while a server is connected, unless forced', async () => {
    const server = new Client({ connectionString: env.DATABASE_URL })
    await server.connect()
    for (const args of [
      ['reset', '--yes'],
      ['restore', file, '--yes'],
    ])
      expect(await script(env, ...args)).toMatchObject({
        code: 1,
        output: expect.stringContaining('1 connections from 127.0.0.1'),
      })
    expect(await courses(env)).toBeGreaterThan(3)
    expect((await script(env, 'backup', join(folder, 'beside.tar.gz'))).code).toBe(0)
    expect(await script(env, 'restore', file, '--yes', '--force')).toMatchObject({ code: 0 })
    await server.end()
  })

  longIt('sends nothing of a restored queue again, until it is released', async () => {
    const now = new Date()
    const settings = readSettings(env)
    const sara = await withDatabase(settings, async ({ db: database }) => {
      const mail = { to: 'a@b.example', subject: 'x', text: 'x', html: 'x', lang: 'ar' as const }
      await sendEmail(database, now, mail)
      await enqueue(database, 'sendRefund', { id: 1 })
      await enqueue(database, 'mailNotices', { userId: 1 })
      await sql`update graphile_worker._private_jobs set locked_by = 'a killed server', locked_at = now()
        where id = (select min(id) from graphile_worker._private_jobs)`.execute(database)
      await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
        values ('beginDigests', '2026-01-01', '2026-01-01')`.execute(database)
      const buyer = await learner(database)
      const minutes = (count: number) => new Date(now.getTime() + count * MINUTE_MS)
      const { id: courseId } = await course(database)
      await order(database, {
        userId: buyer.id,
        courseId,
        status: 'pending',
        createdAt: minutes(-15),
        expiresAt: minutes(7),
      })
      return buyer
    })
    expect((await script(env, 'backup', file)).code).toBe(0)
    const restored = await script(env, 'restore', file, '--yes')
    expect(restored.output).toContain('2 messages are held')
    const { rows } = await query('select task_identifier from graphile_worker.jobs')
    expect(rows).toEqual([{ task_identifier: 'sendRefund' }])
    // The reminder was due, and may have been sent after the backup: the server does not send it again.
    await withDatabase(settings, ({ db: database }) => remindOfEndings({ db: database, settings, now: () => now }))
    const waiting = await query('select recipient, given_up_because from messages where sent_at is null order by id')
    expect(waiting.rows).toEqual([
      { recipient: 'a@b.example', given_up_because: 'restored' },
      { recipient: sara.email, given_up_because: 'restored' },
    ])
    const crontabs = await query('select last_execution from graphile_worker._private_known_crontabs')
    expect(Date.now() - crontabs.rows[0].last_execution.getTime()).toBeLessThan(60_000)

    const listed = (await script(env, 'held-messages')).output
    const [number] = listed
      .split('\n')
      .find((line) => line.includes(sara.email))!
      .split('  ')
    expect((await script(env, 'release-messages')).code).toBe(1)
    expect((await script(env, 'release-messages', number!)).output).toContain('1 messages are sent')
    const left = await script(env, 'held-messages')
    expect(left.output).toContain('a@b.example')
    expect(left.output).not.toContain(sara.email)
    const jobs = await query(
      "select payload ->> 'id' as id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'sendMessage'",
    )
    expect(jobs.rows).toEqual([{ id: number }])
  })

  longIt("says that a bucket's files are not in the backup, and how to copy them", async () => {
    const s3 = {
      ...env,
      ...{ STORAGE: 's3', STORAGE_S3_ENDPOINT: 'https://s3.example', STORAGE_S3_REGION: 'x' },
      ...{ STORAGE_S3_BUCKET: 'institute', STORAGE_S3_ACCESS_KEY_ID: 'x', STORAGE_S3_SECRET_ACCESS_KEY: 'x' },
    }
    const created = await script(s3, 'backup', file)
    expect(created.output).toContain('are NOT in it')
    expect(created.output).toContain(`aws s3 sync s3://institute ${file}.files --endpoint-url https://s3.example`)
    const restored = await script(s3, 'restore', file, '--yes')
    expect(restored.output).toContain(`aws s3 sync ${file}.files s3://institute --endpoint-url https://s3.example`)
    // The files on this disk are not the bucket's: they stay.
    expect(existsSync(join(env.DATA_DIR, 'storage', 'media'))).toBe(true)
  })

  longIt('names the missing tool when it is not installed', async () => {
    const refused = await script({ ...env, PATH: folder }, 'backup', file)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('pg_dump is not on this machine') })
  })

  longIt('resets the database to empty tables', async () => {
    expect(await script(env, 'reset', '--yes')).toMatchObject({ code: 0 })
    expect(await courses(env)).toBe(0)
  })
})
