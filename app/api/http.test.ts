import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'

describe('the API over HTTP', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('matches paths without regard to letter case', async () => {
    const answers = await Promise.all(
      ['auth/user-info', 'Auth/User-Info', 'AUTH/USER-INFO'].map((path) => app.call('GET', path)),
    )
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(Array(3).fill([401, 'unauthenticated']))
  })

  it('answers in Arabic unless English is asked for', async () => {
    const arabic = await app.call('GET', 'auth/user-info', { headers: { 'Accept-Language': 'fr' } })
    const english = await app.call('GET', 'auth/user-info', { lang: 'en' })
    expect(arabic.error.description).toBe('سجّل الدخول أولًا.')
    expect(english.error.description).toBe('Please sign in first.')
  })

  it('names bad input by field', async () => {
    const { status, error } = await app.call('POST', 'auth/login', { body: { email: 'no', password: '' } })
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'validation',
      fields: { email: ['Please enter a valid email address.'], password: ['This field is required.'] },
    })
  })

  it.each([
    ['an unknown path', 'GET', 'no-such-call', {}, 404, 'notFound'],
    ['a wrong method', 'DELETE', 'auth/login', {}, 405, 'methodNotAllowed'],
    ['malformed JSON', 'POST', 'auth/login', { body: '{"email":' }, 400, 'malformedJson'],
    ['a JSON list', 'POST', 'auth/login', { body: '[]' }, 400, 'malformedJson'],
    [
      'a wrong type',
      'POST',
      'auth/login',
      { body: 'x', headers: { 'Content-Type': 'text/plain' } },
      415,
      'unsupportedType',
    ],
    ['a body over its limit', 'POST', 'auth/login', { body: { email: 'x'.repeat(200_000) } }, 413, 'tooLarge'],
    [
      'a cross-site post',
      'POST',
      'auth/login',
      { body: {}, headers: { 'Sec-Fetch-Site': 'cross-site' } },
      403,
      'crossSite',
    ],
    [
      'a post of another origin',
      'POST',
      'auth/login',
      { body: {}, headers: { Origin: 'https://evil.example' } },
      403,
      'crossSite',
    ],
  ])('refuses %s', async (_name, method, path, options, status, code) => {
    const answer = await app.call(method, path, options)
    expect([answer.status, answer.error.code]).toEqual([status, code])
  })

  it('describes every call from the schemas that validate it', async () => {
    const document = (await (await fetch(`${app.address}/api/openapi.json`)).json()) as {
      paths: Record<string, unknown>
    }
    expect(Object.keys(document.paths)).toContain('/Orders/{id}/cancel')
    expect(JSON.stringify(document.paths['/auth/login'])).toContain('invalidCredentials')
  })
})
