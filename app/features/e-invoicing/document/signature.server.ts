/**
 * The signature of a simplified document, and its QR code. It looks like XAdES, but its value is the signature of the
 * document's hash. Source: ZATCA, Security Features Implementation Standards; checked against the samples of SDK R3.4.8.
 */
import { createHash, type KeyObject, sign } from 'node:crypto'
import { localTimeOf } from '../../../platform/days.ts'
import { type Certificate, readCertificate } from './certificate.server.ts'
import { additionalText } from './document-xml.ts'

/** SHA-256 of a document in canonical form, in base64. */
export const documentHash = (xml: string): string => createHash('sha256').update(xml).digest('base64')

/** The hash before the first document of a unit. Source: ZATCA, KSA-13: that of `0`, in hexadecimal, in base64. */
export const FIRST_PREVIOUS_HASH = Buffer.from(createHash('sha256').update('0').digest('hex')).toString('base64')

/** SHA-256 in hexadecimal, in base64: not the form that the hash of a document has. */
const hexDigest = (text: string) => Buffer.from(createHash('sha256').update(text).digest('hex')).toString('base64')

export type Signing = {
  /** Of the curve secp256k1. */
  key: KeyObject
  /** The text of the certificate, in base64. */
  certificate: string
  signedAt: Date
}

/** What the QR code says besides what is in the signature; the same as in the XML. */
export type QrFacts = {
  sellerName: string
  vatNumber: string
  /** `YYYY-MM-DDTHH:MM:SS` in Riyadh. */
  issuedAt: string
  total: string
  vat: string
}

/** @param xml in canonical form */
export function signDocument(xml: string, qrFacts: QrFacts, signing: Signing): { signedXml: string; qr: string } {
  const certificate = readCertificate(signing.certificate)
  const hash = documentHash(xml)
  const signature = sign('sha256', Buffer.from(hash, 'base64'), signing.key).toString('base64')
  const qr = qrOf(qrFacts, { hash, signature, certificate })
  const extensions = extensionsOf({ hash, signature, certificate, signedAt: localTimeOf(signing.signedAt) })
  return { signedXml: insertStamp(xml, extensions, qr), qr }
}

const STAMP_ID = 'urn:oasis:names:specification:ubl:signature:Invoice'
const METHOD = 'urn:oasis:names:specification:ubl:dsig:enveloped:xades'
const SELLER = '<cac:AccountingSupplierParty>'

/** Without any white space of its own: what is taken out again before the hash is computed must leave nothing behind. */
function insertStamp(xml: string, extensions: string, qr: string): string {
  const rootEnd = xml.indexOf('>') + 1
  const sellerStart = xml.indexOf(SELLER)
  if (rootEnd === 0 || sellerStart < 0) throw new Error('The document has no seller to stand before.')
  const stamp = `${additionalText('QR', qr).xml}<cac:Signature><cbc:ID>${STAMP_ID}</cbc:ID><cbc:SignatureMethod>${METHOD}</cbc:SignatureMethod></cac:Signature>`
  return xml.slice(0, rootEnd) + extensions + xml.slice(rootEnd, sellerStart) + stamp + xml.slice(sellerStart)
}

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const C14N = 'http://www.w3.org/2006/12/xml-c14n11'
const XPATH = 'http://www.w3.org/TR/1999/REC-xpath-19991116'
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'

/**
 * The authority hashes these very characters, white space included.
 * @param isHashed with the namespaces that the document declares further out
 */
function signedProperties(
  { signedAt, certificate }: Pick<Stamp, 'signedAt' | 'certificate'>,
  isHashed: boolean,
): string {
  const ds = isHashed ? ` xmlns:ds="${DS}"` : ''
  const line = (depth: number, text: string) => ' '.repeat(36 + 4 * depth) + text
  return [
    `<xades:SignedProperties${isHashed ? ` xmlns:xades="${XADES}"` : ''} Id="xadesSignedProperties">`,
    line(0, '<xades:SignedSignatureProperties>'),
    line(1, `<xades:SigningTime>${signedAt}</xades:SigningTime>`),
    line(1, '<xades:SigningCertificate>'),
    line(2, '<xades:Cert>'),
    line(3, '<xades:CertDigest>'),
    line(4, `<ds:DigestMethod${ds} Algorithm="${SHA256}"/>`),
    line(4, `<ds:DigestValue${ds}>${hexDigest(certificate.text)}</ds:DigestValue>`),
    line(3, '</xades:CertDigest>'),
    line(3, '<xades:IssuerSerial>'),
    line(4, `<ds:X509IssuerName${ds}>${certificate.issuer}</ds:X509IssuerName>`),
    line(4, `<ds:X509SerialNumber${ds}>${certificate.serialNumber}</ds:X509SerialNumber>`),
    line(3, '</xades:IssuerSerial>'),
    line(2, '</xades:Cert>'),
    line(1, '</xades:SigningCertificate>'),
    line(0, '</xades:SignedSignatureProperties>'),
    `${' '.repeat(32)}</xades:SignedProperties>`,
  ].join('\n')
}

/** @param signedAt the clock in Riyadh */
export const signedPropertiesDigest = (signedAt: string, certificate: Certificate): string =>
  hexDigest(signedProperties({ signedAt, certificate }, true))

export const certificateDigest = (certificate: Certificate): string => hexDigest(certificate.text)

type Stamp = { hash: string; signature: string; certificate: Certificate; signedAt: string }

function extensionsOf(stamp: Stamp): string {
  const { hash, signature, certificate, signedAt } = stamp
  const without = (xpath: string) =>
    `<ds:Transform Algorithm="${XPATH}"><ds:XPath>not(//ancestor-or-self::${xpath})</ds:XPath></ds:Transform>`
  const digest = (value: string) => `<ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${value}</ds:DigestValue>`
  const transforms = [
    ...['ext:UBLExtensions', 'cac:Signature', "cac:AdditionalDocumentReference[cbc:ID='QR']"].map(without),
    `<ds:Transform Algorithm="${C14N}"/>`,
  ]
  const signedInfo = [
    `<ds:CanonicalizationMethod Algorithm="${C14N}"/>`,
    '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"/>',
    `<ds:Reference Id="invoiceSignedData" URI=""><ds:Transforms>${transforms.join('')}</ds:Transforms>${digest(hash)}</ds:Reference>`,
    `<ds:Reference Type="${DS}SignatureProperties" URI="#xadesSignedProperties">${digest(signedPropertiesDigest(signedAt, certificate))}</ds:Reference>`,
  ]
  const properties = signedProperties({ signedAt, certificate }, false)
  return [
    `<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionURI>${METHOD}</ext:ExtensionURI><ext:ExtensionContent>`,
    `<sig:UBLDocumentSignatures xmlns:sig="${UBL}:CommonSignatureComponents-2" xmlns:sac="${UBL}:SignatureAggregateComponents-2" xmlns:sbc="${UBL}:SignatureBasicComponents-2">`,
    '<sac:SignatureInformation><cbc:ID>urn:oasis:names:specification:ubl:signature:1</cbc:ID>',
    `<sbc:ReferencedSignatureID>${STAMP_ID}</sbc:ReferencedSignatureID>`,
    `<ds:Signature xmlns:ds="${DS}" Id="signature"><ds:SignedInfo>${signedInfo.join('')}</ds:SignedInfo>`,
    `<ds:SignatureValue>${signature}</ds:SignatureValue>`,
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    `<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="signature">${properties}</xades:QualifyingProperties></ds:Object>`,
    '</ds:Signature></sac:SignatureInformation></sig:UBLDocumentSignatures></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>',
  ].join('')
}

/** TLV with one byte each for tag and length, in base64; a longer name is shortened. */
function qrOf(facts: QrFacts, { hash, signature, certificate }: Omit<Stamp, 'signedAt'>): string {
  const { sellerName, vatNumber, issuedAt, total, vat } = facts
  const texts = [sellerName, vatNumber, issuedAt, total, vat, hash, signature].map((text) => Buffer.from(text))
  const values = [...texts, certificate.publicKey, certificate.signature]
  return Buffer.concat(
    values.map((value, index) => Buffer.concat([Buffer.from([index + 1, value.length]), value])),
  ).toString('base64')
}
