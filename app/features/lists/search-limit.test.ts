import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs, contextAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import type { Api } from '../../api/contract.ts'
import { limitSearches, MAX_SEARCHES_PER_MINUTE } from './search-limit.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const STARTED = new Date()

it.each<[string, (api: Api) => Promise<unknown>]>([
  ['of everything', (api) => api.search.results({ q: 'x' })],
  ['of courses', (api) => api.catalogue.courses({ SearchTerm: 'x' })],
  ['of articles', (api) => api.blog.articles({ searchTerm: 'x' })],
  ['of posts', (api) => api.community.posts({ SearchTerm: 'x' })],
  ['of questions', (api) => api.questions.faqSearch({ SearchTerm: 'x' })],
])('a search %s counts towards the searches of a network', async (name, search) => {
  // The clock stands still: the count of a minute begins anew with the next one.
  const from = { ip: `198.51.${name.length}.7`, now: () => STARTED }
  expect(await search(apiAs(app, null, from))).toBeDefined()
  const context = contextAs(app, null, from)
  await Promise.all(Array.from({ length: MAX_SEARCHES_PER_MINUTE - 1 }, () => limitSearches(context)))
  await expect(search(apiAs(app, null, from))).rejects.toMatchObject({ code: 'tooManyRequests' })
  // Lists without a search go on, and so do neighbouring networks.
  expect(await apiAs(app, null, from).catalogue.courses({})).toBeDefined()
  expect(await search(apiAs(app, null, { ...from, ip: '203.0.113.7' }))).toBeDefined()
})
