/**
 * Connects the institute: a key and a request for its certificate, documents of each kind for the authority to check, and
 * then the credentials for real documents. The one-time password is used in the request itself and stored nowhere; the rest
 * is done by a job, which can be interrupted anywhere.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { EInvoicingFailure, type IssuedCredentials, type UnitCredentials } from '../../adapters/e-invoicing/port.ts'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { localTimeOf } from '../../platform/days.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { enqueueSending, ownError, writeAttempt } from './chain.server.ts'
import type { eInvoicingEndpoints } from './contract.ts'
import { certificateOf, readCertificate } from './document/certificate.server.ts'
import { newCertificateRequest } from './document/certificate-request.server.ts'
import { documentXml, inRiyals } from './document/document-xml.ts'
import { documentHash, FIRST_PREVIOUS_HASH, signDocument } from './document/signature.server.ts'
import { exampleDocuments } from './example-documents.ts'
import { findIssued, findWaitingOfBlocked, giveUp } from './queries.server.ts'
import { type ReadySeller, readinessOf } from './readiness.ts'
import {
  activateUnit,
  blockUnit,
  failUnit,
  findUnit,
  findUnits,
  insertUnit,
  isConnecting,
  lockActiveUnit,
  type UnitRow,
} from './unit-queries.server.ts'
import { credentialsOfUnit, keyOfUnit, needsNewUnit, sealCredentials, sealText } from './unit-secrets.server.ts'

type Asked = Input<(typeof eInvoicingEndpoints)['connect']>

/**
 * The first step, in the request of the Owner: the authority takes the one-time password.
 * @throws Problem eInvoicingNotReady, eInvoicingConnecting, eInvoicingRefused, eInvoicingUnavailable; validation for the password
 */
export async function startConnecting(ctx: Context, { otp, environment, ...facts }: Asked): Promise<void> {
  const { db, settings, now } = ctx
  const { seller } = readinessOf(await findInstitute(db))
  if (!seller || !ctx.eInvoicing.environments.includes(environment)) throw new Problem('eInvoicingNotReady')
  if (await isConnecting(db)) throw new Problem('eInvoicingConnecting')
  const owner = randomUUID()
  const { key, csr } = newCertificateRequest(
    {
      ...facts,
      ...{ vatNumber: seller.vatNumber, legalName: seller.legalName, shortAddress: seller.address.shortAddress },
      serial: owner,
    },
    environment,
  )
  const issued = await requestCompliance(ctx, { environment, csr, otp, vatNumber: seller.vatNumber })
  const sealed = sealCredentials(settings, owner, issued)
  await db.transaction().execute(async (tx) => {
    const id = await insertUnit(tx, {
      ...{ environment, facts, csr, owner, vatNumber: seller.vatNumber, requestId: issued.requestId },
      sealedKey: sealText(settings, owner, key),
      sealedCompliance: issued.needsChecks ? sealed : null,
      sealedCredentials: issued.needsChecks ? null : sealed,
      lastHash: FIRST_PREVIOUS_HASH,
      createdBy: requireUser(ctx).id,
      now: now(),
    })
    if (id === undefined) throw new Problem('eInvoicingConnecting')
    await writeAudit(tx, ctx, { action: 'institute.connect', reference: environment, detail: facts })
    await enqueue(tx, 'connectUnit', { id }, { key: `connectUnit:${id}` })
  })
}

type Requested = { environment: UnitRow['environment']; csr: string; otp: string; vatNumber: string }

async function requestCompliance(
  ctx: Context,
  asked: Requested,
): Promise<IssuedCredentials & { needsChecks: boolean }> {
  const { environment, csr, otp } = asked
  try {
    const renewed = await renewal(ctx, asked)
    return renewed ?? { ...(await ctx.eInvoicing.requestCompliance({ environment, csr, otp })), needsChecks: true }
  } catch (error) {
    if (!(error instanceof EInvoicingFailure)) throw error
    ctx.log.warn({ err: error }, 'the tax authority did not begin a connection')
    if (error.kind === 'badOtp') throw new Problem('validation', {}, { otp: ['otpRefused'] })
    if (error.kind === 'unavailable') throw new Problem('eInvoicingUnavailable')
    throw new Problem('eInvoicingRefused', { reason: error.message })
  }
}

/**
 * A unit that still works is renewed: the authority then knows that one replaces the other.
 * @returns undefined where there is none, or its credentials are not accepted any more
 */
async function renewal(ctx: Context, { environment, csr, otp, vatNumber }: Requested) {
  const { active } = await findUnits(ctx.db)
  const isSame = active?.environment === environment && active.vatNumber === vatNumber
  if (!active || active.blockedAt || !isSame) return undefined
  try {
    const credentials = await credentialsOfUnit(ctx.db, ctx.settings, active.id)
    return await ctx.eInvoicing.renew({ environment, csr, otp, credentials })
  } catch (error) {
    if (!needsNewUnit(error)) throw error
    await blockUnit(ctx.db, active.id, ctx.now())
    return undefined
  }
}

const ToConnect = z.object({ id: z.int() })

/**
 * The job: the remaining steps.
 * @throws when the authority does not answer: the queue runs it again
 */
export async function connectUnit(services: Services, payload: unknown): Promise<void> {
  const { id } = ToConnect.parse(payload)
  const unit = await findUnit(services.db, id)
  if (unit?.state === 'connecting') await finishConnecting(services, unit)
  if ((await findUnit(services.db, id))?.state === 'active') await takeOverWaiting(services)
}

/** The same for whatever is being connected, without waiting for the queue. */
export async function finishConnections(services: Services): Promise<void> {
  const { latest } = await findUnits(services.db)
  if (latest?.state === 'connecting') await connectUnit(services, { id: latest.id })
}

async function finishConnecting(services: Services, unit: UnitRow): Promise<void> {
  const { db, settings, log, now } = services
  try {
    const issued = await productionCredentials(services, unit)
    if (typeof issued === 'string') return await failUnit(db, unit.id, issued)
    const certificate = certificateOf(issued.token)
    const activation = {
      ...{ certificate, expiresAt: readCertificate(certificate).expiresAt, now: now() },
      sealedCredentials: sealCredentials(settings, unit.owner, issued),
    }
    await db.transaction().execute((tx) => activateUnit(tx, unit.id, activation))
  } catch (error) {
    if (!(error instanceof EInvoicingFailure) || error.kind === 'unavailable') throw error
    log.error({ err: error, alert: 'eInvoicingNotConnected' }, 'the tax authority refused a connection')
    await failUnit(db, unit.id, error.message)
  }
}

/** @returns the credentials for real documents, or in words why there are none */
async function productionCredentials(services: Services, unit: UnitRow): Promise<UnitCredentials | string> {
  const { db, settings } = services
  if (unit.hasCredentials) return credentialsOfUnit(db, settings, unit.id)
  const { seller } = readinessOf(await findInstitute(db))
  if (seller?.vatNumber !== unit.vatNumber) return 'vat-number-changed'
  const credentials = await credentialsOfUnit(db, settings, unit.id, 'compliance')
  const refusal = await checkExamples(services, unit, seller, credentials)
  if (refusal !== undefined) return refusal
  const asked = { environment: unit.environment, credentials, requestId: unit.requestId! }
  return services.eInvoicing.requestProduction(asked)
}

/** @returns in the authority's words why an example was refused; undefined when all were accepted */
async function checkExamples(
  services: Services,
  unit: UnitRow,
  { legalName, ...seller }: ReadySeller,
  credentials: UnitCredentials,
): Promise<string | undefined> {
  const { db, settings, now } = services
  const key = await keyOfUnit(db, settings, unit.id)
  const certificate = certificateOf(credentials.token)
  let previousHash = FIRST_PREVIOUS_HASH
  for (const [index, example] of exampleDocuments({ ...seller, name: legalName }, now()).entries()) {
    const xml = documentXml({ ...example, counter: index + 1, previousHash })
    const hash = documentHash(xml)
    const { totals, issuedAt } = example
    const qrFacts = {
      ...{ sellerName: legalName, vatNumber: seller.vatNumber, issuedAt: localTimeOf(issuedAt) },
      ...{ total: inRiyals(totals.totalHalalas), vat: inRiyals(totals.vatHalalas) },
    }
    const sent = example.isStandard ? xml : signDocument(xml, qrFacts, { key, certificate, signedAt: now() }).signedXml
    const document = { uuid: example.uuid, hash, xml: sent }
    const verdict = await services.eInvoicing.checkCompliance({ environment: unit.environment, credentials, document })
    if (verdict.outcome !== 'accepted')
      return verdict.errors.map(({ code, message }) => `${code}: ${message}`).join('; ') || verdict.outcome
    previousHash = hash
  }
  return undefined
}

const BATCH_SIZE = 100

/**
 * Documents of units whose credentials the authority did not accept any more are written again for the new one. Those of a
 * unit that still works are sent with its own credentials.
 */
async function takeOverWaiting(services: Services): Promise<void> {
  const { db, now } = services
  for (;;) {
    const waiting = await findWaitingOfBlocked(db, BATCH_SIZE)
    if (waiting.length === 0) break
    for (const invoiceId of waiting) await db.transaction().execute((tx) => writeAnew(tx, invoiceId, now()))
  }
  await db.transaction().execute(enqueueSending)
}

async function writeAnew(tx: Tx, invoiceId: string, now: Date): Promise<void> {
  const unit = await lockActiveUnit(tx)
  if (!unit) throw new Error('No unit is active.')
  const attempt = await giveUp(tx, invoiceId, ownError('unit-replaced'), now)
  const issued = await findIssued(tx, { id: invoiceId })
  if (attempt !== undefined && issued) await writeAttempt(tx, unit, issued, { attempt: attempt + 1, now })
}
