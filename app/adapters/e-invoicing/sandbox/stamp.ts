/** The stamp of the authority on a cleared document: a signature, and a QR code of tags 1 to 8. */
import { createPrivateKey, sign, X509Certificate } from 'node:crypto'
import type { AuthorityKey } from './authority-queries.server.ts'
import {
  certificateDigest,
  documentHash,
  hashedForm,
  issuerName,
  serialOf,
  signedPropertiesDigest,
} from './signature-check.ts'
import { everywhere, parseXml, textAt, type XmlElement } from './xml-tree.ts'

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const C14N = 'http://www.w3.org/2006/12/xml-c14n11'
const URN = 'urn:oasis:names:specification:ubl'
const UBL = `${URN}:schema:xsd`

/** @returns the legal invoice: not the bytes that were sent, with the same hash */
export function stamped(root: XmlElement, { privateKey, certificate }: AuthorityKey, now: Date): string {
  const hash = documentHash(root)
  const signature = sign('sha256', Buffer.from(hash, 'base64'), createPrivateKey(privateKey)).toString('base64')
  const xml = hashedForm(root)
  const start = xml.indexOf('>') + 1
  const seller = xml.indexOf('<cac:AccountingSupplierParty>')
  const extensions = extensionsOf(hash, signature, certificate, now)
  const code = qrCode(root, hash, signature, certificate)
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `${xml.slice(0, start)}${extensions}${xml.slice(start, seller)}${reference(code)}${xml.slice(seller)}`
  )
}

function qrCode(root: XmlElement, hash: string, signature: string, certificate: string): string {
  const key = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey
  const values = [
    textAt(root, 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName'),
    textAt(root, 'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID'),
    `${textAt(root, 'IssueDate')}T${textAt(root, 'IssueTime')}`,
    textAt(root, 'LegalMonetaryTotal/TaxInclusiveAmount'),
    textAt(root, 'TaxTotal/TaxAmount'),
    hash,
    signature,
    key.export({ type: 'spki', format: 'der' }),
  ]
  const tagged = values.map((value, place) => {
    const bytes = Buffer.from(value ?? '')
    return Buffer.concat([Buffer.from([place + 1, bytes.length]), bytes])
  })
  return Buffer.concat(tagged).toString('base64')
}

const reference = (code: string) =>
  '<cac:AdditionalDocumentReference><cbc:ID>QR</cbc:ID><cac:Attachment>' +
  `<cbc:EmbeddedDocumentBinaryObject mimeCode="text/plain">${code}</cbc:EmbeddedDocumentBinaryObject>` +
  '</cac:Attachment></cac:AdditionalDocumentReference>' +
  `<cac:Signature><cbc:ID>${URN}:signature:Invoice</cbc:ID>` +
  `<cbc:SignatureMethod>${URN}:dsig:enveloped:xades</cbc:SignatureMethod></cac:Signature>`

function extensionsOf(hash: string, signature: string, certificateText: string, now: Date): string {
  const certificate = new X509Certificate(Buffer.from(certificateText, 'base64'))
  const properties =
    '<xades:SignedProperties Id="xadesSignedProperties"><xades:SignedSignatureProperties>' +
    `<xades:SigningTime>${now.toISOString().slice(0, 19)}Z</xades:SigningTime><xades:SigningCertificate><xades:Cert>` +
    `<xades:CertDigest><ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${certificateDigest(certificateText)}</ds:DigestValue></xades:CertDigest>` +
    `<xades:IssuerSerial><ds:X509IssuerName>${issuerName(certificate)}</ds:X509IssuerName><ds:X509SerialNumber>${serialOf(certificate)}</ds:X509SerialNumber></xades:IssuerSerial>` +
    '</xades:Cert></xades:SigningCertificate></xades:SignedSignatureProperties></xades:SignedProperties>'
  const object = `<ds:Object xmlns:ds="${DS}"><xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="signature">${properties}</xades:QualifyingProperties></ds:Object>`
  const [read] = everywhere(parseXml(object), 'SignedProperties')
  const digests =
    `<ds:Reference Id="invoiceSignedData" URI="">${digest(hash)}</ds:Reference>` +
    `<ds:Reference Type="${DS}SignatureProperties" URI="#xadesSignedProperties">${digest(signedPropertiesDigest(read!))}</ds:Reference>`
  return (
    `<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionURI>${URN}:dsig:enveloped:xades</ext:ExtensionURI><ext:ExtensionContent>` +
    `<sig:UBLDocumentSignatures xmlns:sig="${UBL}:CommonSignatureComponents-2" xmlns:sac="${UBL}:SignatureAggregateComponents-2" xmlns:sbc="${UBL}:SignatureBasicComponents-2">` +
    `<sac:SignatureInformation><cbc:ID>${URN}:signature:1</cbc:ID><sbc:ReferencedSignatureID>${URN}:signature:Invoice</sbc:ReferencedSignatureID>` +
    `<ds:Signature xmlns:ds="${DS}" Id="signature"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${C14N}"/>` +
    `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"/>${digests}</ds:SignedInfo>` +
    `<ds:SignatureValue>${signature}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificateText}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    `${object.replace(` xmlns:ds="${DS}"`, '')}</ds:Signature></sac:SignatureInformation></sig:UBLDocumentSignatures>` +
    '</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>'
  )
}

const digest = (value: string) => `<ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${value}</ds:DigestValue>`
