/** What the simulated tax authority says of documents, called over HTTP by the adapter of the real one. */
import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { codes, simulatedAuthority } from '../../../../tests/support/e-invoicing/simulated-authority.ts'
import {
  certificateOf,
  type DocumentFacts,
  digestOf,
  newKey,
  VAT_NUMBER,
} from '../../../../tests/support/e-invoicing/simulated-unit.ts'
import { receivedDocuments } from './authority-queries.server.ts'
import { documentHash, qrOf, qrValues } from './signature-check.ts'
import { everywhere, parseXml, textOf } from './xml-tree.ts'

const { app, unit, port, newDocument, asked, report, clear } = simulatedAuthority()

describe('a document', () => {
  it('is accepted once, and known when it comes again', async () => {
    const document = newDocument({ icv: 7000, number: 'INV-7' })
    const accepted = await port().report(asked(document))
    expect(accepted).toEqual({ outcome: 'accepted', warnings: [], errors: [], clearedXml: null, isRepeated: false })
    expect(await port().report(asked(document))).toMatchObject({ outcome: 'accepted', isRepeated: true })
    const facts = { way: 'report', vatNumber: VAT_NUMBER, number: 'INV-7', uuid: document.uuid, hash: document.hash }
    const known = (await receivedDocuments(app().db)).filter(({ uuid }) => uuid === document.uuid)
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
    expect(certificateOf(unit().credentials).verify(certificate.publicKey)).toBe(true)
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
