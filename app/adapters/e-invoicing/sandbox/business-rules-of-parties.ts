/** The authority's rules about seller and buyer. */
import { error, type Finding, unless, warning } from './findings.ts'
import { at, attribute, textAt, type XmlElement } from './xml-tree.ts'

const VAT_NUMBER = /^3\d{13}3$/
const SELLER_SCHEMES = ['CRN', 'MOM', 'MLS', '700', 'SAG', 'OTH']
const BUYER_SCHEMES = ['TIN', ...SELLER_SCHEMES, 'NAT', 'GCC', 'IQA', 'PAS']
const ID_FORMS: Record<string, RegExp> = {
  CRN: /^\d{10}$/,
  700: /^7\d{9}$/,
  TIN: /^3\d{9}$/,
  NAT: /^1\d{9}$/,
  IQA: /^2\d{9}$/,
}

export function partyFindings(root: XmlElement, isSimplified: boolean): Finding[] {
  const seller = at(root, 'AccountingSupplierParty/Party')
  const buyer = at(root, 'AccountingCustomerParty/Party')
  const vatNumber = textAt(seller, 'PartyTaxScheme/CompanyID')
  const buyersVatNumber = textAt(buyer, 'PartyTaxScheme/CompanyID')
  return [
    ...unless(Boolean(vatNumber), error('ksa', 'BR-KSA-39', 'The seller has no VAT number')),
    ...unless(
      VAT_NUMBER.test(vatNumber ?? ''),
      error('ksa', 'BR-KSA-40', 'The VAT number of the seller has another form'),
    ),
    ...unless(
      Boolean(textAt(seller, 'PartyLegalEntity/RegistrationName')),
      error('en', 'BR-06', 'The seller has no name'),
    ),
    ...identification(seller, SELLER_SCHEMES, warning('ksa', 'BR-KSA-08', 'The seller has no identifier of the list')),
    ...unless(
      hasAddress(seller),
      warning('ksa', 'BR-KSA-09', 'The address of the seller lacks street, building, district, city or postal code'),
    ),
    ...unless(
      buyersVatNumber === undefined || VAT_NUMBER.test(buyersVatNumber),
      error('ksa', 'BR-KSA-44', 'The VAT number of the buyer has another form'),
    ),
    ...unless(
      vatNumber === undefined || vatNumber !== buyersVatNumber,
      error('business', 'BR-CUSTOM-VALIDATION-01', 'Seller and buyer have the same VAT number'),
    ),
    ...unless(
      at(root, 'AccountingCustomerParty') !== undefined,
      error('xsd', 'SAXParseException', 'The element AccountingCustomerParty is missing'),
    ),
    ...buyerFindings(buyer, isSimplified),
  ]
}

function buyerFindings(buyer: XmlElement | undefined, isSimplified: boolean): Finding[] {
  const isInKsa = textAt(buyer, 'PostalAddress/Country/IdentificationCode') === 'SA'
  const hasVatNumber = at(buyer, 'PartyTaxScheme/CompanyID') !== undefined
  const id = at(buyer, 'PartyIdentification/ID')
  return [
    ...unless(
      !isInKsa || hasAddress(buyer),
      warning('ksa', 'BR-KSA-63', 'The address of the buyer in KSA lacks a part'),
    ),
    ...(id
      ? identification(
          buyer,
          BUYER_SCHEMES,
          error('ksa', 'BR-KSA-14', 'The identifier of the buyer is not of the list'),
        )
      : []),
    ...unless(
      isSimplified || Boolean(textAt(buyer, 'PartyLegalEntity/RegistrationName')),
      warning('ksa', 'BR-KSA-42', 'The buyer of a standard document has no name'),
    ),
    ...unless(
      isSimplified || hasVatNumber || id !== undefined,
      warning('ksa', 'BR-KSA-81', 'The buyer has neither a VAT number nor another identifier'),
    ),
    ...unless(
      isSimplified || at(buyer, 'PostalAddress/Country/IdentificationCode') !== undefined,
      warning('ksa', 'BR-KSA-10', 'The buyer of a standard document has no address'),
    ),
  ]
}

/** @param unlisted what is found when there is none of the schemes */
function identification(party: XmlElement | undefined, schemes: string[], unlisted: Finding): Finding[] {
  const id = at(party, 'PartyIdentification/ID')
  const scheme = attribute(id, 'schemeID') ?? ''
  if (!schemes.includes(scheme)) return [unlisted]
  const form = ID_FORMS[scheme] ?? /^[A-Za-z0-9]+$/
  const isRight = form.test(textAt(party, 'PartyIdentification/ID') ?? '')
  return unless(isRight, warning('ksa', 'BR-KSA-F-08', `The identifier ${scheme} has another form`))
}

function hasAddress(party: XmlElement | undefined): boolean {
  const is = (part: string, pattern: RegExp) => pattern.test(textAt(party, `PostalAddress/${part}`) ?? '')
  return (
    ['StreetName', 'CitySubdivisionName', 'CityName'].every((part) => is(part, /\S/)) &&
    is('BuildingNumber', /^\d{4}$/) &&
    is('PostalZone', /^\d{5}$/) &&
    is('Country/IdentificationCode', /^SA$/)
  )
}
