import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { openDatabase } from './database.server.ts'
import { migrate } from './migrations.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'maahad-migrations-'))
const migration = (name: string, text: string) => writeFileSync(join(folder, name), text)

describe('migrations of a database that is in use', () => {
  let app: TestApp
  let reader: Client
  let opened: ReturnType<typeof openDatabase>
  beforeAll(async () => {
    app = await startTestApp()
    const connectionString = app.services.settings.databaseUrl!
    reader = new Client({ connectionString })
    await reader.connect()
    opened = openDatabase(connectionString, 3, () => undefined)
  })
  afterAll(async () => {
    await opened.close()
    await reader.end()
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const columnsNamed = async (name: string) =>
    (
      await reader.query(
        `select from information_schema.columns where table_name = 'faq_groups' and column_name = $1`,
        [name],
      )
    ).rowCount

  it('wait for a table that a long transaction reads, and let others read it meanwhile', async () => {
    migration('900-first.sql', 'alter table faq_groups add column first_new text;')
    await reader.query('begin; select 1 from faq_groups limit 1')
    const migrated = migrate(opened.pool, { folder, lockTimeoutMs: 100 })
    // Between two attempts a reader passes; it would wait behind a migration that waits for as long as the first reads.
    await sleep(300)
    const answer = app.services.db.selectFrom('faq_groups').select('position').limit(1).execute()
    await expect(Promise.race([answer.then(() => 'read'), sleep(2000, 'waited')])).resolves.toBe('read')
    expect(await columnsNamed('first_new')).toBe(0)
    await reader.query('commit')
    expect(await migrated).toEqual(['900-first.sql'])
    expect(await columnsNamed('first_new')).toBe(1)
  })

  it('give up with the name of the migration when the table stays locked, and leave nothing of it', async () => {
    migration(
      '901-second.sql',
      'alter table posts add column second_new text; alter table faq_groups add column second_new text;',
    )
    await reader.query('begin; select 1 from faq_groups limit 1')
    const migrated = migrate(opened.pool, { folder, lockTimeoutMs: 50, maxLockAttempts: 2 })
    await expect(migrated).rejects.toThrow('901-second.sql')
    await reader.query('commit')
    expect(await columnsNamed('second_new')).toBe(0)
    expect(await migrate(opened.pool, { folder })).toEqual(['901-second.sql'])
  })

  it('are applied once when two servers start together', async () => {
    migration('902-third.sql', 'alter table faq_groups add column third_new text;')
    const both = await Promise.all([migrate(opened.pool, { folder }), migrate(opened.pool, { folder })])
    expect(both.flat()).toEqual(['902-third.sql'])
  })
})
