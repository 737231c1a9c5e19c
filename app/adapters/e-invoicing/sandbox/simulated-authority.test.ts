/** The simulated tax authority, called over HTTP by the adapter of the real one. */
import { describe, expect, it } from 'vitest'
import { failureOf, simulatedAuthority } from '../../../../tests/support/e-invoicing/simulated-authority.ts'
import { OTP } from '../../../../tests/support/e-invoicing/simulated-unit.ts'
import { createLog } from '../../../platform/log.server.ts'
import { createFatoora } from '../fatoora.server.ts'
import { setBehaviour } from './authority-queries.server.ts'

const { app, port, url, newDocument, asked, report } = simulatedAuthority()

describe('a call', () => {
  const post = (headers: Record<string, string>, body = '{}') =>
    fetch(url('/compliance'), { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })

  it('of another version, without a password, or too large, is refused', async () => {
    const version = await post({ OTP })
    expect([version.status, version.headers.get('content-type')]).toEqual([406, 'text/plain; charset=UTF-8'])
    const password = await post({ 'Accept-Version': 'V2' })
    expect([password.status, await password.json()]).toMatchObject([400, { errors: [{ code: 'Missing-OTP' }] }])
    const request = await post({ 'Accept-Version': 'V2', OTP })
    expect(await request.json()).toMatchObject({ errors: [{ code: 'Missing-CSR' }] })
    expect((await post({ 'Accept-Version': 'V2', OTP }, 'x'.repeat(1_000_001))).status).toBe(413)
    expect((await post({ 'Accept-Version': 'V2', OTP }, 'no JSON')).status).toBe(400)
  })
})

describe('on its worst day the authority', () => {
  const impatient = () =>
    createFatoora({ name: 'sandbox', urls: { sandbox: url() }, log: createLog('silent'), timeoutMs: 500 })

  it('refuses or warns of every document', async () => {
    await setBehaviour(app().db, 'refuses')
    expect(await report()).toMatchObject({ outcome: 'refused', errors: [{ code: 'SIMULATED' }] })
    await setBehaviour(app().db, 'warns')
    expect(await report()).toMatchObject({ outcome: 'accepted', warnings: [{ code: 'SIMULATED' }] })
  })

  it('has switched clearance off, and takes standard documents as reports', async () => {
    await setBehaviour(app().db, 'clearanceOff')
    const document = newDocument({ simplified: false })
    expect(await port().clear(asked(document))).toMatchObject({ outcome: 'clearanceOff' })
    expect(await port().report(asked(document))).toMatchObject({ outcome: 'accepted', isRepeated: false })
  })

  it('accepts no credentials, or asks to wait, or is out of order', async () => {
    await setBehaviour(app().db, 'revoked')
    expect(await failureOf(report())).toMatchObject({ kind: 'unauthorized' })
    await setBehaviour(app().db, 'busy')
    expect(await failureOf(report())).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 30 })
    await setBehaviour(app().db, 'unavailable')
    expect(await failureOf(report())).toMatchObject({ kind: 'unavailable', retryAfterSeconds: undefined })
  })

  it.each(['silent', 'fails', 'garbage'] as const)('has accepted what it did not answer: %s', async (behaviour) => {
    for (const simplified of [true, false]) {
      const document = newDocument({ simplified })
      await setBehaviour(app().db, behaviour)
      const call = impatient()[simplified ? 'report' : 'clear'](asked(document))
      expect(await failureOf(call)).toMatchObject({ kind: 'unavailable' })
      await setBehaviour(app().db, 'documented')
      const again = await port()[simplified ? 'report' : 'clear'](asked(document))
      expect(again).toMatchObject({ outcome: 'accepted', isRepeated: true })
      expect(again.clearedXml === null).toBe(simplified)
    }
  })
})

describe('the page of the simulated authority', () => {
  const choose = (behaviour: string, headers: Record<string, string> = {}) =>
    fetch(url('?lang=en'), { method: 'POST', body: new URLSearchParams({ behaviour }), headers, redirect: 'manual' })

  it('says in both languages how it behaves and what it accepted, and has no scripts', async () => {
    await report({ number: 'INV-SEEN' })
    for (const [lang, title] of [
      ['ar', 'محاكاة منصة فاتورة'],
      ['en', 'Simulated Fatoora platform'],
    ]) {
      const response = await fetch(url(`?lang=${lang}`))
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      const page = await response.text()
      expect(page).toContain(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`)
      expect(page).toContain(`<h1>${title}</h1>`)
      expect(page).toContain('<input type="radio" name="behaviour" checked="" value="documented"/>')
      expect(page).toContain('<bdi>INV-SEEN</bdi>')
      expect(page).not.toContain('<script')
    }
    expect(await (await fetch(url())).text()).toContain('lang="ar"')
  })

  it('changes how it behaves', async () => {
    const chosen = await choose('refuses')
    expect([chosen.status, chosen.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/e-invoicing\?lang=en$/),
    ])
    expect(await report()).toMatchObject({ outcome: 'refused' })
    expect(await (await fetch(url())).text()).toContain('checked="" value="refuses"')
    expect((await choose('nonsense')).status).toBe(422)
    expect(await report()).toMatchObject({ outcome: 'refused' })
  })
})
