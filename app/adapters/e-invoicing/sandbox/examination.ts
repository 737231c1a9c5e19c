/** The authority examines a document: whose it is, whether it is what was signed, and whether it keeps the rules. */
import { businessFindings } from './business-rules.ts'
import { type DocumentKind, kindOf } from './document-kinds.ts'
import { error, type Finding, unless } from './findings.ts'
import { checkQr, checkSignature, documentHash } from './signature-check.ts'
import { allAt, at, attribute, parseXml, textAt, type XmlElement } from './xml-tree.ts'

export type DocumentFacts = {
  number: string
  uuid: string
  icv: string
  previousHash: string
  isSimplified: boolean
  /** Undefined for what is none of the kinds that are checked before there are credentials. */
  kind: DocumentKind | undefined
  root: XmlElement
}

/** Without facts, it could not be read. */
export type Examination = { findings: Finding[]; facts: DocumentFacts | undefined }

type Sent = { invoiceHash: string; uuid: string; invoice: string }
type Holder = { vatNumber: string; certificate: string; flags: string }

export function examine(sent: Sent, holder: Holder, now: Date): Examination {
  let root: XmlElement
  try {
    root = parseXml(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(sent.invoice, 'base64')))
  } catch (reason) {
    return { findings: [invalid((reason as Error).message)], facts: undefined }
  }
  if (root.uri !== INVOICE || root.local !== 'Invoice')
    return { findings: [invalid('the root is not an Invoice of UBL 2.1')], facts: undefined }
  const facts = factsOf(root)
  const hash = documentHash(root)
  const seller = textAt(root, 'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID')
  const isSigned = facts.isSimplified || at(root, 'UBLExtensions') !== undefined
  const findings = [
    ...unless(sent.invoiceHash === hash, WRONG_HASH),
    ...unless(sent.uuid === facts.uuid, WRONG_UUID),
    ...unless(seller === holder.vatNumber, FOREIGN_VAT_NUMBER),
    ...unless(holder.flags[facts.isSimplified ? 1 : 0] === '1', FOREIGN_KIND),
    ...wrongOrder(root),
    ...(isSigned ? checkSignature(root, hash, holder.certificate) : []),
    ...(facts.isSimplified ? checkQr(root, hash, holder.certificate) : []),
    ...businessFindings(root, facts.isSimplified, now),
  ]
  return { findings, facts }
}

const INVOICE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'

const invalid = (reason: string) =>
  error('xsd', 'SAXParseException', `Schema validation failed; XML does not comply with UBL 2.1 standards: ${reason}`)
const WRONG_HASH = error(
  'hash',
  'invalid-invoice-hash',
  'The invoice hash API body does not match the (calculated) Hash of the XML',
)
const WRONG_UUID = error('business', 'invalid-uuid', 'The UUID of the request is not that of the document')
const FOREIGN_VAT_NUMBER = error(
  'certificate',
  'certificate-permissions',
  'User only allowed to use the vat number that exists in the authentication certificate',
)
const FOREIGN_KIND = error(
  'certificate',
  'certificate-permissions',
  'User is not allowed to submit this kind of invoice by the authentication certificate',
)

function factsOf(root: XmlElement): DocumentFacts {
  const type = at(root, 'InvoiceTypeCode')
  const isSimplified = (attribute(type, 'name') ?? '').startsWith('02')
  const reference = (id: string) => allAt(root, 'AdditionalDocumentReference').find((one) => textAt(one, 'ID') === id)
  return {
    number: textAt(root, 'ID') ?? '',
    uuid: textAt(root, 'UUID') ?? '',
    icv: textAt(reference('ICV'), 'UUID') ?? '',
    previousHash: textAt(reference('PIH'), 'Attachment/EmbeddedDocumentBinaryObject') ?? '',
    isSimplified,
    kind: kindOf(isSimplified, textAt(root, 'InvoiceTypeCode') ?? ''),
    root,
  }
}

/** The children of the root, of those that our documents may have, in the order of the schema. */
const ORDER = [
  ...['UBLExtensions', 'ProfileID', 'ID', 'UUID', 'IssueDate', 'IssueTime', 'InvoiceTypeCode', 'Note'],
  ...['DocumentCurrencyCode', 'TaxCurrencyCode', 'OrderReference', 'BillingReference', 'ContractDocumentReference'],
  ...['AdditionalDocumentReference', 'Signature', 'AccountingSupplierParty', 'AccountingCustomerParty', 'Delivery'],
  ...['PaymentMeans', 'PaymentTerms', 'PrepaidPayment', 'AllowanceCharge', 'TaxTotal', 'LegalMonetaryTotal'],
  'InvoiceLine',
]

function wrongOrder(root: XmlElement): Finding[] {
  let reached = 0
  for (const child of root.children) {
    if (typeof child === 'string') {
      if (child.trim() === '') continue
      return [invalid('there is text between the elements of the invoice')]
    }
    const place = ORDER.indexOf(child.local)
    if (place < reached) return [invalid(`the element ${child.local} is not expected here`)]
    reached = place
  }
  return []
}
