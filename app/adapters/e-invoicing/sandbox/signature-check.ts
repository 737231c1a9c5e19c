/** Hash, signature and QR code of a document, calculated anew from what was sent. */
import { createHash, verify, X509Certificate } from 'node:crypto'
import { derValues } from '../../../platform/der.ts'
import { error, type Finding, unless } from './findings.ts'
import {
  allAt,
  at,
  attribute,
  canonical,
  everywhere,
  textAt,
  textOf,
  withOwnNamespaces,
  type XmlElement,
} from './xml-tree.ts'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()

/** As digests of texts are written: base64 of the hexadecimal digits. */
const digestOfText = (text: string) => Buffer.from(sha256(text).toString('hex')).toString('base64')

/** Of the certificate's text in base64, and not of its bytes. */
export const certificateDigest = (certificateText: string): string => digestOfText(certificateText)

const isQr = (element: XmlElement) => element.local === 'AdditionalDocumentReference' && textAt(element, 'ID') === 'QR'

/** What is hashed of a document: its signature, its place for it and its QR code are left out. */
export const hashedForm = (root: XmlElement): string =>
  canonical(
    root,
    (element, parent) =>
      element.local === 'UBLExtensions' || (element.local === 'Signature' && parent === root) || isQr(element),
  )

/** In base64. */
export const documentHash = (root: XmlElement): string => sha256(hashedForm(root)).toString('base64')

export const signedPropertiesDigest = (properties: XmlElement): string => digestOfText(withOwnNamespaces(properties))

/** The signature is over the hash itself, which is hashed once more. */
export function isSignatureOf(hash: string, signature: string, certificate: X509Certificate): boolean {
  try {
    return verify('sha256', Buffer.from(hash, 'base64'), certificate.publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** As they stand in signatures: the common name first. */
export const issuerName = ({ issuer }: X509Certificate): string => issuer.split('\n').reverse().join(', ')
export const serialOf = ({ serialNumber }: X509Certificate): string => BigInt(`0x${serialNumber}`).toString()

/** What the certificate authority signed the certificate with: its third part. */
function authoritySignature(certificate: X509Certificate): Buffer {
  const [whole] = derValues(Buffer.from(certificate.raw))
  return derValues(whole!.content)[2]!.content.subarray(1)
}

const INVALID = {
  signature: error('signature', 'invalid-digital-signature', 'The digital signature of the document is invalid'),
  certificate: error(
    'certificate',
    'invalid-signing-certificate',
    'The signing certificate is not that of the credentials',
  ),
  digest: error('certificate', 'certificate-hashing', 'The digest of the signing certificate is wrong'),
  issuer: error('certificate', 'certificate-issuer-name', 'The issuer of the certificate is wrong'),
  serial: error('certificate', 'certificate-serial-number', 'The serial number of the certificate is wrong'),
  properties: error('signature', 'signed-properties-hashing', 'The digest of the signed properties is wrong'),
  hash: error('hash', 'invalid-invoice-hash', 'The first digest of the signature is not the hash of the document'),
}

/**
 * @param hash of the document, calculated
 * @param certificateText that of the sender's credentials, in base64
 */
export function checkSignature(root: XmlElement, hash: string, certificateText: string): Finding[] {
  const [signature] = allAt(at(root, 'UBLExtensions'), 'UBLExtension/ExtensionContent').flatMap((content) =>
    everywhere(content, 'Signature'),
  )
  if (!signature) return [error('signature', 'missing-signature', 'The document is not signed')]
  const certificate = new X509Certificate(Buffer.from(certificateText, 'base64'))
  const references = allAt(signature, 'SignedInfo/Reference')
  const [properties] = everywhere(signature, 'SignedProperties')
  const ofProperties = references.find((one) => attribute(one, 'URI') === '#xadesSignedProperties')
  const cert = at(properties, 'SignedSignatureProperties/SigningCertificate/Cert')
  const isBound = properties !== undefined && attribute(properties, 'Id') === 'xadesSignedProperties'
  return [
    ...unless(textAt(references[0], 'DigestValue') === hash, INVALID.hash),
    ...unless(
      isBound && textAt(ofProperties, 'DigestValue') === signedPropertiesDigest(properties),
      INVALID.properties,
    ),
    ...unless(textAt(signature, 'KeyInfo/X509Data/X509Certificate') === certificateText, INVALID.certificate),
    ...unless(textAt(cert, 'CertDigest/DigestValue') === certificateDigest(certificateText), INVALID.digest),
    ...unless(textAt(cert, 'IssuerSerial/X509IssuerName') === issuerName(certificate), INVALID.issuer),
    ...unless(textAt(cert, 'IssuerSerial/X509SerialNumber') === serialOf(certificate), INVALID.serial),
    ...unless(isSignatureOf(hash, textAt(signature, 'SignatureValue') ?? '', certificate), INVALID.signature),
  ]
}

/** The values of a QR code by their tags; undefined when it has another form. */
export function qrValues(base64: string): Buffer[] | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  const values: Buffer[] = []
  for (let place = 0; place < bytes.length; ) {
    const [tag, length] = [bytes[place], bytes[place + 1]]
    if (tag !== values.length + 1 || length === undefined || place + 2 + length > bytes.length) return undefined
    values.push(bytes.subarray(place + 2, place + 2 + length))
    place += 2 + length
  }
  return values
}

const MAX_QR_CHARACTERS = 1000

export const qrOf = (root: XmlElement): string | undefined =>
  textOf(at(allAt(root, 'AdditionalDocumentReference').find(isQr), 'Attachment/EmbeddedDocumentBinaryObject'))

/** The QR code of a simplified document: tags 1 to 9. */
export function checkQr(root: XmlElement, hash: string, certificateText: string): Finding[] {
  const invalid = (what: string) =>
    error('qr', `${what}QRCODE_INVALID`, `The QR code does not match the document: ${what}`)
  const code = qrOf(root)
  const values = code === undefined ? undefined : qrValues(code)
  if (!code || values?.length !== 9) return [invalid('')]
  const certificate = new X509Certificate(Buffer.from(certificateText, 'base64'))
  const party = at(root, 'AccountingSupplierParty/Party')
  const totals = at(root, 'LegalMonetaryTotal')
  const [signature] = everywhere(root, 'SignatureValue')
  const expected: [what: string, value: string | Buffer | undefined][] = [
    ['sellerName_', textAt(party, 'PartyLegalEntity/RegistrationName')],
    ['vatNumber_', textAt(party, 'PartyTaxScheme/CompanyID')],
    ['invoiceTimeStamp_', `${textAt(root, 'IssueDate')}T${textAt(root, 'IssueTime')}`],
    ['invoiceTotal_', textAt(totals, 'TaxInclusiveAmount')],
    ['vatTotal_', textAt(root, 'TaxTotal/TaxAmount')],
    ['invoiceHash_', hash],
    ['signature_', textOf(signature)?.trim()],
    ['publicKey_', certificate.publicKey.export({ type: 'spki', format: 'der' })],
    ['CERTIFICATE_SIGNATURE_', authoritySignature(certificate)],
  ]
  return [
    ...unless(
      code.length <= MAX_QR_CHARACTERS,
      error('ksa', 'BR-KSA-29', 'The QR code is longer than 1000 characters'),
    ),
    ...expected.flatMap(([what, value], place) =>
      unless(value !== undefined && values[place]!.equals(Buffer.from(value)), invalid(what)),
    ),
  ]
}
