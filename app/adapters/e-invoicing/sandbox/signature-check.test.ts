/** The simulated authority's own calculations, by the values that the authority publishes with its kit (SDK R3.4.8). */
import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signedPropertiesText } from '../../../../tests/support/e-invoicing/simulated-unit.ts'
import { TEST_CERTIFICATE } from '../../../../tests/support/e-invoicing/test-certificate.ts'
import {
  certificateDigest,
  documentHash,
  hashedForm,
  isSignatureOf,
  issuerName,
  qrValues,
  serialOf,
  signedPropertiesDigest,
} from './signature-check.ts'
import { canonical, everywhere, parseXml } from './xml-tree.ts'

const CERTIFICATE_DIGEST = 'ZDMwMmI0MTE1NzVjOTU2NTk4YzVlODhhYmI0ODU2NDUyNTU2YTVhYjhhMDFmN2FjYjk1YTA2OWQ0NjY2MjQ4NQ=='
const certificate = new X509Certificate(Buffer.from(TEST_CERTIFICATE, 'base64'))

describe('the published values', () => {
  it('hold for the certificate', () => {
    expect(certificateDigest(TEST_CERTIFICATE)).toBe(CERTIFICATE_DIGEST)
    expect(issuerName(certificate)).toBe('CN=PRZEINVOICESCA4-CA, DC=extgazt, DC=gov, DC=local')
    expect(serialOf(certificate)).toBe('379112742831380471835263969587287663520528387')
  })

  it('hold for the signed properties, as they stand in a document', () => {
    const text = signedPropertiesText({
      ...{ at: '2025-07-22T15:51:28', certDigest: CERTIFICATE_DIGEST },
      ...{ issuer: issuerName(certificate), serial: serialOf(certificate) },
    })
    const inDocument = text
      .replaceAll(' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"', '')
      .replace(' xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"', '')
    const root = parseXml(
      `<a xmlns="urn:a" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xades="http://uri.etsi.org/01903/v1.3.2#">${inDocument}</a>`,
    )
    expect(signedPropertiesDigest(everywhere(root, 'SignedProperties')[0]!)).toBe(
      'ZmMwY2ZhNDljNzNjZDA5NmY4NDM4MmY1ZmY1YTA0NjY3MzY4NzMxOGJhYmZmNWU1OGYzZWJlODI3ZDgyZGVkZA==',
    )
  })

  it('hold for a signature', () => {
    const hash = 'z5F9qsS6oWyDhehD8u8S0DaxV+2CUiUz9Y+UsR61JgQ='
    const signature = 'MEYCIQCYovp/Gxd/x2qZcDZZf+4TdtfZjU/1/fzS3EQjmZGhlQIhANTc0rlAs3ffQgrKi8V49eXV32d200XIutgCti4iGAjB'
    expect(isSignatureOf(hash, signature, certificate)).toBe(true)
    expect(isSignatureOf('V4U5qlZ3yXQ/Si1AC/R8SLc3F+iNy27wdVe8IWRqFAQ=', signature, certificate)).toBe(false)
    expect(isSignatureOf(hash, 'garbage', certificate)).toBe(false)
  })
})

describe('the canonical form', () => {
  const canon = (xml: string) => canonical(parseXml(xml))

  it('is that of the recommendation (C14N 1.1, sections 3.3 and 3.4)', () => {
    expect(canon('<?xml version="1.0"?>\n<!-- note --><d a = "1"  b=\'2\'><e/><f   ></f   ></d>\n')).toBe(
      '<d a="1" b="2"><e></e><f></f></d>',
    )
    expect(
      canon(
        '<e5 a:attr="out" b:attr="sorted" attr2="all" attr="I\'m" xmlns:b="http://www.ietf.org" xmlns:a="http://www.w3.org" xmlns="http://example.org"/>',
      ),
    ).toBe(
      '<e5 xmlns="http://example.org" xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" attr="I\'m" attr2="all" b:attr="sorted" a:attr="out"></e5>',
    )
    expect(
      canon(
        '<e6 xmlns:a="http://www.w3.org"><e7 xmlns="http://www.ietf.org"><e8 xmlns="" xmlns:a="http://www.w3.org"><e9 xmlns=""/></e8></e7></e6>',
      ),
    ).toBe('<e6 xmlns:a="http://www.w3.org"><e7 xmlns="http://www.ietf.org"><e8 xmlns=""><e9></e9></e8></e7></e6>')
    expect(canon('<t>First line&#x0d;&#10;Second line</t>')).toBe('<t>First line&#xD;\nSecond line</t>')
    expect(canon('<t>&#x32;<![CDATA[value>"0" && value<"10" ?"valid":"error"]]></t>')).toBe(
      '<t>2value&gt;"0" &amp;&amp; value&lt;"10" ?"valid":"error"</t>',
    )
    expect(canon('<t a=\'value>"0" &amp;&amp; &#9;&#13;&#10;\'/>')).toBe(
      '<t a="value>&quot;0&quot; &amp;&amp; &#x9;&#xD;&#xA;"></t>',
    )
    expect(canon('<t>a\r\nb\rc</t>')).toBe('<t>a\nb\nc</t>')
    expect(canon('\uFEFF<t>سارة 😀</t>')).toBe('<t>سارة 😀</t>')
  })

  it('keeps the white space around what is left out of the hash, and takes nothing else out', () => {
    const root = parseXml(
      '<Invoice xmlns:ext="urn:e" xmlns:cac="urn:c">\n  <ext:UBLExtensions>x</ext:UBLExtensions>\n  <cac:AdditionalDocumentReference><ID>QR</ID></cac:AdditionalDocumentReference>\n  <cac:AdditionalDocumentReference><ID>PIH</ID></cac:AdditionalDocumentReference>\n  <cac:Signature/><a><Signature/></a></Invoice>',
    )
    expect(hashedForm(root)).toBe(
      '<Invoice xmlns:cac="urn:c" xmlns:ext="urn:e">\n  \n  \n  <cac:AdditionalDocumentReference><ID>PIH</ID></cac:AdditionalDocumentReference>\n  <a><Signature></Signature></a></Invoice>',
    )
    expect(documentHash(root)).toHaveLength(44)
  })

  it.each([
    ['<a>'],
    ['<a></b>'],
    ['<a b="1" b="2"/>'],
    ['<x:a/>'],
    ['<a>&unknown;</a>'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['<a/><b/>'],
    ['<a><?php ?></a>'],
    [''],
    [`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
  ])('is not made of %s', (xml) => {
    expect(() => parseXml(xml)).toThrow()
  })
})

describe('a QR code', () => {
  it('is read by its tags, which follow each other', () => {
    const tlv = (...bytes: number[]) => Buffer.from(bytes).toString('base64')
    expect(qrValues(tlv(1, 2, 65, 66, 2, 1, 67))?.map(String)).toEqual(['AB', 'C'])
    for (const wrong of [tlv(2, 1, 65), tlv(1, 5, 65), tlv(1), tlv(1, 1, 65, 3, 1, 65), 'no base64', ''])
      expect(qrValues(wrong)).toBeUndefined()
  })
})
