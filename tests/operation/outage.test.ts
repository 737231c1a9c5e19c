/** The database becomes unavailable while the product runs, and returns. */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { problemText } from '../../app/api/messages.server.ts'
import type { ProblemCode } from '../../app/api/problem.ts'
import { expectAccessible } from '../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
} from '../support/browser.ts'
import { textsOf } from '../support/learner.ts'
import { inTurn } from '../support/long.ts'

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
    await expect.poll(async () => (await fetch(`${site.address}/en/faq`)).headers.get('etag')).toBeTruthy()
    await setAway(true)
    expect(await statusOf('/healthz')).toBe(200)
    expect(await statusOf('/readyz')).toBe(503)
    const list = await fetch(`${site.address}/ar/courses?page=2`)
    expect([list.status, list.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await list.text()).toContain('الموقع غير متاح مؤقتًا')
    const call = await site.call('POST', 'Auth/register', registration('away@example.com'))
    expect([call.status, call.error.code, call.headers.get('retry-after')]).toEqual([503, 'unavailable', '10'])
    const cached = await fetch(`${site.address}/en/faq`)
    expect([cached.status, cached.headers.get('cache-status')]).toEqual([200, expect.stringContaining('stale')])
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

  it('is told on an open page, which keeps what was typed and goes on when the database is back', async () => {
    for (const visitor of inTurn<Visitor>(
      { lang: 'ar', width: 390, scripts: true },
      { lang: 'en', width: 1440, scripts: true },
    )) {
      const t = textsOf(visitor.lang)
      const { page, context } = await site.visit(visitor)
      await page.goto(`/${visitor.lang}/login`)
      await hydrated(page)
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /\/notices-/.test(name)),
      )
      await page.waitForLoadState('networkidle')
      await setAway(true)
      await page.locator('[name=email]').fill('nobody@example.com')
      await page.locator('[name=password]').fill('Sahara-7-dunes')
      const submit = page.locator('main').getByRole('button', { name: t.accounts.login.submit, exact: true })
      const seesAlert = (code: ProblemCode, detail = {}) =>
        page
          .locator('main')
          .getByText(problemText(code, detail, visitor.lang))
          .first()
          .waitFor()
      await submit.click()
      await seesAlert('unavailable', { seconds: 10 })
      expect(await page.locator('[name=email]').inputValue()).toBe('nobody@example.com')
      expect(await page.locator('[name=password]').inputValue()).toBe('Sahara-7-dunes')
      await setAway(false)
      await expect.poll(() => statusOf('/readyz')).toBe(200)
      await submit.click()
      await seesAlert('invalidCredentials')

      await setAway(true)
      await page.locator('main').getByRole('link', { name: t.accounts.login.forgot, exact: true }).click()
      const notice = page.locator('[role=alert]', { has: page.locator('strong') })
      await notice.getByText(t.notices.server.title).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await picture(page, `notice-server-${visitor.lang}-${visitor.width}`)
      expect(await page.locator('[name=email]').inputValue()).toBe('nobody@example.com')
      await setAway(false)
      await expect.poll(() => statusOf('/readyz')).toBe(200)
      await notice.getByRole('button', { name: t.notices.tryAgain }).click()
      await page.waitForURL(`**/${visitor.lang}/forget-pass*`)
      await context.close()
    }
  })

  it('is logged in one short line for each connection, without the key that cancels its queries', () => {
    const lost = logged.filter((line) => line.includes('a database connection failed'))
    expect(lost.length).toBeGreaterThan(0)
    for (const line of lost) {
      // The database sends the reason for ending a connection if it still can; a query on the way may meet a closed socket.
      const { errorCode, ...rest } = JSON.parse(line)
      expect(['57P01', 'EPIPE', 'ECONNRESET', undefined]).toContain(errorCode)
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
