/** The words of the specification, each where it belongs, and their Arabic beside them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode, otherCode, signUpForm } from '../../../tests/support/accounts/accounts.ts'
import { type Answer, startTestApp, type TestApp } from '../../../tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Lang = 'en' | 'ar'
const post = (lang: Lang, path: string, body: unknown) => app.call('POST', path, { body, lang })
const register = (lang: Lang, facts: Record<string, unknown>) => post(lang, 'Auth/register', signUpForm(facts))

const FIELDS: [field: string, text: string, ask: (lang: Lang) => Promise<Answer>][] = [
  ['firstName', 'This field is required.', (lang) => register(lang, { firstName: '' })],
  ['password', 'This field is required.', (lang) => post(lang, 'auth/login', { email: 'a@example.com', password: '' })],
  ['email', 'Please enter a valid email address.', (lang) => register(lang, { email: 'sara@' })],
  ['email', 'Please enter a valid email address.', (lang) => post(lang, 'Auth/forgot-password', { email: 'x' })],
  [
    'password',
    'Use at least 8 characters with an uppercase letter, a lowercase letter, a number and a special character.',
    (lang) => register(lang, { password: 'dunes' }),
  ],
  ['confirmPassword', 'Password confirmation does not match.', (lang) => register(lang, { confirmPassword: 'x' })],
  ['lastName', 'This field must not exceed 50 characters.', (lang) => register(lang, { lastName: 'س'.repeat(51) })],
  ['lastName', 'This field must contain alphabetic characters only.', (lang) => register(lang, { lastName: 'R2' })],
  ['phone', 'Please enter a valid phone number', (lang) => register(lang, { phone: '050' })],
  ['phone', 'This field is required.', (lang) => register(lang, { phone: '' })],
  ['acceptTerms', 'Please, agree to terms and conditions first', (lang) => register(lang, { acceptTerms: false })],
  ['code', 'Enter the 6-digit code.', (lang) => post(lang, 'Auth/activate', { email: 'a@example.com', code: '12345' })],
  [
    'code',
    'This field is required.',
    (lang) => post(lang, 'Auth/validate-reset-otp', { email: 'a@example.com', code: '' }),
  ],
]

/** What was told, in one language. */
async function wrongCode(lang: Lang): Promise<Answer> {
  const form = signUpForm()
  await register(lang, form)
  return post(lang, 'Auth/activate', { email: form.email, code: otherCode(await mailedCode(app, form.email)) })
}

const SPEC_TEXTS: [status: number, text: string, ask: (lang: Lang) => Promise<Answer>][] = [
  [401, 'Invalid email or password', (lang) => post(lang, 'auth/login', { email: 'a@example.com', password: 'x' })],
  [400, 'Invalid OTP. Please try again.', wrongCode],
  [
    400,
    'The OTP has expired. Please request a new one.',
    (lang) => post(lang, 'Auth/activate', { email: 'nobody@example.com', code: '123456' }),
  ],
  [500, 'An unexpected error occurred. Please try again later.', broken],
]

it.each([
  ['Courses/latest-courses', 'Failed to fetch the latest courses', 'تعذّر تحميل أحدث الدورات'],
  ['Courses/basic-courses-paginated', 'Failed to fetch courses', 'تعذّر تحميل الدورات'],
  ['Courses/course-by-slug?slug=a', 'Failed to fetch course by ID', 'تعذّر تحميل الدورة'],
  ['Courses/similar-courses?courseId=1', 'Failed to fetch similar courses', 'تعذّر تحميل الدورات المشابهة'],
  ['Specialization/specializations-dropdown', 'Failed to fetch specialize', 'تعذّر تحميل التخصصات'],
])('a failure of %s says what could not be fetched', async (path, en, ar) => {
  for (const table of ['courses', 'specializations'])
    await app.db.schema.alterTable(table).renameTo(`${table}_away`).execute()
  try {
    for (const [lang, text] of [
      ['en', en],
      ['ar', ar],
    ] as const) {
      const { status, error } = await app.call('GET', path, { lang })
      expect([status, error.description]).toEqual([500, text])
    }
  } finally {
    for (const table of ['courses', 'specializations'])
      await app.db.schema.alterTable(`${table}_away`).renameTo(table).execute()
  }
})

/** A sign-in while the database lacks what it needs. */
async function broken(lang: Lang): Promise<Answer> {
  await app.db.schema.alterTable('sign_in_tries').renameTo('sign_in_tries_away').execute()
  try {
    return await post(lang, 'auth/login', { email: 'a@example.com', password: 'x' })
  } finally {
    await app.db.schema.alterTable('sign_in_tries_away').renameTo('sign_in_tries').execute()
  }
}

const ARABIC = /\p{Script=Arabic}/u

describe('the specification’s words', () => {
  it.each(FIELDS)('at the field %s: %s', async (field, text, ask) => {
    const { status, error } = await ask('en')
    expect(status).toBe(400)
    expect(error.fields?.[field]).toContain(text)
    const arabic = (await ask('ar')).error.fields?.[field] ?? []
    expect(arabic).toHaveLength(error.fields![field]!.length)
    for (const words of arabic) expect(words).toMatch(ARABIC)
  })

  it.each(SPEC_TEXTS)('as the whole answer, with status %i: %s', async (status, text, ask) => {
    const answer = await ask('en')
    expect([answer.status, answer.error.description]).toEqual([status, text])
    expect((await ask('ar')).error.description).toMatch(ARABIC)
  })

  it('a second step that an account does not have is told by name', async () => {
    const { en, ar } = {
      en: (await import('../../locales/en/problems.ts')).problemTexts,
      ar: (await import('../../locales/ar/problems.ts')).problemTexts,
    }
    expect(en.twoFactorNotEnabled({})).toBe('Two-factor authentication is not enabled for this account')
    expect(ar.twoFactorNotEnabled({})).toMatch(ARABIC)
  })
})
