/** A production start on an empty database: nothing breaks, and everybody is told what is missing. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { institute } from '../../tests/support/orders/invoices.ts'
import { PRODUCTION } from '../../tests/support/production.ts'

let app: TestApp
beforeAll(async () => {
  const env = { ...PRODUCTION, PUBLIC_URL: 'http://localhost:3000', TRUST_PROXY: '0', LOG_LEVEL: 'silent' }
  app = await startTestApp({ env, pageHandler: async () => new Response('a page') })
})
afterAll(() => app.stop())

const page = async (path: string) => {
  const response = await fetch(app.address + path, { headers: { 'X-Forwarded-Host': 'localhost:3000' } })
  return { status: response.status, text: await response.text(), retry: response.headers.get('retry-after') }
}

it('says in both languages that there is no content, and how to load it, until it is loaded', async () => {
  for (const path of ['/ar', '/en/courses', '/en/courses.data', '/nowhere']) {
    const { status, text, retry } = await page(path)
    expect([path, status, Boolean(retry)]).toEqual([path, 503, true])
    expect(text).toContain('npm run content -- import')
    expect(text).toContain('قيد الإعداد')
  }
  for (const path of ['/ar/login', '/ar/invitation?token=x', '/en/welcome', '/en/profile/security'])
    expect((await page(path)).text, path).toBe('a page')
  expect((await page('/healthz')).status).toBe(200)
  await institute(app.db)
  expect((await page('/ar')).text).toBe('a page')
})
