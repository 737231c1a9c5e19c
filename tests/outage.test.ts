/** The database becomes unavailable while the product runs, and returns. */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTestSite, type TestSite } from './support/browser.ts'

describe('a database outage', () => {
  let site: TestSite
  let admin: Client
  let name: string
  const logged: string[] = []
  beforeAll(async () => {
    site = await startTestSite({ logTo: { write: (line) => logged.push(line) } })
    name = /\/(test_\w+)/.exec(site.services.settings.databaseUrl!)![1]!
    admin = new Client({ connectionString: inject('adminUrl') })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await site.stop()
  })

  const setAway = async (away: boolean) => {
    await admin.query(`alter database ${name} with allow_connections ${!away}`)
    if (away) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  }
  const statusOf = async (path: string, headers = {}) =>
    (await fetch(site.address + path, { headers, redirect: 'manual' })).status

  const registration = (email: string) => ({
    body: {
      firstName: 'Sara',
      lastName: 'Ali',
      email,
      phone: '0501234567',
      password: 'Str0ng!Pass-word',
      confirmPassword: 'Str0ng!Pass-word',
      acceptTerms: true,
    },
  })

  it('is explained to visitors, and ends when the database is back', async () => {
    await setAway(true)
    expect(await statusOf('/healthz')).toBe(200)
    expect(await statusOf('/readyz')).toBe(503)
    expect(await statusOf('/ar/courses?page=2')).toBeGreaterThanOrEqual(500)
    const call = await site.call('POST', 'Auth/register', registration('away@example.com'))
    expect([call.status, call.error.code]).toEqual([500, 'unexpected'])
    const signedIn = await fetch(`${site.address}/en/courses`, {
      headers: { Cookie: `refresh=${'r'.repeat(43)}` },
      redirect: 'manual',
    })
    expect(signedIn.status).toBe(503)
    expect(await signedIn.text()).toContain('The site is briefly unavailable')

    await setAway(false)
    await expect.poll(() => statusOf('/readyz')).toBe(200)
    expect(await statusOf('/ar/courses?page=2')).toBe(200)
    expect((await site.call('POST', 'Auth/register', registration('back@example.com'))).status).toBe(200)
    // The job queue works again, too.
    const sent = async () =>
      (
        await site.db
          .selectFrom('messages')
          .select('sent_at')
          .where('recipient', '=', 'back@example.com')
          .executeTakeFirstOrThrow()
      ).sent_at
    await expect.poll(sent).toBeInstanceOf(Date)
  })

  it('is logged in one short line for each connection, without the key that cancels its queries', () => {
    const lost = logged.filter((line) => line.includes('a database connection failed'))
    expect(lost.length).toBeGreaterThan(0)
    for (const line of lost) {
      // The database sends the reason for ending a connection if it still can.
      const { errorCode, ...rest } = JSON.parse(line)
      expect(['57P01', undefined]).toContain(errorCode)
      expect(rest).toEqual({
        level: 50,
        time: expect.any(String),
        reason: expect.any(String),
        msg: 'a database connection failed',
      })
    }
    expect(logged.join('')).not.toMatch(/secretKey|processID|connectionParameters/)
  })
})
