/**
 * The job that sends documents to the tax authority. Whatever happens, the same bytes are sent again until the authority
 * has decided: it recognizes what it has.
 */
import {
  EInvoicingFailure,
  type EInvoicingPort,
  type SentDocument,
  type UnitCredentials,
  type Verdict,
} from '../../adapters/e-invoicing/port.ts'
import type { Services } from '../../platform/context.server.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'
import { enqueue, PAYMENT_PRIORITY } from '../../platform/jobs.server.ts'
import {
  type Decision,
  type DueEInvoice,
  findIssued,
  nextDueAt,
  postpone,
  saveDecision,
  takeDue,
} from './queries.server.ts'
import { stamped } from './stamping.server.ts'
import { blockUnit } from './unit-queries.server.ts'
import { credentialsOfUnit, needsNewUnit } from './unit-secrets.server.ts'

/** Longer than a request to the authority takes at most: nobody else takes a document for so long. */
const LEASE_MS = 3 * MINUTE_MS
/** How long one job sends; then the next one goes on. */
const MAX_RUN_MS = 2 * MINUTE_MS
/** After so many failures in a row the authority is taken for down. */
const MAX_FAILURES = 3
const FIRST_PAUSE_MS = MINUTE_MS
const MAX_PAUSE_MS = HOUR_MS
/** A document goes out at the latest 24 hours after it was issued. */
const PAUSE_DOUBLINGS = 6

/** The job: sends what is due, those of companies first. */
export async function sendEInvoices(services: Services): Promise<void> {
  const { db, now } = services
  const credentials = new Map<number, UnitCredentials>()
  const endsAt = Date.now() + MAX_RUN_MS
  let failures = 0
  while (failures < MAX_FAILURES) {
    if (Date.now() > endsAt)
      return enqueue(db, 'sendEInvoices', {}, { key: 'sendEInvoices', priority: PAYMENT_PRIORITY })
    const due = await takeDue(db, now(), new Date(now().getTime() + LEASE_MS))
    if (!due) break
    failures = (await sendOne(services, due, credentials)) ? 0 : failures + 1
  }
  await runAgainWhenDue(services)
}

/** The schedule asks every minute; a document that is due sooner need not wait for it. */
async function runAgainWhenDue({ db, now }: Services): Promise<void> {
  const at = await nextDueAt(db)
  if (!at || at.getTime() > now().getTime() + MINUTE_MS) return
  const runAt = new Date(Math.max(at.getTime(), now().getTime() + SECOND_MS))
  await enqueue(db, 'sendEInvoices', {}, { key: 'sendEInvoicesLater', runAt, priority: PAYMENT_PRIORITY })
}

/** @returns false when the authority did not decide */
async function sendOne(services: Services, due: DueEInvoice, known: Map<number, UnitCredentials>): Promise<boolean> {
  const { db, settings, log, now } = services
  try {
    const issued = (await findIssued(db, { id: due.invoiceId }))!
    const { sentXml } = await stamped(services, due, issued)
    const credentials = known.get(due.unitId) ?? (await credentialsOfUnit(db, settings, due.unitId))
    known.set(due.unitId, credentials)
    const document = { uuid: due.id, hash: due.hash, xml: sentXml }
    const { verdict, wasReported } = await decide(services.eInvoicing, due, credentials, document)
    const decision = decisionOf(verdict, wasReported)
    if (await saveDecision(db, due.id, decision, now())) tell(services, issued.number, decision)
    return true
  } catch (error) {
    if (needsNewUnit(error)) {
      await blockUnit(db, due.unitId, now())
      log.error({ err: error, alert: 'eInvoicingBlocked', unit: due.unitId }, 'the unit cannot send documents any more')
    } else log.warn({ err: error, document: due.id }, 'a document did not reach the tax authority')
    await postpone(db, due.id, nextTry(due.tries, error, now()), failureText(error))
    return false
  }
}

const failureText = (error: unknown) => (error instanceof EInvoicingFailure ? error.message : 'internal')

function nextTry(tries: number, error: unknown, now: Date): Date {
  const asked = error instanceof EInvoicingFailure ? (error.retryAfterSeconds ?? 0) * SECOND_MS : 0
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, PAUSE_DOUBLINGS), MAX_PAUSE_MS)
  return new Date(now.getTime() + Math.min(Math.max(pause, asked), MAX_PAUSE_MS))
}

/** A standard document is cleared; while clearance is switched off, it is reported. */
async function decide(
  port: EInvoicingPort,
  { isStandard, environment }: DueEInvoice,
  credentials: UnitCredentials,
  document: SentDocument,
): Promise<{ verdict: Verdict; wasReported: boolean }> {
  const asked = { environment, credentials, document }
  if (isStandard) {
    const verdict = await port.clear(asked)
    if (verdict.outcome !== 'clearanceOff') return { verdict, wasReported: false }
  }
  return { verdict: await port.report(asked), wasReported: isStandard }
}

function decisionOf({ outcome, warnings, errors, clearedXml }: Verdict, wasReported: boolean): Decision {
  const state = outcome !== 'accepted' ? 'refused' : warnings.length > 0 ? 'warned' : 'accepted'
  return { state, warnings, errors, clearedXml, wasReported, qr: clearedXml === null ? null : qrIn(clearedXml) }
}

/** The content of the QR code in an XML that the authority has stamped. */
export function qrIn(xml: string): string | null {
  const [, reference = ''] = /<cbc:ID>\s*QR\s*<\/cbc:ID>([\s\S]*?)<\/cac:AdditionalDocumentReference>/.exec(xml) ?? []
  return /EmbeddedDocumentBinaryObject[^>]*>\s*([A-Za-z0-9+/=]+)\s*</.exec(reference)?.[1] ?? null
}

function tell({ log }: Services, number: string, { state, warnings, errors }: Decision): void {
  const codes = [...errors, ...warnings].map(({ code }) => code)
  if (state === 'refused')
    log.error({ alert: 'eInvoiceRefused', number, codes }, 'the tax authority refused a document')
  else if (state === 'warned') log.warn({ number, codes }, 'the tax authority accepted a document with warnings')
}
