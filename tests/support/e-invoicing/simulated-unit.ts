/**
 * A unit that connects to the authority and sends documents, written from the authority's documents alone and not with the
 * product's own code: each is checked by the other.
 */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  X509Certificate,
} from 'node:crypto'
import type { EInvoicingPort, SentDocument, UnitCredentials } from '../../../app/adapters/e-invoicing/port.ts'
import {
  bitString,
  context,
  integer,
  objectIdentifier,
  octetString,
  printableString,
  sequence,
  set,
  utf8String,
} from '../../../app/platform/der.ts'

export const VAT_NUMBER = '399999999900003'
export const OTP = '123456'
export const FIRST_HASH = 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ=='

export const newKey = (namedCurve = 'secp256k1'): KeyObject => generateKeyPairSync('ec', { namedCurve }).privateKey

const part = (dotted: string, value: Buffer) => set(sequence(objectIdentifier(dotted), value))

const spkiOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' })

export type RequestFacts = {
  vatNumber?: string
  flags?: string
  template?: Buffer
  country?: Buffer
  serial?: string
  /** Instead of the request's own signature. */
  signedBy?: KeyObject
}

/** A certificate request as PEM. */
export function certificateRequest(key: KeyObject, facts: RequestFacts = {}): string {
  const { vatNumber = VAT_NUMBER, flags = '1100', template = printableString('TSTZATCA-Code-Signing') } = facts
  const subject = sequence(
    part('2.5.4.6', facts.country ?? printableString('SA')),
    part('2.5.4.11', utf8String('الفرع الرئيس')),
    part('2.5.4.10', utf8String('معهد التدريب')),
    part('2.5.4.3', utf8String('TST-886431145-399999999900003')),
  )
  const name = sequence(
    part('2.5.4.4', utf8String(facts.serial ?? '1-Maahad|2-1|3-ed22f1d8-e6a2-1118-9b58-d9a8f11e445f')),
    part('0.9.2342.19200300.100.1.1', utf8String(vatNumber)),
    part('2.5.4.12', utf8String(flags)),
    part('2.5.4.26', utf8String('RRRD2929')),
    part('2.5.4.15', utf8String('التدريب')),
  )
  const extensions = sequence(
    sequence(objectIdentifier('1.3.6.1.4.1.311.20.2'), octetString(template)),
    sequence(objectIdentifier('2.5.29.17'), octetString(sequence(context(4, name)))),
  )
  const attributes = context(0, sequence(objectIdentifier('1.2.840.113549.1.9.14'), set(extensions)))
  const info = sequence(integer(0n), subject, spkiOf(key), attributes)
  const algorithm = sequence(objectIdentifier('1.2.840.10045.4.3.2'))
  const request = sequence(info, algorithm, bitString(sign('sha256', info, facts.signedBy ?? key)))
  const lines = request.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`
}

type Kind = { simplified: boolean; type: '388' | '381' | '383' }
export const KINDS: Kind[] = [true, false].flatMap((simplified) =>
  (['388', '381', '383'] as const).map((type) => ({ simplified, type })),
)

export type DocumentFacts = Partial<Kind> & {
  uuid?: string
  icv?: number
  previousHash?: string
  /** In KSA, without an offset. */
  issuedAt?: string
  number?: string
  /** Changes the document before it is hashed and signed. */
  edit?: (xml: string) => string
  /** Changes what is sent, after it was signed. */
  tamper?: (xml: string) => string
  /** Changes the values of the QR code. */
  qr?: (values: Buffer[]) => Buffer[]
  signedProperties?: (text: string) => string
  /** Signs, instead of the unit's key. */
  key?: KeyObject
}

const NS =
  '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">'
const SELLER = `<cac:AccountingSupplierParty><cac:Party><cac:PartyIdentification><cbc:ID schemeID="CRN">1010123456</cbc:ID></cac:PartyIdentification><cac:PostalAddress><cbc:StreetName>طريق العليا</cbc:StreetName><cbc:BuildingNumber>2322</cbc:BuildingNumber><cbc:PlotIdentification>6523</cbc:PlotIdentification><cbc:CitySubdivisionName>العليا</cbc:CitySubdivisionName><cbc:CityName>الرياض</cbc:CityName><cbc:PostalZone>12214</cbc:PostalZone><cac:Country><cbc:IdentificationCode>SA</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>${VAT_NUMBER}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>معهد التدريب</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>`
const COMPANY =
  '<cac:AccountingCustomerParty><cac:Party><cac:PartyIdentification><cbc:ID schemeID="CRN">1010654321</cbc:ID></cac:PartyIdentification><cac:PostalAddress><cbc:StreetName>شارع التحلية</cbc:StreetName><cbc:BuildingNumber>1111</cbc:BuildingNumber><cbc:CitySubdivisionName>السليمانية</cbc:CitySubdivisionName><cbc:CityName>الرياض</cbc:CityName><cbc:PostalZone>12223</cbc:PostalZone><cac:Country><cbc:IdentificationCode>SA</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>399999999800003</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>شركة النماذج المحدودة</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty><cac:Delivery><cbc:ActualDeliveryDate>2026-11-22</cbc:ActualDeliveryDate></cac:Delivery>'
const PERSON =
  '<cac:AccountingCustomerParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>سارة</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>'
const S_15 = '<cbc:ID>S</cbc:ID><cbc:Percent>15.00</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>'
const money = (name: string, amount: string) => `<cbc:${name} currencyID="SAR">${amount}</cbc:${name}>`
const VAT = money('TaxAmount', '150.00')
const MONEY =
  `<cac:TaxTotal>${VAT}</cac:TaxTotal><cac:TaxTotal>${VAT}<cac:TaxSubtotal>${money('TaxableAmount', '1000.00')}${VAT}<cac:TaxCategory>${S_15}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>` +
  `<cac:LegalMonetaryTotal>${money('LineExtensionAmount', '1000.00')}${money('TaxExclusiveAmount', '1000.00')}${money('TaxInclusiveAmount', '1150.00')}${money('AllowanceTotalAmount', '0.00')}${money('PrepaidAmount', '0.00')}${money('PayableAmount', '1150.00')}</cac:LegalMonetaryTotal>` +
  `<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="PCE">1.000000</cbc:InvoicedQuantity>${money('LineExtensionAmount', '1000.00')}<cac:TaxTotal>${VAT}${money('RoundingAmount', '1150.00')}</cac:TaxTotal><cac:Item><cbc:Name>دورة الإدارة &amp; القيادة</cbc:Name><cac:ClassifiedTaxCategory>${S_15}</cac:ClassifiedTaxCategory></cac:Item><cac:Price>${money('PriceAmount', '1000.00')}</cac:Price></cac:InvoiceLine></Invoice>`
const BINARY = '<cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/plain">'
const reference = (id: string, value: string) =>
  `<cac:AdditionalDocumentReference><cbc:ID>${id}</cbc:ID>${BINARY}${value}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`
const SIGNATURE_OF =
  '<cac:Signature><cbc:ID>urn:oasis:names:specification:ubl:signature:Invoice</cbc:ID><cbc:SignatureMethod>urn:oasis:names:specification:ubl:dsig:enveloped:xades</cbc:SignatureMethod></cac:Signature>'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
export const hashOf = (xml: string): string => sha256(xml).toString('base64')
/** The authority's digest of texts: base64 of the digits. */
export const digestOf = (text: string): string => Buffer.from(sha256(text).toString('hex')).toString('base64')

/** A document as it is hashed: without signature and QR code, in canonical form. */
export function plainDocument(facts: DocumentFacts = {}): { xml: string; uuid: string } {
  const { simplified = true, type = '388', uuid = randomUUID(), icv = 1, previousHash = FIRST_HASH } = facts
  const { issuedAt = '2026-11-22T14:05:09', number = `INV-${String(icv).padStart(6, '0')}` } = facts
  const [date, time] = issuedAt.split('T')
  const isNote = type !== '388'
  const billing = isNote
    ? '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>INV-000123</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>'
    : ''
  const reason = isNote ? '<cbc:InstructionNote>إلغاء التسجيل</cbc:InstructionNote>' : ''
  const xml =
    `${NS}<cbc:ProfileID>reporting:1.0</cbc:ProfileID><cbc:ID>${number}</cbc:ID><cbc:UUID>${uuid}</cbc:UUID>` +
    `<cbc:IssueDate>${date}</cbc:IssueDate><cbc:IssueTime>${time}</cbc:IssueTime><cbc:InvoiceTypeCode name="${simplified ? '0200000' : '0100000'}">${type}</cbc:InvoiceTypeCode>` +
    `<cbc:DocumentCurrencyCode>SAR</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>SAR</cbc:TaxCurrencyCode>${billing}` +
    `<cac:AdditionalDocumentReference><cbc:ID>ICV</cbc:ID><cbc:UUID>${icv}</cbc:UUID></cac:AdditionalDocumentReference>${reference('PIH', previousHash)}` +
    `${SELLER}${simplified ? PERSON : COMPANY}<cac:PaymentMeans><cbc:PaymentMeansCode>48</cbc:PaymentMeansCode>${reason}</cac:PaymentMeans>${MONEY}`
  return { xml: facts.edit?.(xml) ?? xml, uuid }
}

export const DS = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'
const indent = (spaces: number, line: string) => `${' '.repeat(spaces)}${line}`

/** The text whose digest is in the signature, as the authority's own kit writes it. */
export function signedPropertiesText(of: { at: string; certDigest: string; issuer: string; serial: string }): string {
  const { at, certDigest, issuer, serial } = of
  return [
    '<xades:SignedProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Id="xadesSignedProperties">',
    indent(36, '<xades:SignedSignatureProperties>'),
    indent(40, `<xades:SigningTime>${at}</xades:SigningTime>`),
    indent(40, '<xades:SigningCertificate>'),
    indent(44, '<xades:Cert>'),
    indent(48, '<xades:CertDigest>'),
    indent(52, `<ds:DigestMethod ${DS} Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>`),
    indent(52, `<ds:DigestValue ${DS}>${certDigest}</ds:DigestValue>`),
    indent(48, '</xades:CertDigest>'),
    indent(48, '<xades:IssuerSerial>'),
    indent(52, `<ds:X509IssuerName ${DS}>${issuer}</ds:X509IssuerName>`),
    indent(52, `<ds:X509SerialNumber ${DS}>${serial}</ds:X509SerialNumber>`),
    indent(48, '</xades:IssuerSerial>'),
    indent(44, '</xades:Cert>'),
    indent(40, '</xades:SigningCertificate>'),
    indent(36, '</xades:SignedSignatureProperties>'),
    indent(32, '</xades:SignedProperties>'),
  ].join('\n')
}

/** Of the token: the certificate as it stands in documents. */
export const certificateText = ({ token }: UnitCredentials): string => Buffer.from(token, 'base64').toString()
export const certificateOf = (credentials: UnitCredentials): X509Certificate =>
  new X509Certificate(Buffer.from(certificateText(credentials), 'base64'))

/** A document, signed where it is simplified. */
export function documentOf(credentials: UnitCredentials, key: KeyObject, facts: DocumentFacts = {}): SentDocument {
  const { simplified = true, tamper = (xml) => xml } = facts
  const { xml, uuid } = plainDocument(facts)
  const hash = hashOf(xml)
  return { uuid, hash, xml: tamper(simplified ? signed(xml, credentials, facts.key ?? key, facts) : xml) }
}

/** After the last name of its algorithm: a bit string without unused bits. */
function authoritySignature(certificate: Buffer): Buffer {
  return certificate.subarray(certificate.lastIndexOf(Buffer.from('300a06082a8648ce3d040302', 'hex')) + 15)
}

function signed(xml: string, credentials: UnitCredentials, key: KeyObject, facts: DocumentFacts): string {
  const text = certificateText(credentials)
  const bytes = Buffer.from(text, 'base64')
  const certificate = new X509Certificate(bytes)
  const { issuedAt: at = '2026-11-22T14:05:09' } = facts
  const hash = hashOf(xml)
  const signature = sign('sha256', Buffer.from(hash, 'base64'), key).toString('base64')
  const issuer = certificate.issuer.split('\n').reverse().join(', ')
  const serial = BigInt(`0x${certificate.serialNumber}`).toString()
  const made = signedPropertiesText({ at, certDigest: digestOf(text), issuer, serial })
  const properties = facts.signedProperties?.(made) ?? made
  const shown = properties.replaceAll(` ${DS}`, '').replace(' xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"', '')
  const ext =
    '<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionURI>urn:oasis:names:specification:ubl:dsig:enveloped:xades</ext:ExtensionURI><ext:ExtensionContent>' +
    '<sig:UBLDocumentSignatures xmlns:sig="urn:oasis:names:specification:ubl:schema:xsd:CommonSignatureComponents-2" xmlns:sac="urn:oasis:names:specification:ubl:schema:xsd:SignatureAggregateComponents-2" xmlns:sbc="urn:oasis:names:specification:ubl:schema:xsd:SignatureBasicComponents-2">' +
    '<sac:SignatureInformation><cbc:ID>urn:oasis:names:specification:ubl:signature:1</cbc:ID><sbc:ReferencedSignatureID>urn:oasis:names:specification:ubl:signature:Invoice</sbc:ReferencedSignatureID>' +
    `<ds:Signature ${DS} Id="signature"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2006/12/xml-c14n11"/><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"/>` +
    `<ds:Reference Id="invoiceSignedData" URI=""><ds:Transforms>${['ext:UBLExtensions', 'cac:Signature', "cac:AdditionalDocumentReference[cbc:ID='QR']"].map((path) => `<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>not(//ancestor-or-self::${path})</ds:XPath></ds:Transform>`).join('')}<ds:Transform Algorithm="http://www.w3.org/2006/12/xml-c14n11"/></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>${hash}</ds:DigestValue></ds:Reference>` +
    `<ds:Reference Type="http://www.w3.org/2000/09/xmldsig#SignatureProperties" URI="#xadesSignedProperties"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>${digestOf(properties)}</ds:DigestValue></ds:Reference>` +
    `</ds:SignedInfo><ds:SignatureValue>${signature}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    `<ds:Object><xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="signature">${shown}</xades:QualifyingProperties></ds:Object>` +
    '</ds:Signature></sac:SignatureInformation></sig:UBLDocumentSignatures></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>'
  const values = [
    ...['معهد التدريب', VAT_NUMBER, at, '1150.00', '150.00', hash, signature].map((value) => Buffer.from(value)),
    certificate.publicKey.export({ type: 'spki', format: 'der' }),
    authoritySignature(bytes),
  ]
  const qr = Buffer.concat(
    (facts.qr?.(values) ?? values).map((value, at) => Buffer.concat([Buffer.from([at + 1, value.length]), value])),
  ).toString('base64')
  const root = xml.indexOf('>') + 1
  const seller = xml.indexOf('<cac:AccountingSupplierParty>')
  return `${xml.slice(0, root)}${ext}${xml.slice(root, seller)}${reference('QR', qr)}${SIGNATURE_OF}${xml.slice(seller)}`
}

const inSandbox = { environment: 'sandbox' } as const

/** Goes through all steps of connecting; the simulated authority has to behave. */
export async function connectedUnit(port: EInvoicingPort, facts: RequestFacts = {}) {
  const key = newKey()
  const csr = certificateRequest(key, facts)
  const compliance = await port.requestCompliance({ ...inSandbox, csr, otp: OTP })
  for (const [place, kind] of KINDS.entries()) {
    const document = documentOf(compliance, key, { ...kind, icv: place + 1 })
    const { errors, warnings } = await port.checkCompliance({ ...inSandbox, credentials: compliance, document })
    if (errors.length + warnings.length > 0) throw new Error(JSON.stringify([kind, errors, warnings]))
  }
  const { requestId } = compliance
  return {
    key,
    compliance,
    credentials: await port.requestProduction({ ...inSandbox, credentials: compliance, requestId }),
  }
}
