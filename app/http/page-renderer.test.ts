import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ pageHandler: async (_, page) => new Response(page.lang) })
})
afterAll(() => app.stop())

const langOf = async (path: string, headers: Record<string, string>) =>
  (await fetch(app.address + path, { headers })).text()

test('the address decides the language of a page and of the data it is updated with', async () => {
  const english = { 'Accept-Language': 'en', Cookie: 'lang=en' }
  const paths = ['/ar', '/ar/courses', '/ar.data', '/ar/courses.data?page=2']
  expect(await Promise.all(paths.map((path) => langOf(path, english)))).toEqual(['ar', 'ar', 'ar', 'ar'])
  expect(await langOf('/en.data', { 'Accept-Language': 'ar' })).toBe('en')
})

test('the error page remembers the language that was read last', async () => {
  expect(await langOf('/error', { Cookie: 'lang=ar', 'Accept-Language': 'en' })).toBe('ar')
  expect(await langOf('/error.data', { Cookie: 'lang=en' })).toBe('en')
  expect(await langOf('/error', { 'Accept-Language': 'en' })).toBe('en')
})
