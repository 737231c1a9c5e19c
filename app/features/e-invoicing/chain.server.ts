/**
 * Writes a document for the tax authority into the chain of the active unit, in the transaction that issues the invoice.
 * Nothing here needs the unit's key: a payment never fails because of it. The document is signed when it is first
 * shown or sent.
 */
import { randomUUID } from 'node:crypto'
import type { Institute, NationalAddress } from '../../../db/shapes.ts'
import type { AuthorityMessage } from '../../adapters/e-invoicing/port.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { enqueue, PAYMENT_PRIORITY } from '../../platform/jobs.server.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { documentXml, type EInvoiceFacts, type PaymentMeans } from './document/document-xml.ts'
import { documentHash } from './document/signature.server.ts'
import { lacksReasonCode } from './document/vat-category.ts'
import { findCompanyAddress, findOrderMethod, type IssuedDocument, insertEInvoice } from './queries.server.ts'
import { isRegisterNumber } from './readiness.ts'
import { advanceChain, lockActiveUnit, type UnitRow } from './unit-queries.server.ts'

/** Of a seller that is not registered for VAT, and before an institute is connected, there are none. */
export async function addToChain(tx: Tx, issued: IssuedDocument, now: Date): Promise<void> {
  if (issued.document.seller.vatNumber === null) return
  const unit = await lockActiveUnit(tx)
  if (unit) await writeAttempt(tx, unit, issued, { attempt: 1, now })
}

/** @param unit locked by this transaction */
export async function writeAttempt(
  tx: Tx,
  unit: UnitRow,
  issued: IssuedDocument,
  { attempt, now }: { attempt: number; now: Date },
): Promise<void> {
  const institute = await findInstitute(tx)
  const id = randomUUID()
  const isStandard = issued.document.buyer?.company !== undefined
  const row = { id, unitId: unit.id, invoiceId: issued.id, attempt, isStandard, now }
  const errors = reasonsAgainst(unit, issued, institute)
  if (errors.length > 0) return insertEInvoice(tx, { ...row, written: null, errors })
  const [counter, previousHash] = [unit.nextCounter, unit.lastHash]
  const facts = await factsOf(tx, issued, { uuid: id, counter, previousHash, address: institute!.nationalAddress! })
  const xml = writtenXml(facts)
  if (typeof xml !== 'string') return insertEInvoice(tx, { ...row, written: null, errors: [xml] })
  const hash = documentHash(xml)
  await insertEInvoice(tx, { ...row, written: { counter, previousHash, hash, xml }, errors: [] })
  await advanceChain(tx, unit.id, hash)
  await enqueueSending(tx)
}

/** Where our own code fails, its reason: neither the payment nor its invoice may depend on it. */
function writtenXml(facts: EInvoiceFacts): string | AuthorityMessage {
  try {
    return documentXml(facts)
  } catch (error) {
    return { ...ownError('not-written'), message: String(error) }
  }
}

/** One job for all that wait. */
export const enqueueSending = (tx: Tx): Promise<void> =>
  enqueue(tx, 'sendEInvoices', {}, { key: 'sendEInvoices', priority: PAYMENT_PRIORITY })

/** Our own reasons; the desk has words for each. */
export const OWN_CODES = [
  'address-missing',
  'vat-number-changed',
  'reason-code-missing',
  'unit-replaced',
  'not-written',
] as const
type OwnCode = (typeof OWN_CODES)[number]
export const ownError = (code: OwnCode): AuthorityMessage => ({ code, message: '', category: 'own' })

function reasonsAgainst(unit: UnitRow, { document }: IssuedDocument, institute: Institute | undefined) {
  const codes: OwnCode[] = []
  if (!institute?.nationalAddress) codes.push('address-missing')
  if (document.seller.vatNumber !== unit.vatNumber) codes.push('vat-number-changed')
  if (document.lines.some(lacksReasonCode)) codes.push('reason-code-missing')
  return codes.map(ownError)
}

type Place = Pick<EInvoiceFacts, 'uuid' | 'counter' | 'previousHash'> & { address: NationalAddress }

async function factsOf(tx: Tx, issued: IssuedDocument, { address, ...place }: Place): Promise<EInvoiceFacts> {
  const { kind, number, issuedAt, orderId, quoteId, document } = issued
  const { seller, buyer, lines, totals } = document
  const company = buyer?.company
  return {
    ...{ kind, number, issuedAt, lines, totals, ...place, isStandard: company !== undefined },
    original: document.original?.number ?? null,
    reason: document.reason,
    seller: {
      name: seller.name.ar,
      registerNumber: registerNumber(seller.commercialRegistration),
      vatNumber: seller.vatNumber!,
      address,
    },
    buyer: buyer && {
      name: company?.name.ar ?? buyer.name,
      registerNumber: registerNumber(company?.registerNumber ?? ''),
      vatNumber: company?.vatNumber ?? null,
      address: company && quoteId !== null ? await findCompanyAddress(tx, quoteId) : null,
    },
    supplied: suppliedDays(issued),
    paidBy: orderId === null ? 'credit' : meansOf(await findOrderMethod(tx, orderId)),
  }
}

const registerNumber = (text: string) => (isRegisterNumber(text) ? text : null)

/** From the first to the last day of the runs; what has no days is supplied when it is invoiced. */
function suppliedDays({ document: { lines, suppliedOn }, issuedAt }: IssuedDocument): { from: string; to: string } {
  if (suppliedOn) return { from: suppliedOn, to: suppliedOn }
  const runs = lines.flatMap(({ run }) => (run ? [run] : []))
  const days = runs.flatMap(({ startsAt, endsAt }) => [dayOf(new Date(startsAt)), dayOf(new Date(endsAt))]).sort()
  return { from: days[0] ?? dayOf(issuedAt), to: days.at(-1) ?? dayOf(issuedAt) }
}

/** Instalment companies pay the institute to its account. */
const MEANS: Record<string, PaymentMeans> = {
  ...{ online: 'card', transfer: 'account', cash: 'cash', tabby: 'account', tamara: 'account' },
}
const meansOf = (method: string | undefined): PaymentMeans => MEANS[method ?? ''] ?? 'unknown'
