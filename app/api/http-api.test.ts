import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { course } from '../../tests/support/factories.ts'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { BROWSER_CALLS, httpApi } from './http-api.ts'

describe('the API in browsers', () => {
  let app: TestApp
  const requests: { url: string; init: RequestInit | undefined }[] = []
  beforeAll(async () => {
    app = await startTestApp()
    const { fetch } = globalThis
    // A browser's addresses are relative to its page.
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      requests.push({ url, init })
      return fetch(new URL(url, app.address), init)
    })
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await app.stop()
  })

  it('has the methods and paths of the contract', () => {
    const calls = Object.entries(BROWSER_CALLS).flatMap(([feature, named]) =>
      Object.entries(named).map(([name, where]) => ({ feature, name, where })),
    )
    expect(calls.length).toBeGreaterThan(0)
    for (const { feature, name, where } of calls) {
      const endpoints = contract[feature as keyof typeof contract] as Record<string, Endpoint>
      expect(where).toBe(`${endpoints[name]!.method} ${endpoints[name]!.path}`)
      // The client does not support path parameters yet.
      expect(where).not.toContain('{')
    }
  })

  it('returns the data in the language of the page', async () => {
    const { specializationId, slug } = await course(app.db, { delivery: 3, name: { ar: 'دورة', en: 'A course' } })
    const answer = await httpApi('ar').catalogue.coursesOnHover({ SpecializationId: specializationId })
    expect(answer.onlineCourses).toEqual([expect.objectContaining({ name: 'دورة', slug })])
    expect(answer.recordedCourses).toEqual([])
    const english = await httpApi('en').catalogue.coursesOnHover({ SpecializationId: specializationId })
    expect(english.onlineCourses[0]!.name).toBe('A course')
  })

  it('fails with the code and the message of the server', async () => {
    const refused = httpApi('en').catalogue.coursesOnHover({ SpecializationId: 'none' as unknown as number })
    await expect(refused).rejects.toMatchObject({ name: 'ApiError', code: 'validation', status: 400 })
    await expect(refused).rejects.toThrow(/\w/)
  })

  it('omits undefined parameters, and can be aborted', async () => {
    const stop = new AbortController()
    stop.abort()
    const call = httpApi('ar', { signal: stop.signal }).catalogue.coursesOnHover({
      SpecializationId: 1,
      courseType: undefined,
    })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests.at(-1)!.url).toBe('/api/courses/website/courses-on-hover?SpecializationId=1')
  })
})
