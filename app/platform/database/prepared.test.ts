import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { preparedStatement } from '../../../db/prepared.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { statementsDuring } from '../../../tests/support/statements.ts'
import type { Database } from './database.server.ts'

describe('a prepared statement', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  const sum = preparedStatement('test_sum', (db: Database, { a, b }: { a: number; b: number }) =>
    db.selectNoFrom(sql<number>`${a}::int + ${b}::int * ${2} + ${a}::int`.as('sum')),
  )

  it('gets the parameters of each call, also where one stands twice', async () => {
    expect(await Promise.all([sum(app.db, { a: 1, b: 10 }), sum(app.db, { a: 5, b: 0 })])).toEqual([
      [{ sum: 22 }],
      [{ sum: 10 }],
    ])
  })

  it('is prepared once on a connection', async () => {
    await app.db.connection().execute(async (db) => {
      for (const a of [1, 2, 3]) await sum(db, { a, b: 0 })
      const { rows } = await sql<{ calls: number }>`
        select generic_plans + custom_plans as calls from pg_prepared_statements where name = 'test_sum'`.execute(db)
      expect(rows[0]!.calls).toBeGreaterThanOrEqual(3)
    })
  })

  it('runs without a name behind a pooler that loses names, and keeps doing so', async () => {
    await app.db.connection().execute(async (db) => {
      await sum(db, { a: 1, b: 0 })
      await sql`deallocate all`.execute(db)
      expect(await sum(db, { a: 3, b: 1 })).toEqual([{ sum: 8 }])
      const { statements } = await statementsDuring(() => sum(db, { a: 3, b: 1 }))
      expect(statements).toHaveLength(1)
      const { rows } = await sql`select from pg_prepared_statements`.execute(db)
      expect(rows).toEqual([])
    })
  })
})
