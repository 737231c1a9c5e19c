/**
 * An invoice or a note as the tax authority reads it: UBL 2.1, without signature and QR code. Source: ZATCA, XML
 * Implementation Standard and the rules of SDK R3.4.8.
 */

import type { InvoiceAmounts, InvoiceLine, NationalAddress } from '../../../../db/shapes.ts'
import { localTimeOf } from '../../../platform/days.ts'
import { netOf } from '../../orders/prices/pricing.ts'
import { element, type Xml } from './canonical-xml.ts'
import { vatCategoryOf } from './vat-category.ts'

/** How it is paid. Source: UN/EDIFACT 4461. */
export const PAYMENT_MEANS = { unknown: '1', cash: '10', credit: '30', account: '42', card: '48' } as const
export type PaymentMeans = keyof typeof PAYMENT_MEANS

type Party = {
  name: string
  /** Ten digits of the commercial registration, or of the unified number, which begins with a 7. */
  registerNumber: string | null
  vatNumber: string | null
  address: NationalAddress | null
}

export type EInvoiceFacts = {
  kind: 'invoice' | 'credit-note' | 'debit-note'
  /** To a company: it is cleared before the buyer gets it. */
  isStandard: boolean
  number: string
  uuid: string
  issuedAt: Date
  /** Counts the documents of a unit from 1. */
  counter: number
  /** The hash of the document before. */
  previousHash: string
  /** Of a note: the document that it corrects, and why. */
  original: string | null
  reason: string | null
  seller: Party & { vatNumber: string }
  /** Null when the account was deleted. */
  buyer: Party | null
  /** Of a standard invoice: the days in Riyadh from the first to the last of what is supplied. */
  supplied: { from: string; to: string } | null
  paidBy: PaymentMeans
  lines: readonly InvoiceLine[]
  totals: InvoiceAmounts
}

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd'
/** In the order of canonical form. */
const NAMESPACES = {
  xmlns: `${NAMESPACE}:Invoice-2`,
  'xmlns:cac': `${NAMESPACE}:CommonAggregateComponents-2`,
  'xmlns:cbc': `${NAMESPACE}:CommonBasicComponents-2`,
  'xmlns:ext': `${NAMESPACE}:CommonExtensionComponents-2`,
}

const TYPE_CODES = { invoice: '388', 'credit-note': '381', 'debit-note': '383' } as const
const CURRENCY = { currencyID: 'SAR' }

const cbc = (name: string, content: string, attributes?: Record<string, string>) =>
  element(`cbc:${name}`, content, attributes)
const cac = (name: string, ...content: (Xml | null)[]) => element(`cac:${name}`, content)
const amount = (name: string, halalas: number) => cbc(name, inRiyals(halalas), CURRENCY)

/** `115000` → `1150.00`. */
export const inRiyals = (halalas: number): string =>
  `${Math.trunc(halalas / 100)}.${String(halalas % 100).padStart(2, '0')}`

/** The document in canonical form: the hash that is signed and sent is that of this text. */
export function documentXml(facts: EInvoiceFacts): string {
  const { kind, isStandard, issuedAt } = facts
  const [day, time] = localTimeOf(issuedAt).split('T')
  const isNote = kind !== 'invoice'
  return element(
    'Invoice',
    [
      cbc('ProfileID', 'reporting:1.0'),
      cbc('ID', facts.number),
      cbc('UUID', facts.uuid),
      cbc('IssueDate', day!),
      cbc('IssueTime', time!),
      cbc('InvoiceTypeCode', TYPE_CODES[kind], { name: isStandard ? '0100000' : '0200000' }),
      cbc('DocumentCurrencyCode', 'SAR'),
      cbc('TaxCurrencyCode', 'SAR'),
      isNote ? cac('BillingReference', cac('InvoiceDocumentReference', cbc('ID', facts.original ?? ''))) : null,
      cac('AdditionalDocumentReference', cbc('ID', 'ICV'), cbc('UUID', String(facts.counter))),
      additionalText('PIH', facts.previousHash),
      cac('AccountingSupplierParty', partyOf(facts.seller)),
      facts.buyer ? cac('AccountingCustomerParty', partyOf(facts.buyer)) : cac('AccountingCustomerParty'),
      isStandard && !isNote && facts.supplied ? deliveryOf(facts.supplied) : null,
      cac(
        'PaymentMeans',
        cbc('PaymentMeansCode', PAYMENT_MEANS[facts.paidBy]),
        isNote ? cbc('InstructionNote', facts.reason ?? '') : null,
      ),
      ...taxTotals(facts),
      monetaryTotal(facts.totals),
      ...facts.lines.map(lineOf),
    ],
    NAMESPACES,
  ).xml
}

/** A reference to a text that is part of the document, such as the hash of the one before. */
export const additionalText = (id: string, text: string): Xml =>
  cac(
    'AdditionalDocumentReference',
    cbc('ID', id),
    cac('Attachment', cbc('EmbeddedDocumentBinaryObject', text, { mimeCode: 'text/plain' })),
  )

function partyOf({ name, registerNumber, vatNumber, address }: Party): Xml {
  return cac(
    'Party',
    registerNumber
      ? cac(
          'PartyIdentification',
          cbc('ID', registerNumber, { schemeID: registerNumber.startsWith('7') ? '700' : 'CRN' }),
        )
      : null,
    address ? addressOf(address) : null,
    vatNumber ? cac('PartyTaxScheme', cbc('CompanyID', vatNumber), cac('TaxScheme', cbc('ID', 'VAT'))) : null,
    cac('PartyLegalEntity', cbc('RegistrationName', name)),
  )
}

const addressOf = ({ street, buildingNumber, additionalNumber, district, city, postalCode }: NationalAddress): Xml =>
  cac(
    'PostalAddress',
    cbc('StreetName', street.ar),
    cbc('BuildingNumber', buildingNumber),
    additionalNumber ? cbc('PlotIdentification', additionalNumber) : null,
    cbc('CitySubdivisionName', district.ar),
    cbc('CityName', city.ar),
    cbc('PostalZone', postalCode),
    cac('Country', cbc('IdentificationCode', 'SA')),
  )

const deliveryOf = ({ from, to }: { from: string; to: string }): Xml =>
  cac('Delivery', cbc('ActualDeliveryDate', from), to > from ? cbc('LatestDeliveryDate', to) : null)

const taxScheme = () => cac('TaxScheme', cbc('ID', 'VAT'))
const percentOf = ({ vatRatePercent }: InvoiceLine) => vatRatePercent.toFixed(2)

/** First the sum alone, in the currency of the tax; then the parts of each category, rate and reason. */
function taxTotals({ lines, totals }: EInvoiceFacts): Xml[] {
  const parts = new Map<string, { line: InvoiceLine; netHalalas: number; vatHalalas: number }>()
  for (const line of lines) {
    const { category, code } = vatCategoryOf(line)
    const key = [category, line.vatRatePercent, code].join(' ')
    const part = parts.get(key) ?? { line, netHalalas: 0, vatHalalas: 0 }
    part.netHalalas += line.netHalalas
    part.vatHalalas += line.vatHalalas
    parts.set(key, part)
  }
  const subtotals = [...parts.values()].map(({ line, netHalalas, vatHalalas }) => {
    const { category, code, reason } = vatCategoryOf(line)
    return cac(
      'TaxSubtotal',
      amount('TaxableAmount', netHalalas),
      amount('TaxAmount', vatHalalas),
      cac(
        'TaxCategory',
        cbc('ID', category),
        cbc('Percent', percentOf(line)),
        code ? cbc('TaxExemptionReasonCode', code) : null,
        code ? cbc('TaxExemptionReason', reason) : null,
        taxScheme(),
      ),
    )
  })
  return [
    cac('TaxTotal', amount('TaxAmount', totals.vatHalalas)),
    cac('TaxTotal', amount('TaxAmount', totals.vatHalalas), ...subtotals),
  ]
}

const monetaryTotal = ({ netHalalas, totalHalalas }: InvoiceAmounts): Xml =>
  cac(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', netHalalas),
    amount('TaxExclusiveAmount', netHalalas),
    amount('TaxInclusiveAmount', totalHalalas),
    amount('AllowanceTotalAmount', 0),
    amount('PrepaidAmount', 0),
    amount('PayableAmount', totalHalalas),
  )

function lineOf(line: InvoiceLine, index: number): Xml {
  const { seats = 1, netHalalas, vatHalalas, totalHalalas } = line
  const beforeDiscount = Math.max(
    line.discountHalalas > 0 ? netOf(line.priceHalalas, line.vatRatePercent) : 0,
    netHalalas,
  )
  const discountHalalas = beforeDiscount - netHalalas
  return cac(
    'InvoiceLine',
    cbc('ID', String(index + 1)),
    cbc('InvoicedQuantity', `${seats}.000000`, { unitCode: 'PCE' }),
    amount('LineExtensionAmount', netHalalas),
    discountHalalas > 0
      ? cac(
          'AllowanceCharge',
          cbc('ChargeIndicator', 'false'),
          cbc('AllowanceChargeReason', 'discount'),
          amount('Amount', discountHalalas),
        )
      : null,
    cac('TaxTotal', amount('TaxAmount', vatHalalas), amount('RoundingAmount', totalHalalas)),
    cac(
      'Item',
      cbc('Name', line.description.ar),
      cac(
        'ClassifiedTaxCategory',
        cbc('ID', vatCategoryOf(line).category),
        cbc('Percent', percentOf(line)),
        taxScheme(),
      ),
    ),
    cac('Price', cbc('PriceAmount', unitPrice(beforeDiscount, seats), CURRENCY)),
  )
}

/** Of the price of one, more decimals than of an amount: times the number it must be the amount again. */
const UNIT_PRICE_DECIMALS = 10

function unitPrice(halalas: number, seats: number): string {
  if (halalas % seats === 0) return inRiyals(halalas / seats)
  const scaled = (BigInt(halalas) * 10n ** BigInt(UNIT_PRICE_DECIMALS - 2)) / BigInt(seats)
  const digits = String(scaled).padStart(UNIT_PRICE_DECIMALS + 1, '0')
  return `${digits.slice(0, -UNIT_PRICE_DECIMALS)}.${digits.slice(-UNIT_PRICE_DECIMALS)}`
}
