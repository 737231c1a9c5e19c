import { execFileSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { TEST_CERTIFICATE } from '../../../../tests/support/e-invoicing/test-certificate.ts'
import { readCertificate } from './certificate.server.ts'
import { newCertificateRequest } from './certificate-request.server.ts'
import { documentXml, type EInvoiceFacts } from './document-xml.ts'
import {
  certificateDigest,
  documentHash,
  FIRST_PREVIOUS_HASH,
  signDocument,
  signedPropertiesDigest,
} from './signature.server.ts'

const address = {
  ...{ buildingNumber: '2322', street: { ar: 'طريق العليا' }, additionalNumber: '6523', district: { ar: 'العليا' } },
  ...{ city: { ar: 'الرياض' }, postalCode: '12214' },
}
const line = {
  ...{
    description: { ar: 'دورة الإدارة & القيادة' },
    run: null,
    couponCode: null,
    vatReason: null,
    vatReasonCode: null,
  },
  ...{ priceHalalas: 115_000, discountHalalas: 0, netHalalas: 100_000, vatHalalas: 15_000, totalHalalas: 115_000 },
  ...{ vatTreatment: 'standard' as const, vatRatePercent: 15 },
}
const facts: EInvoiceFacts = {
  ...{ kind: 'invoice', isStandard: false, number: 'INV-000123', uuid: '8e6000cf-1a98-4174-b3e7-b5d5954bc10d' },
  issuedAt: new Date('2026-11-22T11:05:09.321Z'),
  ...{ counter: 1, previousHash: FIRST_PREVIOUS_HASH, original: null, reason: null, supplied: null, paidBy: 'card' },
  seller: { name: 'معهد التدريب', registerNumber: '1010123456', vatNumber: '399999999900003', address },
  buyer: { name: 'سارة', registerNumber: null, vatNumber: null, address: null },
  lines: [line],
  totals: line,
}

test('certificate, properties and first hash are as in the samples of the authority', () => {
  const certificate = readCertificate(TEST_CERTIFICATE)
  expect(certificate.issuer).toBe('CN=PRZEINVOICESCA4-CA, DC=extgazt, DC=gov, DC=local')
  expect(certificate.serialNumber).toBe('379112742831380471835263969587287663520528387')
  expect(certificate.publicKey).toHaveLength(88)
  expect(certificate.signature.length).toBeGreaterThanOrEqual(70)
  expect(certificateDigest(certificate)).toBe(
    'ZDMwMmI0MTE1NzVjOTU2NTk4YzVlODhhYmI0ODU2NDUyNTU2YTVhYjhhMDFmN2FjYjk1YTA2OWQ0NjY2MjQ4NQ==',
  )
  expect(signedPropertiesDigest('2025-07-22T15:51:28', certificate)).toBe(
    'ZmMwY2ZhNDljNzNjZDA5NmY4NDM4MmY1ZmY1YTA0NjY3MzY4NzMxOGJhYmZmNWU1OGYzZWJlODI3ZDgyZGVkZA==',
  )
  expect(FIRST_PREVIOUS_HASH).toBe(
    'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==',
  )
})

test('a simplified invoice is written as the rules of the authority want it', () => {
  const xml = documentXml(facts)
  expect(xml).toContain('<cbc:IssueDate>2026-11-22</cbc:IssueDate><cbc:IssueTime>14:05:09</cbc:IssueTime>')
  expect(xml).toContain('<cbc:InvoiceTypeCode name="0200000">388</cbc:InvoiceTypeCode>')
  expect(xml).toContain('<cbc:Name>دورة الإدارة &amp; القيادة</cbc:Name>')
  expect(xml).toContain('<cbc:PriceAmount currencyID="SAR">1000.00</cbc:PriceAmount>')
  expect(xml).toContain('<cbc:RegistrationName>سارة</cbc:RegistrationName>')
  expect(xml).not.toMatch(/>\s+</)
  expect(xml).not.toContain('/>')
})

test('what stands around a number or a name is never broken by control characters', () => {
  const buyer = { ...facts.buyer!, name: 'سارة\u0000\u000b\ud800 <b>"&' }
  expect(documentXml({ ...facts, buyer })).toContain(
    '<cbc:RegistrationName>سارة\ufffd &lt;b&gt;"&amp;</cbc:RegistrationName>',
  )
})

test('a discount is an allowance, and the price of one of several seats is exact enough', () => {
  const seats = {
    ...line,
    seats: 3,
    priceHalalas: 115_000,
    discountHalalas: 15_000,
    netHalalas: 86_957,
    vatHalalas: 13_043,
    totalHalalas: 100_000,
  }
  const xml = documentXml({ ...facts, lines: [seats], totals: seats })
  expect(xml).toContain('<cbc:InvoicedQuantity unitCode="PCE">3.000000</cbc:InvoicedQuantity>')
  expect(xml).toContain('<cbc:Amount currencyID="SAR">130.43</cbc:Amount>')
  const price = Number(/PriceAmount currencyID="SAR">([\d.]+)</.exec(xml)![1])
  expect(Math.abs(price * 3 - 130.43 - 869.57)).toBeLessThan(0.01)
})

test('lines without VAT name the reason and its code, once for each', () => {
  const free = {
    ...{
      ...line,
      vatTreatment: 'zero' as const,
      vatRatePercent: 0,
      netHalalas: 50_000,
      vatHalalas: 0,
      totalHalalas: 50_000,
    },
    ...{ priceHalalas: 50_000, vatReason: { ar: 'تعليم', en: 'Private education (VATEX-SA-EDU)' } },
  }
  const xml = documentXml({ ...facts, lines: [line, free, free], totals: line })
  expect(xml.match(/<cac:TaxSubtotal>/g)).toHaveLength(2)
  expect(xml).toContain(
    '<cbc:TaxableAmount currencyID="SAR">1000.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="SAR">0.00</cbc:TaxAmount>',
  )
  expect(xml).toContain('<cbc:TaxExemptionReasonCode>VATEX-SA-EDU</cbc:TaxExemptionReasonCode>')
})

test('a note names the document that it corrects, and why', () => {
  const xml = documentXml({
    ...facts,
    kind: 'credit-note',
    number: 'CN-000007',
    original: 'INV-000123',
    reason: 'إلغاء',
  })
  expect(xml).toContain('name="0200000">381<')
  expect(xml).toContain('<cac:InvoiceDocumentReference><cbc:ID>INV-000123</cbc:ID></cac:InvoiceDocumentReference>')
  expect(xml).toContain('<cbc:InstructionNote>إلغاء</cbc:InstructionNote>')
})

test('the signed document keeps its hash, and its signature and QR code verify', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const xml = documentXml(facts)
  const qrFacts = {
    ...{ sellerName: 'معهد التدريب', vatNumber: '399999999900003', issuedAt: '2026-11-22T14:05:09' },
    ...{ total: '1150.00', vat: '150.00' },
  }
  const { signedXml, qr } = signDocument(xml, qrFacts, {
    key: privateKey,
    certificate: TEST_CERTIFICATE,
    signedAt: facts.issuedAt,
  })
  const withoutStamp = signedXml
    .replace(/<ext:UBLExtensions>.*<\/ext:UBLExtensions>/s, '')
    .replace(/<cac:Signature>.*?<\/cac:Signature>/s, '')
    .replace(/<cac:AdditionalDocumentReference><cbc:ID>QR<.*?<\/cac:AdditionalDocumentReference>/s, '')
  expect(withoutStamp).toBe(xml)
  const hash = documentHash(xml)
  expect(signedXml).toContain(`<ds:DigestValue>${hash}</ds:DigestValue>`)
  const signature = /<ds:SignatureValue>(.*?)<\/ds:SignatureValue>/.exec(signedXml)![1]!
  expect(verify('sha256', Buffer.from(hash, 'base64'), publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  const values = tlvOf(qr)
  expect(values.map(({ tag }) => tag)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(values.slice(2, 7).map(({ value }) => value.toString())).toEqual([
    '2026-11-22T14:05:09',
    '1150.00',
    '150.00',
    hash,
    signature,
  ])
  expect(values[7]!.value).toEqual(
    new X509Certificate(Buffer.from(TEST_CERTIFICATE, 'base64')).publicKey.export({ type: 'spki', format: 'der' }),
  )
  expect(qr.length).toBeLessThanOrEqual(1000)
})

function tlvOf(qr: string) {
  const bytes = Buffer.from(qr, 'base64')
  const values = []
  for (let at = 0; at < bytes.length; at += 2 + bytes[at + 1]!)
    values.push({ tag: bytes[at]!, value: bytes.subarray(at + 2, at + 2 + bytes[at + 1]!) })
  return values
}

test('the request for a certificate is one that OpenSSL reads and finds well signed', () => {
  const { csr, key } = newCertificateRequest(
    {
      ...{ vatNumber: '399999999900003', legalName: 'معهد التدريب', name: 'maahad-1', branch: 'Riyadh' },
      ...{ shortAddress: 'RRRD2929', industry: 'Training', serial: '8e6000cf-1a98-4174-b3e7-b5d5954bc10d' },
    },
    'sandbox',
  )
  expect(createPublicKey(key).asymmetricKeyDetails?.namedCurve).toBe('secp256k1')
  const text = execFileSync('openssl', ['req', '-verify', '-noout', '-text', '-nameopt', 'utf8,sep_comma_plus'], {
    input: csr,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  expect(text).toContain('C=SA')
  expect(text).toContain('CN=maahad-1')
  expect(text).toContain('secp256k1')
  expect(text).toContain('1.3.6.1.4.1.311.20.2')
  expect(text).toMatch(/DirName:.*1-Maahad\|2-Maahad\|3-8e6000cf/)
  expect(text).toContain('399999999900003')
})
