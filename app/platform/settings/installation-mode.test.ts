import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { PRODUCTION } from '../../../tests/support/production.ts'
import { settingsErrors } from '../../../tests/support/settings-errors.ts'
import { readSettings } from '../settings.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'maahad-mode-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (env: Record<string, string>) => readSettings({ DATA_DIR: folder, ...env })

const refused = (env: Record<string, string>) => settingsErrors(() => read(env))

describe('demonstration mode', () => {
  it.each([
    ['without any setting', {}],
    ['on every way to say this machine', { HOST: '::1' }],
    ['on a loopback address of its own', { HOST: '127.0.0.2' }],
    ['with settings that say nothing of production', { PORT: '4000', LOG_LEVEL: 'warn' }],
    ['by name, with an external database', { MAAHAD_DEMO: '1', DATABASE_URL: 'postgres://db.example/maahad' }],
    ['by name, for other machines', { MAAHAD_DEMO: '1', HOST: '0.0.0.0' }],
    ['by name, under a public address', { MAAHAD_DEMO: '1', PUBLIC_URL: 'https://maahad.example', TRUST_PROXY: '1' }],
  ] as [string, Record<string, string>][])('is on %s', (_, env) => {
    expect(read(env).demo).toBe(true)
  })

  it.each([
    ['DATABASE_URL', 'postgres://db.example/maahad'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['MAIL_FROM', 'a@b.example'],
    ['AUTH_SECRET', 'x'.repeat(32)],
    ['SMS_PROVIDER', 'taqnyat'],
    ['PAYMENT_PROVIDER', 'moyasar'],
    ['STORAGE', 's3'],
    ['TRUST_PROXY', '1'],
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '10.0.0.5'],
    ['HOST', 'localhost.evil.example'],
  ])('is never slipped into with %s=%s and without a public address', (name, value) => {
    const lines = refused({ [name]: value })
    expect(lines).toContain(`PUBLIC_URL: needed, because a demonstration has no ${name}`)
    expect(lines.at(-1)).toBe('or set MAAHAD_DEMO=1 if this is meant to be a demonstration')
  })

  it('is off where that is said', () => {
    expect(refused({ MAAHAD_DEMO: '0' })).toContain('PUBLIC_URL: needed when MAAHAD_DEMO is 0')
    expect(read({ ...PRODUCTION, MAAHAD_DEMO: '0' }).demo).toBe(false)
  })
})

describe('production', () => {
  it('starts with everything it needs', () => {
    expect(read(PRODUCTION)).toMatchObject({ demo: false, https: true })
  })

  it.each(['AUTH_SECRET', 'SMTP_URL', 'MAIL_FROM', 'SMS_PROVIDER', 'PAYMENT_PROVIDER', 'PUBLIC_URL'])(
    'is refused without %s',
    (name) => {
      const { [name as keyof typeof PRODUCTION]: _, ...env } = PRODUCTION
      expect(refused(env).filter((line) => line.startsWith(`${name}: `))).toHaveLength(1)
    },
  )

  it('is refused behind https without a proxy to end it', () => {
    expect(refused({ ...PRODUCTION, TRUST_PROXY: '0' }).join()).toMatch(/^TRUST_PROXY: needed when PUBLIC_URL begins/)
    expect(refused({ MAAHAD_DEMO: '1', PUBLIC_URL: 'https://maahad.example' }).join()).toMatch(/^TRUST_PROXY: /)
  })

  it.each(['http://institute.example', 'http://10.0.0.5:3000', 'http://localhost.institute.example'])(
    'and a demonstration are refused at %s, which has no TLS',
    (PUBLIC_URL) => {
      expect(refused({ ...PRODUCTION, PUBLIC_URL })).toHaveLength(1)
      expect(refused({ MAAHAD_DEMO: '1', PUBLIC_URL }).join()).toMatch(/^PUBLIC_URL: must begin with https/)
    },
  )

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080', 'http://maahad.localhost'])(
    'may be tried on this machine at %s',
    (PUBLIC_URL) => {
      expect(refused({ ...PRODUCTION, PUBLIC_URL })).toEqual([])
    },
  )
})

describe('settings that cannot work', () => {
  it.each([
    ['PUBLIC_URL', 'https://institute.example/site', 'without a path'],
    ['PUBLIC_URL', 'https://institute.example/?a=1', 'without a path'],
    ['PUBLIC_URL', 'https://me:secret@institute.example', 'without a path'],
    ['MAIL_FROM', 'Institute', 'must be an address'],
    ['MAIL_FROM', 'Institute <office@>', 'must be an address'],
    ['MAIL_FROM', 'Institute <office@institute.example', 'must be an address'],
    ['MAIL_FROM', 'office@institute.example, other@institute.example', 'must be an address'],
    ['DATABASE_URL', 'postgres://me:secret@one.example:5432,two.example:5432/maahad', 'several hosts'],
    ['DATABASE_URL', 'postgres://one.example,two.example/maahad?target_session_attrs=primary', 'several hosts'],
    ['DATA_DIR', '/dev/null/data', 'cannot be written to'],
  ])('are refused in one line: %s=%s', (name, value, words) => {
    const lines = refused({ ...PRODUCTION, [name]: value })
    expect(lines).toEqual([expect.stringContaining(`${name}: `)])
    expect(lines[0]).toContain(words)
  })

  it.each([
    ['PUBLIC_URL', 'https://institute.example/'],
    ['MAIL_FROM', 'office@institute.example'],
    ['MAIL_FROM', '"معهد، الرياض" <office@institute.example>'],
    ['DATABASE_URL', 'postgres://me:a,b@one.example/maahad'],
    ['DATABASE_URL', 'postgres://postgres@/maahad?host=%2Fvar%2Frun%2Fpostgresql'],
  ])('are not confused with %s=%s', (name, value) => {
    expect(refused({ ...PRODUCTION, [name]: value })).toEqual([])
  })
})
