import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { openDatabase } from '../../platform/database/database.server.ts'
import { createDatabaseHealth } from '../../platform/database/health.ts'
import { readinessOf } from './readiness.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const ALL_OK = { database: 'ok', queue: 'ok', disk: 'ok', storage: 'ok' }
const ready = (changes: Partial<TestApp['services']> = {}, { isDraining = false, isFull = false } = {}) =>
  readinessOf({ ...app.services, ...changes }, { isFull: () => isFull }, () => isDraining)()
const overHttp = async () => {
  const answer = await fetch(`${app.address}/readyz`)
  return { status: answer.status, body: await answer.json(), cached: answer.headers.get('cache-control') }
}

it('an instance whose parts all answer is ready, and says so to nobody’s cache', async () => {
  expect(await overHttp()).toEqual({
    status: 200,
    body: { status: 'ready', checks: ALL_OK },
    cached: 'no-store',
  })
})

it('an instance without its storage is degraded, not unready', async () => {
  for (const broken of [async () => false, () => Promise.reject(new Error('secret.internal refused'))]) {
    const storage = { ...app.services.storage, ready: broken }
    expect(await ready({ storage })).toEqual({ status: 'degraded', checks: { ...ALL_OK, storage: 'unavailable' } })
  }
})

it('an instance that is about to end says so before anything else', async () => {
  expect((await ready({}, { isDraining: true, isFull: true })).status).toBe('draining')
})

it('a database that takes no writes makes the instance unready', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  const database = sql.id(rows[0]!.name)
  await sql`alter database ${database} set default_transaction_read_only = on`.execute(app.db)
  const standby = openDatabase(app.services.settings.databaseUrl!, 2, () => undefined)
  expect(await ready({ db: standby.db })).toEqual({
    status: 'unready',
    checks: { ...ALL_OK, database: 'it takes no writes' },
  })
  await standby.close()
  await sql`alter database ${database} reset default_transaction_read_only`.execute(app.db)
})

it('a database of an older version makes the instance unready, one of a newer version does not', async () => {
  await sql`insert into migrations (name, hash) values ('999-of-the-next-version.sql', '')`.execute(app.db)
  expect((await ready()).status).toBe('ready')
  await sql`delete from migrations where name like '999%'`.execute(app.db)
  const [first] = (await sql<{ name: string; hash: string }>`select name, hash from migrations limit 1`.execute(app.db))
    .rows
  await sql`delete from migrations where name = ${first!.name}`.execute(app.db)
  expect((await ready()).checks.database).toBe('migrations are missing')
  await sql`insert into migrations (name, hash) values (${first!.name}, ${first!.hash})`.execute(app.db)
})

it('connections that are all in use make the instance unready within two seconds, and questions do not pile up', async () => {
  const busy = openDatabase(app.services.settings.databaseUrl!, 1, () => undefined)
  const held = await busy.pool.connect()
  const readiness = readinessOf({ ...app.services, db: busy.db }, createDatabaseHealth(), () => false)
  const startedAt = performance.now()
  const answers = await Promise.all([readiness(), readiness(), readiness()])
  expect(performance.now() - startedAt).toBeLessThan(2000)
  for (const { status, checks } of answers) expect([status, checks.database]).toEqual(['unready', 'no answer in time'])
  // The database and the queue are each asked once.
  expect(busy.pool.waitingCount).toBeLessThanOrEqual(2)
  held.release()
  await expect.poll(async () => (await readiness()).status).toBe('ready')
  await busy.close()
})

it('a full disk of the database makes the instance unready for ten seconds after the last failure', async () => {
  const health = createDatabaseHealth()
  const own = openDatabase(app.services.settings.databaseUrl!, 2, () => undefined, { health })
  const readiness = readinessOf({ ...app.services, db: own.db }, health, () => false)
  expect((await readiness()).status).toBe('ready')
  // What PostgreSQL answers to a write that finds no room (its appendix A, class 53).
  await expect(
    sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(own.db),
  ).rejects.toThrow()
  expect((await readiness()).checks.database).toBe('its disk is full')
  await own.close()
})

it('a folder without room makes the instance unready', async () => {
  const { bavail, bsize } = await statfs('/proc')
  expect(bavail * bsize).toBe(0)
  const settings = { ...app.services.settings, dataDir: '/proc' }
  expect((await ready({ settings })).checks.disk).toBe('the disk of DATA_DIR is full')
})
