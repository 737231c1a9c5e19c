/**
 * The rules of the authority's XML implementation standard that refuse or question a document of ours. The names are the
 * authority's; which of them are errors is as in its rule set R3.4.8.
 */
import { DAY_MS } from '../../../platform/durations.ts'
import { partyFindings } from './business-rules-of-parties.ts'
import { error, type Finding, unless, warning } from './findings.ts'
import { allAt, at, attribute, everywhere, textAt, textOf, type XmlElement } from './xml-tree.ts'

export function businessFindings(root: XmlElement, isSimplified: boolean, now: Date): Finding[] {
  return [
    ...headFindings(root, isSimplified),
    ...timeFindings(root, isSimplified, now),
    ...chainFindings(root),
    ...partyFindings(root, isSimplified),
    ...noteFindings(root),
    ...totalFindings(root),
    ...lineFindings(root),
    ...categoryFindings(root),
  ]
}

const TYPE_CODES = ['388', '381', '383', '386']
const URN = 'urn:oasis:names:specification:ubl'

function headFindings(root: XmlElement, isSimplified: boolean): Finding[] {
  const name = attribute(at(root, 'InvoiceTypeCode'), 'name') ?? ''
  const is = (path: string, pattern: RegExp) => pattern.test(textAt(root, path) ?? '')
  const stamp = at(root, 'Signature')
  const supply = textAt(root, 'Delivery/ActualDeliveryDate')
  const needsSupply = !isSimplified && textAt(root, 'InvoiceTypeCode') === '388'
  return [
    ...unless(
      is('ProfileID', /^reporting:1\.0$/),
      error('ksa', 'BR-KSA-EN16931-01', 'The profile is not reporting:1.0'),
    ),
    ...unless(is('ID', /\S/), error('en', 'BR-02', 'The document has no number')),
    ...unless(is('UUID', /^[A-Za-z0-9-]+$/), error('ksa', 'BR-KSA-03', 'The document has no UUID')),
    ...unless(
      TYPE_CODES.includes(textAt(root, 'InvoiceTypeCode') ?? ''),
      error('ksa', 'BR-KSA-05', 'The type code is not one of the list'),
    ),
    ...unless(/^0[12][01]{5}(?:[01]{2})?$/.test(name), error('ksa', 'BR-KSA-06', 'The type has not the form NNPNESB')),
    ...unless(is('DocumentCurrencyCode', /^[A-Z]{3}$/), error('en', 'BR-05', 'The document has no currency')),
    ...unless(is('TaxCurrencyCode', /\S/), error('ksa', 'BR-KSA-68', 'The document has no currency of its tax')),
    ...unless(
      is('TaxCurrencyCode', /^(?:SAR)?$/),
      error('ksa', 'BR-KSA-EN16931-02', 'The currency of the tax is not SAR'),
    ),
    ...unless(
      !isSimplified || stamp !== undefined,
      warning('ksa', 'BR-KSA-60', 'A simplified document has no cryptographic stamp'),
    ),
    ...unless(
      !stamp || textAt(stamp, 'ID') === `${URN}:signature:Invoice`,
      error('ksa', 'BR-KSA-28', 'The identifier of the stamp is wrong'),
    ),
    ...unless(
      !stamp || textAt(stamp, 'SignatureMethod') === `${URN}:dsig:enveloped:xades`,
      error('ksa', 'BR-KSA-30', 'The method of the stamp is wrong'),
    ),
    ...unless(!needsSupply || supply !== undefined, warning('ksa', 'BR-KSA-15', 'The invoice has no date of supply')),
  ]
}

/** In KSA, which has no summer time. */
const OFFSET = '+03:00'

function timeFindings(root: XmlElement, isSimplified: boolean, now: Date): Finding[] {
  const [date = '', time = ''] = [textAt(root, 'IssueDate'), textAt(root, 'IssueTime')]
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date))
  const isTime = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z)?$/.test(time)
  const issued = Date.parse(`${date}T${time.endsWith('Z') ? time : `${time}${OFFSET}`}`)
  return [
    ...unless(isDate, error('ksa', 'BR-KSA-F-01', 'The date has not the form YYYY-MM-DD')),
    ...unless(isTime, error('ksa', 'BR-KSA-70', 'The time has not the form hh:mm:ss')),
    ...unless(!(issued > now.getTime()), error('ksa', 'BR-KSA-04', 'The document is issued in the future')),
    ...unless(
      !isSimplified || !(now.getTime() - issued > DAY_MS),
      warning('ksa', 'BR-KSA-98', 'The simplified document was not sent within 24 hours of its issue'),
    ),
  ]
}

/** Base64 of the digits of the hash of `0`. */
const FIRST_HASH = 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ=='

function chainFindings(root: XmlElement): Finding[] {
  const reference = (id: string) => allAt(root, 'AdditionalDocumentReference').find((one) => textAt(one, 'ID') === id)
  const counter = textAt(reference('ICV'), 'UUID')
  const previous = textAt(reference('PIH'), 'Attachment/EmbeddedDocumentBinaryObject')
  return [
    ...unless(counter !== undefined, error('ksa', 'BR-KSA-33', 'The document has no counter')),
    ...unless(/^\d*$/.test(counter ?? ''), error('ksa', 'BR-KSA-34', 'The counter is not made of digits')),
    ...unless(Boolean(previous), warning('ksa', 'BR-KSA-61', 'The hash of the previous document is missing')),
    ...unless(
      counter !== '1' || previous === FIRST_HASH,
      warning('ksa', 'BR-KSA-26', 'The first document does not carry the first hash'),
    ),
  ]
}

function noteFindings(root: XmlElement): Finding[] {
  if (!['381', '383'].includes(textAt(root, 'InvoiceTypeCode') ?? '')) return []
  const means = allAt(root, 'PaymentMeans')
  const hasReasons = means.length > 0 && means.every((one) => textAt(one, 'InstructionNote'))
  return [
    ...unless(hasReasons, error('ksa', 'BR-KSA-17', 'A note has no reason')),
    ...unless(
      Boolean(textAt(root, 'BillingReference/InvoiceDocumentReference/ID')),
      warning('ksa', 'BR-KSA-56', 'A note does not name its invoice'),
    ),
  ]
}

/** In hundredths; not a number when it is missing or no amount. */
const hundredths = (text: string | undefined): number =>
  /^-?\d+(?:\.\d{1,2})?$/.test(text ?? '') ? Math.round(Number(text) * 100) : Number.NaN
const sumOf = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
const areNear = (one: number, other: number, tolerance = 1) => Math.abs(one - other) <= tolerance

function totalFindings(root: XmlElement): Finding[] {
  const of = (name: string) => hundredths(textAt(root, `LegalMonetaryTotal/${name}`))
  const or0 = (amount: number) => (Number.isNaN(amount) ? 0 : amount)
  const [withSubtotals, alone] = [true, false].map((has) =>
    allAt(root, 'TaxTotal').filter((total) => (at(total, 'TaxSubtotal') !== undefined) === has),
  )
  const vat = hundredths(textAt(withSubtotals![0], 'TaxAmount'))
  const subtotals = allAt(withSubtotals![0], 'TaxSubtotal')
  const lines = allAt(root, 'InvoiceLine')
  const net = sumOf(lines.map((line) => hundredths(textAt(line, 'LineExtensionAmount'))))
  const charges = sumOf(
    allAt(root, 'AllowanceCharge').map(
      (one) => hundredths(textAt(one, 'Amount')) * (textAt(one, 'ChargeIndicator') === 'true' ? 1 : -1),
    ),
  )
  return [
    ...unless(
      of('TaxInclusiveAmount') === of('TaxExclusiveAmount') + vat,
      error('en', 'BR-CO-15', 'The total with VAT is not the total without VAT and the VAT'),
    ),
    ...unless(
      vat === sumOf(subtotals.map((one) => hundredths(textAt(one, 'TaxAmount')))),
      error('en', 'BR-CO-14', 'The VAT is not the sum of the VAT of the categories'),
    ),
    ...unless(
      withSubtotals!.length === 1 && alone!.length === 1,
      warning('ksa', 'BR-KSA-EN16931-08', 'There is not one total of VAT with categories and one without'),
    ),
    ...unless(
      hundredths(textAt(alone![0], 'TaxAmount')) === vat || textAt(root, 'DocumentCurrencyCode') !== 'SAR',
      warning('ksa', 'BR-KSA-EN16931-09', 'The two totals of VAT differ'),
    ),
    ...unless(
      of('LineExtensionAmount') === net,
      warning('en', 'BR-CO-10', 'The total of the lines is not the sum of the lines'),
    ),
    ...unless(
      of('TaxExclusiveAmount') === of('LineExtensionAmount') + charges,
      warning('en', 'BR-CO-13', 'The total without VAT is not that of the lines, less allowances'),
    ),
    ...unless(
      of('PayableAmount') === of('TaxInclusiveAmount') - or0(of('PrepaidAmount')) + or0(of('PayableRoundingAmount')),
      warning('en', 'BR-CO-16', 'What is to be paid is not the total less what was paid'),
    ),
    ...unless(
      sumOf(subtotals.map((one) => hundredths(textAt(one, 'TaxableAmount')))) === of('TaxExclusiveAmount'),
      warning('en', 'BR-S-08', 'The bases of the categories are not the total without VAT'),
    ),
    ...subtotals.flatMap((one) => {
      const [base, amount] = [textAt(one, 'TaxableAmount'), textAt(one, 'TaxAmount')].map(hundredths)
      const expected = (base! * Number(textAt(one, 'TaxCategory/Percent'))) / 100
      const isRight = areNear(amount!, expected, lines.length)
      return unless(isRight, warning('en', 'BR-CO-17', 'The VAT of a category is not its base times its rate'))
    }),
    ...unless(
      everywhere(root, 'LegalMonetaryTotal')
        .concat(allAt(root, 'TaxTotal'), lines)
        .flatMap((one) => AMOUNTS.flatMap((name) => everywhere(one, name)))
        .every((one) => !(Number(textOf(one)) < 0)),
      error('ksa', 'BR-KSA-F-04', 'An amount is negative'),
    ),
    ...unless(lines.length > 0, error('en', 'BR-16', 'The document has no line')),
  ]
}

const AMOUNTS = [
  ...['LineExtensionAmount', 'TaxExclusiveAmount', 'TaxInclusiveAmount', 'AllowanceTotalAmount', 'PrepaidAmount'],
  ...['PayableAmount', 'TaxAmount', 'TaxableAmount', 'RoundingAmount', 'PriceAmount', 'Amount', 'InvoicedQuantity'],
]

function lineFindings(root: XmlElement): Finding[] {
  return allAt(root, 'InvoiceLine').flatMap((line) => {
    const [net, vat, gross] = ['LineExtensionAmount', 'TaxTotal/TaxAmount', 'TaxTotal/RoundingAmount'].map((path) =>
      hundredths(textAt(line, path)),
    )
    const [quantity, price] = [textAt(line, 'InvoicedQuantity'), textAt(line, 'Price/PriceAmount')].map(Number)
    const base = Number(textAt(line, 'Price/BaseQuantity') ?? 1)
    const charges = sumOf(
      allAt(line, 'AllowanceCharge').map(
        (one) => hundredths(textAt(one, 'Amount')) * (textAt(one, 'ChargeIndicator') === 'true' ? 1 : -1),
      ),
    )
    const id = textAt(line, 'ID') ?? ''
    return [
      ...unless(/^.{1,6}$/.test(id), error('ksa', 'BR-KSA-F-06-C20', 'The number of a line is missing or too long')),
      ...unless(Boolean(textAt(line, 'Item/Name')), error('en', 'BR-25', 'A line has no name')),
      ...unless(!Number.isNaN(vat), error('ksa', 'BR-KSA-52', 'A line has no VAT')),
      ...unless(!Number.isNaN(gross), error('ksa', 'BR-KSA-53', 'A line has no amount with VAT')),
      ...unless(!(gross !== net! + vat!), warning('ksa', 'BR-KSA-51', 'A line with VAT is not its amount and its VAT')),
      ...unless(
        areNear(net!, (quantity! * price! * 100) / base + charges),
        warning('ksa', 'BR-KSA-EN16931-11', 'A line is not its quantity times its price, less allowances'),
      ),
    ]
  })
}

const OUT_OF_SCOPE = ['Z', 'E', 'O']

function categoryFindings(root: XmlElement): Finding[] {
  const subtotals = allAt(root, 'TaxTotal/TaxSubtotal/TaxCategory')
  const categories = [...subtotals, ...allAt(root, 'InvoiceLine/Item/ClassifiedTaxCategory')]
  const codes = subtotals.map((one) => textAt(one, 'TaxExemptionReasonCode') ?? '')
  const buyer = at(root, 'AccountingCustomerParty/Party')
  const isCitizens = codes.some((code) => ['VATEX-SA-EDU', 'VATEX-SA-HEA'].includes(code))
  const ids = allAt(buyer, 'PartyIdentification/ID').map((id) => attribute(id, 'schemeID'))
  return [
    ...categories.flatMap((one) => {
      const [id, percent] = [textAt(one, 'ID') ?? '', Number(textAt(one, 'Percent'))]
      return [
        ...unless(
          ['S', ...OUT_OF_SCOPE].includes(id),
          error('ksa', 'BR-KSA-18', 'The VAT category is not of the list'),
        ),
        ...unless(id !== 'S' || [5, 15].includes(percent), error('ksa', 'BR-KSA-84', 'The rate is neither 5 nor 15')),
        ...unless(!['Z', 'E'].includes(id) || percent === 0, error('en', `BR-${id}-05`, 'The rate is not zero')),
      ]
    }),
    ...subtotals.flatMap((one, place) => {
      const needsReason = OUT_OF_SCOPE.includes(textAt(one, 'ID') ?? '')
      const hasReason = /^VATEX-SA-/.test(codes[place]!) && Boolean(textAt(one, 'TaxExemptionReason'))
      return unless(!needsReason || hasReason, warning('ksa', 'BR-KSA-83', 'The reason of a rate of zero is missing'))
    }),
    ...unless(
      !isCitizens || ids.includes('NAT'),
      error('ksa', 'BR-KSA-49', 'The national ID of the citizen is missing'),
    ),
    ...unless(
      !isCitizens || Boolean(textAt(buyer, 'PartyLegalEntity/RegistrationName')),
      warning('ksa', 'BR-KSA-25', 'The name of the citizen is missing'),
    ),
  ]
}
