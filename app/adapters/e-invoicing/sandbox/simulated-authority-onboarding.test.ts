/** Connecting a unit to the simulated tax authority, over HTTP by the adapter of the real one. */
import { spawnSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  codes,
  environment,
  failureOf,
  simulatedAuthority,
} from '../../../../tests/support/e-invoicing/simulated-authority.ts'
import {
  certificateOf,
  certificateRequest,
  documentOf,
  KINDS,
  newKey,
  OTP,
  type RequestFacts,
  VAT_NUMBER,
} from '../../../../tests/support/e-invoicing/simulated-unit.ts'
import { der, printableString, utf8String } from '../../../platform/der.ts'

const { unit, port } = simulatedAuthority()
const connect = (facts: RequestFacts = {}, key = newKey(), otp = OTP) =>
  port().requestCompliance({ environment, csr: certificateRequest(key, facts), otp })

describe('connecting a unit', () => {
  it('is possible in the only environment of a demonstration', () => {
    expect(port()).toMatchObject({ name: 'sandbox', environments: ['sandbox'] })
  })

  it('ends with a certificate for its key and its names', () => {
    const { key, compliance, credentials } = unit()
    const certificate = certificateOf(credentials)
    expect(certificate.checkPrivateKey(key)).toBe(true)
    expect(certificate.issuer.split('\n').reverse().join(', ')).toBe(
      'CN=TSZEINVOICE-SubCA-1, DC=extgazt, DC=gov, DC=local',
    )
    expect(certificate.subject).toBe('C=SA\nOU=الفرع الرئيس\nO=معهد التدريب\nCN=TST-886431145-399999999900003')
    expect(certificate.subjectAltName).toContain(VAT_NUMBER)
    expect(certificate.validToDate.getFullYear()).toBe(2031)
    expect(certificateOf(compliance).issuer).toBe('CN=eInvoicing')
    expect(certificateOf(compliance).serialNumber).not.toBe(certificate.serialNumber)
  })

  it('takes a request that openssl made', async ({ skip }) => {
    const config =
      'oid_section=o\n[o]\ntpl=1.3.6.1.4.1.311.20.2\n[req]\nprompt=no\nutf8=yes\ndistinguished_name=dn\nreq_extensions=v\n' +
      '[dn]\nC=SA\nOU=Riyadh\nO=Institute\nCN=TST-1-399999999900003\n[v]\ntpl=ASN1:UTF8String:TSTZATCA-Code-Signing\n' +
      'subjectAltName=dirName:d\n[d]\nSN=1-TST|2-TST|3-ed22f1d8\nUID=399999999900003\ntitle=1000\nregisteredAddress=RRRD2929\nbusinessCategory=Training\n'
    const key = newKey().export({ type: 'pkcs8', format: 'pem' }).toString()
    const command = 'openssl req -new -sha256 -config <(printf %s "$CONFIG") -key <(printf %s "$KEY")'
    const { stdout, status } = spawnSync('bash', ['-c', command], { env: { ...process.env, CONFIG: config, KEY: key } })
    if (status !== 0) return skip()
    const issued = await port().requestCompliance({ environment, csr: stdout.toString(), otp: OTP })
    expect(certificateOf(issued).publicKey.equals(createPublicKey(key))).toBe(true)
  })

  it('needs a valid one-time password', async () => {
    for (const otp of ['111111', '222222', '999999'])
      expect(await failureOf(connect({}, newKey(), otp))).toMatchObject({ kind: 'badOtp' })
    expect((await failureOf(connect({}, newKey(), '222222'))).message).toContain('expired')
  })

  it.each<[string, RequestFacts, RegExp]>([
    ['another signature', { signedBy: newKey() }, /signature is wrong/],
    ['another VAT number', { vatNumber: '123456789012345' }, /VAT number/],
    ['no kind of invoices', { flags: '0000' }, /title/],
    ['another serial number', { serial: 'TST' }, /serial number/],
    ['another country', { country: printableString('AE') }, /country/],
    ['a country of another type', { country: utf8String('SA') }, /country/],
    [
      'the template of production',
      { template: utf8String('ZATCA-Code-Signing') },
      /Denied by Policy Module 0x80094800/,
    ],
    ['a template of another type', { template: der(0x1e, Buffer.from('TSTZATCA-Code-Signing')) }, /Denied/],
  ])('is refused with %s', async (_, facts, reason) => {
    expect(await failureOf(connect(facts))).toMatchObject({
      kind: 'badRequest',
      message: expect.stringMatching(reason),
    })
  })

  it('is refused with a key on another curve, with garbage, and with a request that was used', async () => {
    expect((await failureOf(connect({}, newKey('prime256v1')))).message).toContain('secp256k1')
    for (const csr of ['', 'garbage', '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n'])
      expect((await failureOf(port().requestCompliance({ environment, csr, otp: OTP }))).message).toMatch(/-CSR:/)
    const csr = certificateRequest(newKey())
    await port().requestCompliance({ environment, csr, otp: OTP })
    const again = await failureOf(port().requestCompliance({ environment, csr, otp: OTP }))
    expect(again).toMatchObject({ kind: 'badRequest', message: expect.stringContaining('used before') })
  })

  it.each([
    ['1000', ['standard-compliant', 'standard-credit-note-compliant', 'standard-debit-note-compliant']],
    ['0100', ['simplified-compliant', 'simplified-credit-note-compliant', 'simplified-debit-note-compliant']],
  ])('for %s needs an example of each kind', async (flags, names) => {
    const key = newKey()
    const credentials = await connect({ flags }, key)
    const produce = () => port().requestProduction({ environment, credentials, requestId: credentials.requestId })
    const kinds = KINDS.filter(({ simplified }) => simplified === (flags === '0100'))
    for (const [place, kind] of kinds.entries()) {
      const failure = await failureOf(produce())
      expect(failure.message).toContain('Missing-ComplianceSteps')
      expect(failure.message.endsWith(names.slice(place).join(', '))).toBe(true)
      const document = documentOf(credentials, key, kind)
      expect(await port().checkCompliance({ environment, credentials, document })).toMatchObject({ errors: [] })
    }
    const other = documentOf(credentials, key, { simplified: flags === '1000' })
    expect(codes(await port().checkCompliance({ environment, credentials, document: other })).errors).toEqual([
      'certificate-permissions',
    ])
    const wrong = port().requestProduction({ environment, credentials, requestId: '1' })
    expect((await failureOf(wrong)).message).toContain('Invalid-compliance_request_id')
    expect(certificateOf(await produce()).checkPrivateKey(key)).toBe(true)
  })

  it('is renewed with another key and the same examples', async () => {
    const key = newKey()
    const csr = certificateRequest(key)
    const asked = { environment, credentials: unit().credentials, csr, otp: OTP }
    const foreign = { ...asked, csr: certificateRequest(newKey(), { vatNumber: '399999999800003' }) }
    expect((await failureOf(port().renew(foreign))).kind).toBe('badRequest')
    expect((await failureOf(port().renew({ ...asked, otp: '111111' }))).kind).toBe('badOtp')
    const { needsChecks, ...credentials } = await port().renew(asked)
    expect(needsChecks).toBe(true)
    const { requestId } = credentials
    const early = await failureOf(port().requestProduction({ environment, credentials, requestId }))
    expect(early.message).toContain('Missing-ComplianceSteps')
  })

  it('gives credentials that each serve for their own step', async () => {
    const { compliance, credentials, key } = unit()
    const document = documentOf(compliance, key)
    const wrong = [
      () => port().report({ environment, credentials: compliance, document }),
      () => port().checkCompliance({ environment, credentials, document }),
      () => port().report({ environment, credentials: { ...credentials, secret: 'wrong' }, document }),
      () => port().report({ environment, credentials: { token: 'wrong', secret: credentials.secret }, document }),
    ]
    for (const call of wrong) expect((await failureOf(call())).kind).toBe('unauthorized')
  })
})
