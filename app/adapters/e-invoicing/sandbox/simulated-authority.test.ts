/** The simulated tax authority, called over HTTP by the adapter of the real one. */
import { spawnSync } from 'node:child_process'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  certificateOf,
  certificateRequest,
  connectedUnit,
  type DocumentFacts,
  digestOf,
  documentOf,
  KINDS,
  newKey,
  OTP,
  type RequestFacts,
  VAT_NUMBER,
} from '../../../../tests/support/e-invoicing/simulated-unit.ts'
import { der, printableString, utf8String } from '../../../platform/der.ts'
import { createLog } from '../../../platform/log.server.ts'
import { createFatoora } from '../fatoora.server.ts'
import type { EInvoicingFailure, SentDocument } from '../port.ts'
import { receivedDocuments, setBehaviour } from './authority-queries.server.ts'
import { documentHash, qrOf, qrValues } from './signature-check.ts'
import { everywhere, parseXml, textOf } from './xml-tree.ts'

let app: TestApp
let unit: Awaited<ReturnType<typeof connectedUnit>>
let sent = 0
const environment = 'sandbox' as const

beforeAll(async () => {
  app = await startTestApp({ now: new Date('2026-11-22T12:00:00Z') })
  unit = await connectedUnit(port())
})
afterAll(() => app.stop())
afterEach(() => setBehaviour(app.db, 'documented'))

const port = () => app.services.eInvoicing
const url = (path = '') => `${app.address}/sandbox-e-invoicing${path}`
const failureOf = (call: Promise<unknown>): Promise<EInvoicingFailure> =>
  call.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error) => error,
  )
const newDocument = (facts: DocumentFacts = {}): SentDocument =>
  documentOf(unit.credentials, unit.key, { icv: ++sent, previousHash: 'aGFzaA==', ...facts })
const asked = (document: SentDocument) => ({ environment, credentials: unit.credentials, document })
const report = (facts?: DocumentFacts) => port().report(asked(newDocument(facts)))
const clear = (facts?: DocumentFacts) => port().clear(asked(newDocument({ simplified: false, ...facts })))
const codes = ({ errors, warnings }: { errors: { code: string }[]; warnings: { code: string }[] }) => ({
  errors: errors.map(({ code }) => code),
  warnings: warnings.map(({ code }) => code),
})
const connect = (facts: RequestFacts = {}, key = newKey(), otp = OTP) =>
  port().requestCompliance({ environment, csr: certificateRequest(key, facts), otp })

describe('connecting a unit', () => {
  it('is possible in the only environment of a demonstration', () => {
    expect(port()).toMatchObject({ name: 'sandbox', environments: ['sandbox'] })
  })

  it('ends with a certificate for its key and its names', () => {
    const { key, compliance, credentials } = unit
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
    const asked = { environment, credentials: unit.credentials, csr, otp: OTP }
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
    const { compliance, credentials, key } = unit
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

describe('a document', () => {
  it('is accepted once, and known when it comes again', async () => {
    const document = newDocument({ icv: 7000, number: 'INV-7' })
    const accepted = await port().report(asked(document))
    expect(accepted).toEqual({ outcome: 'accepted', warnings: [], errors: [], clearedXml: null, isRepeated: false })
    expect(await port().report(asked(document))).toMatchObject({ outcome: 'accepted', isRepeated: true })
    const facts = { way: 'report', vatNumber: VAT_NUMBER, number: 'INV-7', uuid: document.uuid, hash: document.hash }
    const known = (await receivedDocuments(app.db)).filter(({ uuid }) => uuid === document.uuid)
    expect(known).toMatchObject([{ ...facts, icv: '7000', previousHash: 'aGFzaA==', hasWarnings: false }])
  })

  it('is cleared with the authority’s stamp, which leaves its hash as it is', async () => {
    const document = newDocument({ simplified: false })
    const { clearedXml, ...verdict } = await port().clear(asked(document))
    expect(verdict).toEqual({ outcome: 'accepted', warnings: [], errors: [], isRepeated: false })
    const root = parseXml(clearedXml!)
    expect(documentHash(root)).toBe(document.hash)
    const values = qrValues(qrOf(root)!)!
    expect(values).toHaveLength(8)
    expect(values.slice(1, 6).map(String)).toEqual([
      VAT_NUMBER,
      '2026-11-22T14:05:09',
      '1150.00',
      '150.00',
      document.hash,
    ])
    const [stamp] = everywhere(root, 'X509Certificate')
    const certificate = new X509Certificate(Buffer.from(textOf(stamp)!, 'base64'))
    expect(certificateOf(unit.credentials).verify(certificate.publicKey)).toBe(true)
    expect(values[7]!.equals(certificate.publicKey.export({ type: 'spki', format: 'der' }))).toBe(true)
    expect(await port().clear(asked(document))).toMatchObject({ clearedXml, isRepeated: true, outcome: 'accepted' })
  })

  it('goes the way of its kind', async () => {
    expect(codes(await report({ simplified: false })).errors).toEqual(['invoice-type'])
    expect(codes(await clear({ simplified: true })).errors).toEqual(['invoice-type'])
  })

  it.each<[string, DocumentFacts, string[]]>([
    [
      'changed after it was signed',
      { tamper: (xml) => xml.replace('القيادة', 'القيادات') },
      ['invalid-invoice-hash', 'invalid-invoice-hash', 'invalid-digital-signature'],
    ],
    ['signed by another key', { key: newKey() }, ['invalid-digital-signature']],
    [
      'with another digest of the signed properties',
      { tamper: (xml) => xml.replace('<xades:SigningTime>2026', '<xades:SigningTime>2025') },
      ['signed-properties-hashing'],
    ],
    [
      'with other white space in the signed properties',
      { tamper: (xml) => xml.replace(' <xades:Cert>', '<xades:Cert>') },
      ['signed-properties-hashing'],
    ],
    ['of another issuer', { signedProperties: (text) => text.replace('DC=gov, ', '') }, ['certificate-issuer-name']],
    [
      'with another serial number',
      { signedProperties: (text) => text.replace(/(SerialNumber [^>]*>)/, '$&9') },
      ['certificate-serial-number'],
    ],
    [
      'with another digest of the certificate',
      { signedProperties: (text) => text.replace(/(DigestValue [^>]*>)[^<]+/, `$1${digestOf('other')}`) },
      ['certificate-hashing'],
    ],
    [
      'with another certificate',
      { tamper: (xml) => xml.replace(/(<ds:X509Certificate>)M/, '$1N') },
      ['invalid-signing-certificate'],
    ],
    [
      'without a signature',
      { tamper: (xml) => xml.replace(/<ext:UBLExtensions>.*<\/ext:UBLExtensions>/s, '') },
      ['missing-signature', 'signature_QRCODE_INVALID'],
    ],
    [
      'without a QR code',
      {
        tamper: (xml) =>
          xml.replace(/<cac:AdditionalDocumentReference><cbc:ID>QR.*?<\/cac:AdditionalDocumentReference>/s, ''),
      },
      ['QRCODE_INVALID'],
    ],
    [
      'with white space added',
      { tamper: (xml) => xml.replace('<cbc:ProfileID>', '\n<cbc:ProfileID>') },
      ['invalid-invoice-hash', 'invalid-invoice-hash', 'invalid-digital-signature'],
    ],
    [
      'of another seller',
      {
        edit: (xml) => xml.replace(VAT_NUMBER, '399999999700003'),
        qr: (values) => values.with(1, Buffer.from('399999999700003')),
      },
      ['certificate-permissions'],
    ],
  ])('is refused %s', async (_, facts, errors) => {
    const verdict = await report(facts)
    expect({
      outcome: verdict.outcome,
      errors: codes(verdict).errors.filter((code) => !/^invoiceHash_/.test(code)),
    }).toEqual({ outcome: 'refused', errors })
  })

  it('is refused where its QR code says something else', async () => {
    const names = [
      ...['sellerName_', 'vatNumber_', 'invoiceTimeStamp_', 'invoiceTotal_', 'vatTotal_', 'invoiceHash_'],
      ...['signature_', 'publicKey_', 'CERTIFICATE_SIGNATURE_'],
    ]
    for (const [place, name] of names.entries()) {
      const qr = (values: Buffer[]) => values.with(place, Buffer.from('something else'))
      expect(codes(await report({ qr })).errors).toEqual([`${name}QRCODE_INVALID`])
    }
    expect(codes(await report({ qr: (values) => values.slice(0, 8) })).errors).toEqual(['QRCODE_INVALID'])
  })

  it('is refused where the request says something else', async () => {
    const document = newDocument()
    const other = { ...document, hash: newDocument().hash }
    expect(codes(await port().report(asked(other))).errors).toEqual(['invalid-invoice-hash'])
    const uuid = '8e6000cf-1a98-4174-b3e7-b5d5954bc10d'
    expect(codes(await port().report(asked({ ...document, uuid }))).errors).toEqual(['invalid-uuid'])
  })

  it('is refused where it cannot be read', async () => {
    for (const xml of [
      '',
      'garbage',
      '<Invoice>',
      '<!DOCTYPE Invoice [<!ENTITY a "b">]><Invoice>&a;</Invoice>',
      '<Invoice></Invoice>',
    ]) {
      const verdict = await port().report(asked({ uuid: 'a', hash: 'a', xml }))
      expect(verdict).toMatchObject({ outcome: 'refused' })
    }
    const order = (xml: string) =>
      xml.replace(/(<cac:AccountingSupplierParty>.*)(<cac:PaymentMeans>.*<\/cac:PaymentMeans>)/s, '$2$1')
    expect(codes(await clear({ edit: order })).errors).toContain('SAXParseException')
  })

  const replaced = (from: string | RegExp, to: string) => (xml: string) => xml.replace(from, to)
  const ZERO = /<cbc:ID>S<\/cbc:ID><cbc:Percent>15.00<\/cbc:Percent>/g
  const EDU =
    '<cbc:ID>Z</cbc:ID><cbc:Percent>0.00</cbc:Percent><cbc:TaxExemptionReasonCode>VATEX-SA-EDU</cbc:TaxExemptionReasonCode><cbc:TaxExemptionReason>Private education to citizen | تعليم</cbc:TaxExemptionReason>'
  it.each<[string, DocumentFacts]>([
    ['BR-CO-15', { edit: replaced('>1150.00</cbc:TaxInclusiveAmount>', '>1150.01</cbc:TaxInclusiveAmount>') }],
    [
      'BR-CO-14',
      {
        edit: replaced(
          '1000.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="SAR">150',
          '1000.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="SAR">149',
        ),
      },
    ],
    ['BR-KSA-17', { type: '381', edit: replaced(/<cbc:InstructionNote>.*<\/cbc:InstructionNote>/, '') }],
    ['BR-KSA-49', { edit: replaced(ZERO, EDU) }],
    ['BR-KSA-40', { edit: replaced(VAT_NUMBER, '12345') }],
    ['BR-KSA-44', { edit: replaced('399999999800003', '12345') }],
    ['BR-CUSTOM-VALIDATION-01', { edit: replaced('399999999800003', VAT_NUMBER) }],
    ['BR-KSA-14', { edit: replaced('schemeID="CRN">1010654321', 'schemeID="XYZ">1010654321') }],
    ['BR-KSA-F-04', { edit: replaced('>0.00</cbc:PrepaidAmount>', '>-1.00</cbc:PrepaidAmount>') }],
    ['BR-KSA-04', { issuedAt: '2026-11-22T15:00:01' }],
    ['BR-KSA-70', { issuedAt: '2026-11-22T14:05:09.123' }],
    ['BR-KSA-F-01', { issuedAt: '22-11-2026T14:05:09' }],
    ['BR-KSA-EN16931-01', { edit: replaced('reporting:1.0', 'clearance:1.0') }],
    ['BR-KSA-EN16931-02', { edit: replaced('<cbc:TaxCurrencyCode>SAR', '<cbc:TaxCurrencyCode>USD') }],
    ['BR-KSA-68', { edit: replaced('<cbc:TaxCurrencyCode>SAR</cbc:TaxCurrencyCode>', '') }],
    ['BR-KSA-03', { uuid: 'not one' }],
    ['BR-KSA-05', { edit: replaced('>388<', '>380<') }],
    ['BR-KSA-06', { edit: replaced('name="0100000"', 'name="01"') }],
    ['BR-KSA-33', { edit: replaced(/<cbc:UUID>\d+<\/cbc:UUID>/, '') }],
    ['BR-KSA-34', { edit: replaced(/<cbc:UUID>(\d+)<\/cbc:UUID>/, '<cbc:UUID>A$1</cbc:UUID>') }],
    ['BR-KSA-53', { edit: replaced(/<cbc:RoundingAmount.*?<\/cbc:RoundingAmount>/, '') }],
    ['BR-KSA-84', { edit: replaced(/15\.00<\/cbc:Percent>/g, '14.00</cbc:Percent>') }],
  ])('is refused by the rule %s', async (code, facts) => {
    const verdict = await clear(facts)
    expect(verdict.outcome).toBe('refused')
    expect(codes(verdict).errors).toContain(code)
  })

  it.each<[string, DocumentFacts]>([
    ['BR-KSA-51', { edit: replaced('>1150.00</cbc:RoundingAmount>', '>1150.01</cbc:RoundingAmount>') }],
    ['BR-CO-16', { edit: replaced('>1150.00</cbc:PayableAmount>', '>1150.01</cbc:PayableAmount>') }],
    ['BR-KSA-EN16931-11', { edit: replaced('>1000.00</cbc:PriceAmount>', '>1001.00</cbc:PriceAmount>') }],
    ['BR-KSA-15', { edit: replaced(/<cac:Delivery>.*<\/cac:Delivery>/, '') }],
    ['BR-KSA-63', { edit: replaced('<cbc:PostalZone>12223</cbc:PostalZone>', '') }],
    ['BR-KSA-09', { edit: replaced('<cbc:BuildingNumber>2322', '<cbc:BuildingNumber>22') }],
    ['BR-KSA-08', { edit: replaced('<cbc:ID schemeID="CRN">1010123456', '<cbc:ID schemeID="ABC">1010123456') }],
    ['BR-KSA-56', { type: '383', edit: replaced(/<cac:BillingReference>.*<\/cac:BillingReference>/, '') }],
    ['BR-KSA-26', { icv: 1, previousHash: 'aGFzaA==' }],
  ])('is accepted with a warning by the rule %s', async (code, facts) => {
    const verdict = await clear(facts)
    expect({ outcome: verdict.outcome, ...codes(verdict) }).toEqual({
      outcome: 'accepted',
      errors: [],
      warnings: [code],
    })
  })

  it('that is sent late is accepted with a warning', async () => {
    const late = await report({ issuedAt: '2026-11-21T14:00:00' })
    expect({ outcome: late.outcome, ...codes(late) }).toEqual({
      outcome: 'accepted',
      errors: [],
      warnings: ['BR-KSA-98'],
    })
  })

  it('in another form with the same content is the same document', async () => {
    const spaced = (xml: string) =>
      xml
        .replace('<cbc:ID>1</cbc:ID>', '<cbc:ID  >1</cbc:ID >')
        .replace('<Invoice', '<?xml version="1.0"?>\n<!-- a note -->\n<Invoice')
    expect(await clear({ tamper: spaced })).toMatchObject({ outcome: 'accepted', errors: [], warnings: [] })
  })
})

describe('on its worst day the authority', () => {
  const impatient = () =>
    createFatoora({ name: 'sandbox', urls: { sandbox: url() }, log: createLog('silent'), timeoutMs: 500 })

  it('refuses or warns of every document', async () => {
    await setBehaviour(app.db, 'refuses')
    expect(await report()).toMatchObject({ outcome: 'refused', errors: [{ code: 'SIMULATED' }] })
    await setBehaviour(app.db, 'warns')
    expect(await report()).toMatchObject({ outcome: 'accepted', warnings: [{ code: 'SIMULATED' }] })
  })

  it('has switched clearance off, and takes standard documents as reports', async () => {
    await setBehaviour(app.db, 'clearanceOff')
    const document = newDocument({ simplified: false })
    expect(await port().clear(asked(document))).toMatchObject({ outcome: 'clearanceOff' })
    expect(await port().report(asked(document))).toMatchObject({ outcome: 'accepted', isRepeated: false })
  })

  it('accepts no credentials, or asks to wait, or is out of order', async () => {
    await setBehaviour(app.db, 'revoked')
    expect(await failureOf(report())).toMatchObject({ kind: 'unauthorized' })
    await setBehaviour(app.db, 'busy')
    expect(await failureOf(report())).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 30 })
    await setBehaviour(app.db, 'unavailable')
    expect(await failureOf(report())).toMatchObject({ kind: 'unavailable', retryAfterSeconds: undefined })
  })

  it.each(['silent', 'fails', 'garbage'] as const)('has accepted what it did not answer: %s', async (behaviour) => {
    for (const simplified of [true, false]) {
      const document = newDocument({ simplified })
      await setBehaviour(app.db, behaviour)
      const call = impatient()[simplified ? 'report' : 'clear'](asked(document))
      expect(await failureOf(call)).toMatchObject({ kind: 'unavailable' })
      await setBehaviour(app.db, 'documented')
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
