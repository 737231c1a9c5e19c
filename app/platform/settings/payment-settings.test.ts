import { describe, expect, it } from 'vitest'
import { settingsErrors } from '../../../tests/support/settings-errors.ts'
import { readSettings } from '../settings.server.ts'

const TEST_KEY = 'sk_test_0123456789abcdef'
const LIVE_KEY = 'sk_live_0123456789abcdef'
const KEYS = { MOYASAR_SECRET_KEY: TEST_KEY, MOYASAR_WEBHOOK_SECRET: 'twenty-four-letters-or-more' }
const PUBLIC = {
  ...{ PUBLIC_URL: 'https://institute.example', TRUST_PROXY: '1' },
  ...{ AUTH_SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail.example' },
  ...{ MAAHAD_DEMO: '0', MAIL_FROM: 'a@b.example', SMS_PROVIDER: 'taqnyat', TAQNYAT_TOKEN: 'x', TAQNYAT_SENDER: 'x' },
}
const read = (env: Record<string, string>) =>
  readSettings({ AUTH_SECRET: 'x'.repeat(32), PAYMENT_PROVIDER: 'moyasar', MAAHAD_DEMO: '1', ...env })

const refused = (env: Record<string, string>) => settingsErrors(() => read(env))

const terms = (company: string) => ({ company, minimumHalalas: 10_000, maximumHalalas: 500_000, parts: 4 })
const TABBY = {
  ...{ TABBY_SECRET_KEY: 'sk_test_0123456789abcdef', TABBY_MERCHANT_CODE: 'maahad' },
  TABBY_WEBHOOK_SECRET: 'twenty-four-letters-or-more',
}
const TAMARA = {
  ...{ TAMARA_API_TOKEN: 'a-token-0123456789abcdef-long', TAMARA_NOTIFICATION_TOKEN: 'twenty-four-letters-or-more' },
  TAMARA_API_URL: 'https://api-sandbox.tamara.co/',
}

describe('the settings of instalment companies', () => {
  const instalments = (env: Record<string, string>) => read({ ...KEYS, ...env }).payment

  it('offer nobody outside of a demonstration, unless one is named with its keys', () => {
    const live = { ...PUBLIC, ...KEYS, MOYASAR_SECRET_KEY: LIVE_KEY }
    expect(read(live).payment.instalments).toMatchObject({ offered: [], simulated: [] })
    expect(refused({ ...live, INSTALMENT_COMPANIES: 'tabby,tamara' })).toEqual([
      'TABBY_SECRET_KEY: needed for payments by tabby',
      'TABBY_MERCHANT_CODE: needed for payments by tabby',
      'TABBY_WEBHOOK_SECRET: needed for payments by tabby',
      'TAMARA_API_TOKEN: needed for payments by tamara',
      'TAMARA_NOTIFICATION_TOKEN: needed for payments by tamara',
    ])
    expect(refused({ ...live, TABBY_SECRET_KEY: 'sk_0123456789abcdef' })).toHaveLength(2)
    const tabby = { ...TABBY, TABBY_SECRET_KEY: 'sk_0123456789abcdef', TABBY_AMOUNTS: '300-2500' }
    expect(read({ ...live, ...tabby, INSTALMENT_COMPANIES: 'Tabby' }).payment).toMatchObject({
      instalments: {
        offered: [{ company: 'tabby', minimumHalalas: 30_000, maximumHalalas: 250_000, parts: 4 }],
        tabby: { apiUrl: 'https://api.tabby.sa', live: true },
      },
      formTargets: 'https://*.moyasar.com https://*.tabby.sa',
    })
    const elsewhere = { ...live, ...tabby, TABBY_API_URL: 'https://api.tabby.ai' }
    expect(read(elsewhere).payment.formTargets).toBe('https://*.moyasar.com https://*.tabby.ai')
    // Who pays at their test mode pays nothing.
    const tamara = { ...live, ...TAMARA, INSTALMENT_COMPANIES: 'tamara' }
    expect(refused(tamara)).toEqual([expect.stringMatching(/^TAMARA_API_URL: .* takes no real money/)])
    expect(refused({ ...tamara, TAMARA_API_URL: '' })).toEqual([])
    // Its payments are still handled.
    expect(read({ ...live, ...tabby }).payment.instalments).toMatchObject({ offered: [], tabby: { live: true } })
  })

  it('are simulated in a demonstration where a company has no keys, and never take real money', () => {
    expect(instalments({ ...TABBY, ...TAMARA, TAMARA_INSTALMENTS: '3' })).toMatchObject({
      instalments: {
        offered: [terms('tabby'), { ...terms('tamara'), parts: 3 }],
        tabby: { live: false },
        tamara: { apiUrl: 'https://api-sandbox.tamara.co', instalments: 3 },
        simulated: [],
      },
      formTargets: 'https://*.moyasar.com https://*.tabby.sa https://*.tamara.co',
    })
    expect(instalments({ ...TABBY }).instalments.simulated).toEqual(['tamara'])
    expect(instalments({ INSTALMENT_COMPANIES: 'none' }).instalments).toMatchObject({ offered: [], simulated: [] })
    for (const [env, line] of [
      [{ ...TABBY, TABBY_SECRET_KEY: 'sk_0123456789abcdef' }, /^TABBY_SECRET_KEY: a live key takes real money/],
      [{ ...TAMARA, TAMARA_API_URL: '' }, /^TAMARA_API_URL: .* takes real money/],
      [{ ...TAMARA, TAMARA_API_URL: 'https://API.tamara.co' }, /^TAMARA_API_URL: .* takes real money/],
      [{ TABBY_AMOUNTS: '5000-100' }, /^TABBY_AMOUNTS: must begin with the smaller/],
      [{ TABBY_AMOUNTS: 'many' }, /^TABBY_AMOUNTS: must be two whole amounts/],
      [{ INSTALMENT_COMPANIES: 'klarna' }, /^INSTALMENT_COMPANIES\S*: must be none, or a list of tabby, tamara/],
      [{ TAMARA_API_URL: 'http://api.tamara.co' }, /^TAMARA_API_URL: must begin with https/],
    ] as [Record<string, string>, RegExp][])
      expect(
        refused({ ...KEYS, ...env }).filter((one) => line.test(one)),
        String(line),
      ).toHaveLength(1)
  })
})

describe('the settings of payments', () => {
  it('are the sandbox with every brand unless others are said', () => {
    expect(readSettings({ AUTH_SECRET: 'x'.repeat(32), MAAHAD_DEMO: '1' }).payment).toEqual({
      provider: 'sandbox',
      moyasar: undefined,
      brands: ['mada', 'visa', 'mastercard', 'applepay', 'stcpay'],
      minimumHalalas: 1,
      formTargets: '',
      // A demonstration shows both, simulated.
      instalments: {
        ...{ offered: [terms('tabby'), terms('tamara')], tabby: undefined, tamara: undefined },
        simulated: ['tabby', 'tamara'],
      },
    })
  })

  it('know what Moyasar needs, at its own address unless another is said', () => {
    expect(read(KEYS).payment).toEqual({
      provider: 'moyasar',
      moyasar: {
        secretKey: TEST_KEY,
        webhookSecret: KEYS.MOYASAR_WEBHOOK_SECRET,
        apiUrl: 'https://api.moyasar.com/v1',
        live: false,
      },
      brands: ['mada', 'visa', 'mastercard'],
      minimumHalalas: 100,
      formTargets: 'https://*.moyasar.com',
      instalments: expect.anything(),
    })
    const elsewhere = read({ ...KEYS, MOYASAR_API_URL: 'http://localhost:4000/v1/' }).payment
    expect(elsewhere).toMatchObject({
      moyasar: { apiUrl: 'http://localhost:4000/v1' },
      formTargets: 'http://localhost:4000',
    })
    expect(read({ ...PUBLIC, ...KEYS, MOYASAR_SECRET_KEY: LIVE_KEY }).payment).toMatchObject({
      moyasar: { live: true },
    })
    expect(read({ ...PUBLIC, ...KEYS, MAAHAD_DEMO: '1' }).payment).toMatchObject({ moyasar: { live: false } })
  })

  it('keep the keys of Moyasar after a switch, for the payments that were made there', () => {
    const { payment } = read({ ...KEYS, PAYMENT_PROVIDER: 'sandbox' })
    expect(payment).toMatchObject({ provider: 'sandbox', moyasar: { secretKey: TEST_KEY }, minimumHalalas: 1 })
    expect(payment.formTargets).toBe('https://*.moyasar.com')
    expect(refused({ PAYMENT_PROVIDER: 'sandbox', MOYASAR_SECRET_KEY: TEST_KEY })).toEqual([
      'MOYASAR_WEBHOOK_SECRET: needed with MOYASAR_SECRET_KEY, for the payments that were made with Moyasar',
    ])
  })

  it('are refused with every key that is missing', () => {
    expect(refused({})).toEqual([
      'MOYASAR_SECRET_KEY: needed when PAYMENT_PROVIDER is moyasar',
      'MOYASAR_WEBHOOK_SECRET: needed when PAYMENT_PROVIDER is moyasar',
    ])
    expect(refused(PUBLIC)).toContain('MOYASAR_WEBHOOK_SECRET: needed when PAYMENT_PROVIDER is moyasar')
  })

  it('are refused with a key of the wrong kind, and never repeat it', () => {
    for (const [env, line] of [
      [{ ...KEYS, MOYASAR_SECRET_KEY: LIVE_KEY }, /^MOYASAR_SECRET_KEY: a live key charges real cards/],
      [{ ...PUBLIC, ...KEYS }, /^MOYASAR_SECRET_KEY: a test key takes no real money/],
      [{ ...PUBLIC, ...KEYS, MAAHAD_DEMO: '1', MOYASAR_SECRET_KEY: LIVE_KEY }, /^MOYASAR_SECRET_KEY: a live key/],
      [{ ...KEYS, MOYASAR_SECRET_KEY: 'pk_test_0123456789abcdef' }, /^MOYASAR_SECRET_KEY: must be a secret key/],
      [{ ...KEYS, MOYASAR_WEBHOOK_SECRET: 'short' }, /^MOYASAR_WEBHOOK_SECRET: must have at least 24/],
      [{ ...KEYS, MOYASAR_API_URL: 'http://api.moyasar.com/v1' }, /^MOYASAR_API_URL: must begin with https/],
      [{ ...KEYS, MOYASAR_API_URL: 'nowhere' }, /^MOYASAR_API_URL: /],
      [{ ...KEYS, PAYMENT_PROVIDER: 'other' }, /^PAYMENT_PROVIDER: /],
    ] as [Record<string, string>, RegExp][]) {
      const lines = refused(env)
      expect(
        lines.filter((one) => line.test(one)),
        String(line),
      ).toHaveLength(1)
      expect(lines.join()).not.toMatch(/0123456789abcdef|twenty-four/)
    }
  })

  it('take the brands in the order and the writing of whoever sets them', () => {
    expect(read({ ...KEYS, PAYMENT_METHODS: 'STCPay, mada' }).payment.brands).toEqual(['stcpay', 'mada'])
    expect(refused({ ...KEYS, PAYMENT_METHODS: 'mada,paypal' }).join()).toContain('must be a list of mada, visa')
  })
})
