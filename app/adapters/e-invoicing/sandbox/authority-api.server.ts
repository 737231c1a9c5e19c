/** The calls of the authority's platform, with the answers of its documents. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono, type Context as HttpContext } from 'hono'
import { z } from 'zod'
import type { Database } from '../../../platform/database/database.server.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import {
  authorityKey,
  behaviour,
  type Credentials,
  findCredentials,
  findDocument,
  insertCredentials,
  insertDocument,
  notePassed,
  takeRequest,
} from './authority-queries.server.ts'
import type { Behaviour } from './behaviours.ts'
import { type CertificateRequest, RequestRefused, readCertificateRequest } from './certificate-request.ts'
import { ISSUERS, issueCertificate, newAuthorityKey } from './certificates.ts'
import { kindsFor } from './document-kinds.ts'
import { type Examination, examine } from './examination.ts'
import { error, type Finding, warning } from './findings.ts'
import { stamped } from './stamp.ts'

type Parts = { db: Database; now: () => Date }

const VERSION = 'V2'
const GOOD_OTP = '123456'
const EXPIRED_OTP = '222222'
const RETRY_AFTER_SECONDS = 30
/** Longer than anybody waits. */
const SILENCE_MS = 2 * MINUTE_MS

const Request = z.object({ csr: z.string().min(1) })
const ProductionRequest = z.object({ compliance_request_id: z.union([z.string(), z.number().transform(String)]) })
const Base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/)
const Sent = z.object({ invoiceHash: Base64, uuid: z.string().min(1), invoice: Base64 })
export type SentToAuthority = z.output<typeof Sent>

type Way = 'check' | 'report' | 'clear'

export function authorityApi({ db, now }: Parts): Hono {
  const api = new Hono()
  const key = () => authorityKey(db, () => newAuthorityKey(now()), now())
  for (const path of ['/compliance/*', '/production/*', '/invoices/*']) api.use(path, misbehaving(db))

  /** New credentials with a certificate for what the request says. */
  const issue = async (of: Holder, stage: Credentials['stage']) => {
    const { privateKey } = await key()
    const certificate = issueCertificate(of, ISSUERS[stage], privateKey, now()).toString('base64')
    const token = Buffer.from(certificate).toString('base64')
    const secret = randomBytes(32).toString('base64')
    const requestId = String(randomBytes(6).readUIntBE(0, 6) + 1_000_000_000_000)
    const { vatNumber, flags } = of
    const kept = { stage, requestId, secretHash: hashOf(secret), certificate, vatNumber, flags, passed: [] }
    await insertCredentials(db, hashOf(token), { ...kept, request: of.bytes.toString('base64') }, now())
    return { requestID: Number(requestId), tokenType: TOKEN_TYPE, binarySecurityToken: token, secret }
  }

  /** Whom the call is made by; undefined when nobody is known by these credentials. */
  const callerOf = async (c: HttpContext, ...stages: Credentials['stage'][]) => {
    const [, encoded = ''] = /^Basic (\S+)$/.exec(c.req.header('Authorization') ?? '') ?? []
    const [token = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
    const caller = await findCredentials(db, hashOf(token))
    if (!caller || !stages.includes(caller.stage) || !isEqual(caller.secretHash, hashOf(secret))) return undefined
    return { ...caller, tokenHash: hashOf(token) }
  }

  /** The certificate request of the call, unless there is something to refuse. */
  const requestOf = async (c: HttpContext): Promise<CertificateRequest | Response> => {
    const otp = c.req.header('OTP')
    if (!otp) return refused(c, 'Missing-OTP', 'OTP is required field')
    if (otp === EXPIRED_OTP) return refused(c, 'Invalid-OTP', 'The provided OTP is expired')
    if (otp !== GOOD_OTP) return refused(c, 'Invalid-OTP', 'The provided OTP is invalid')
    const body = Request.safeParse(await jsonOf(c))
    if (!body.success) return refused(c, 'Missing-CSR', 'CSR is required field')
    try {
      const request = readCertificateRequest(Buffer.from(body.data.csr, 'base64').toString())
      if (await takeRequest(db, createHash('sha256').update(request.bytes).digest('hex'), now())) return request
      return refused(c, 'Invalid-CSR', 'The provided Certificate Signing Request (CSR) was used before')
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error
      if (error.denied) return c.json({ requestID: -2, dispositionMessage: error.message }, 400)
      const message = `The provided Certificate Signing Request (CSR) is invalid: ${error.message}`
      return refused(c, 'Invalid-CSR', message)
    }
  }

  api.post('/compliance', async (c) => {
    const request = await requestOf(c)
    if (request instanceof Response) return request
    return c.json({ ...(await issue(request, 'compliance')), dispositionMessage: 'ISSUED' })
  })

  api.post('/production/csids', async (c) => {
    const caller = await callerOf(c, 'compliance')
    if (!caller) return unauthorized(c, now())
    const body = ProductionRequest.safeParse(await jsonOf(c))
    if (!body.success) return refused(c, 'Missing-compliance_request_id', 'Compliance Request ID is required field')
    if (body.data.compliance_request_id !== caller.requestId)
      return refused(c, 'Invalid-compliance_request_id', 'The provided compliance request ID is invalid')
    const missing = kindsFor(caller.flags).filter((kind) => !caller.passed.includes(kind))
    if (missing.length > 0)
      return refused(
        c,
        'Missing-ComplianceSteps',
        `Compliance steps for this CSID are not yet complete: ${missing.join(', ')}`,
      )
    const request = readCertificateRequest(pemOf(caller.request))
    return c.json({ ...(await issue(request, 'production')), dispositionMessage: 'ISSUED' })
  })

  api.patch('/production/csids', async (c) => {
    const caller = await callerOf(c, 'production')
    if (!caller) return unauthorized(c, now())
    const request = await requestOf(c)
    if (request instanceof Response) return request
    if (request.vatNumber !== caller.vatNumber)
      return refused(c, 'Invalid-CSR', 'The VAT number is not that of the current CSID')
    return c.json({ value: { ...(await issue(request, 'compliance')), dispositionMessage: 'NOT_COMPLIANT' } }, 428)
  })

  const received = async (c: HttpContext, way: Way) => {
    const caller = await callerOf(c, way === 'check' ? 'compliance' : 'production')
    if (!caller) return unauthorized(c, now())
    const body = Sent.safeParse(await jsonOf(c))
    if (!body.success) return refused(c, 'Invalid-Request', z.prettifyError(body.error))
    const named = await behaviour(db)
    if (way === 'clear' && named === 'clearanceOff') return c.json({ message: CLEARANCE_OFF }, 303)
    const sent = body.data
    const earlier = way === 'check' ? undefined : await findDocument(db, caller.vatNumber, sent.invoiceHash)
    if (earlier) return repeated(c, earlier.cleared)
    const examined = examine(sent, caller, now())
    const findings = [...examined.findings, ...(OWN_FINDINGS[named] ?? []), ...wrongWay(way, named, examined)]
    const { facts } = examined
    const errors = findings.filter(({ type }) => type === 'ERROR')
    if (errors.length > 0 || !facts) return c.json(answerOf(way, findings, facts?.isSimplified, null), 400)
    if (way === 'check') {
      if (facts.kind) await notePassed(db, caller.tokenHash, facts.kind)
      return c.json(answerOf(way, findings, facts.isSimplified, null), findings.length > 0 ? 202 : 200)
    }
    const cleared = way === 'clear' ? Buffer.from(stamped(facts.root, await key(), now())).toString('base64') : null
    const { number, uuid, icv, previousHash } = facts
    const kept = { ...{ way, number, uuid, icv, previousHash, cleared }, hash: sent.invoiceHash }
    const isNew = await insertDocument(
      db,
      { ...kept, vatNumber: caller.vatNumber, hasWarnings: findings.length > 0 },
      now(),
    )
    // Two at once.
    if (!isNew) return repeated(c, (await findDocument(db, caller.vatNumber, sent.invoiceHash))?.cleared ?? null)
    return c.json(answerOf(way, findings, facts.isSimplified, cleared), findings.length > 0 ? 202 : 200)
  }
  api.post('/compliance/invoices', (c) => received(c, 'check'))
  api.post('/invoices/reporting/single', (c) => received(c, 'report'))
  api.post('/invoices/clearance/single', (c) => received(c, 'clear'))
  return api
}

type Holder = CertificateRequest

const TOKEN_TYPE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3'
const CLEARANCE_OFF = 'Clearance is deactiviated. Please use the /invoices/reporting/single endpoint instead.'

/** What it finds in every document, as long as it behaves so. */
const OWN_FINDINGS: Partial<Record<Behaviour, Finding[]>> = {
  warns: [warning('business', 'SIMULATED', 'The simulated authority was asked to warn of every document')],
  refuses: [error('business', 'SIMULATED', 'The simulated authority was asked to refuse every document')],
}

/** A document that came to the call of the other kind; while clearance is off, standard documents are reported. */
function wrongWay(way: Way, named: Behaviour, { facts }: Examination): Finding[] {
  const wrong = (message: string) => [error('business', 'invoice-type', message)]
  if (way === 'clear' && facts?.isSimplified)
    return wrong('XML Submitted using clearance API is not a standard document')
  if (way === 'report' && facts && !facts.isSimplified && named !== 'clearanceOff')
    return wrong('XML Submitted using reporting API is not a simplified document')
  return []
}

function answerOf(way: Way, findings: Finding[], isSimplified: boolean | undefined, cleared: string | null) {
  const [errors, warnings] = (['ERROR', 'WARNING'] as const).map((type) =>
    findings.filter((finding) => finding.type === type).map((finding) => ({ ...finding, status: type })),
  )
  const isAccepted = errors!.length === 0
  const status = isAccepted ? (warnings!.length > 0 ? 'WARNING' : 'PASS') : 'ERROR'
  const valid = {
    ...{ type: 'INFO', code: 'XSD_ZATCA_VALID', category: 'XSD validation', status: 'PASS' },
    message: 'Complied with UBL 2.1 standards in line with ZATCA specifications',
  }
  const results = { infoMessages: isAccepted ? [valid] : [], warningMessages: warnings, errorMessages: errors, status }
  const reported = isAccepted ? 'REPORTED' : 'NOT_REPORTED'
  const clearance = isAccepted ? 'CLEARED' : 'NOT_CLEARED'
  if (way === 'report') return { validationResults: results, reportingStatus: reported }
  if (way === 'clear') return { validationResults: results, clearanceStatus: clearance, clearedInvoice: cleared }
  return {
    validationResults: results,
    reportingStatus: isSimplified ? reported : null,
    clearanceStatus: isSimplified ? null : clearance,
    ...{ qrSellertStatus: null, qrBuyertStatus: null },
  }
}

function repeated(c: HttpContext, cleared: string | null) {
  const isCleared = cleared !== null
  const message = `Invoice was already ${isCleared ? 'Cleared' : 'Reported'} successfully earlier.`
  const warning = { type: 'WARNING', code: null, category: null, message, status: 'WARNING' }
  const results = { infoMessages: [], warningMessages: [], errorMessages: [], status: null }
  return isCleared
    ? c.json(
        {
          validationResults: { ...results, warningMessages: [warning], status: 'WARNING' },
          ...{ clearanceStatus: 'CLEARED', clearedInvoice: cleared },
        },
        208,
      )
    : c.json(
        {
          validationResults: { ...results, errorMessages: [{ ...warning, type: 'ERROR', status: 'ERROR' }] },
          reportingStatus: 'NOT_REPORTED',
        },
        409,
      )
}

/** The version, and what the authority was told to do to every call. */
function misbehaving(db: Database) {
  return async (c: HttpContext, next: () => Promise<void>) => {
    if (c.req.header('Accept-Version') !== VERSION)
      return c.text('This Version is not supported or not provided in the header.', 406)
    const named = await behaviour(db)
    if (named === 'busy')
      return c.json({ message: 'Too Many Requests' }, 429, { 'Retry-After': String(RETRY_AFTER_SECONDS) })
    if (named === 'unavailable') return c.html('<h1>503 Service Unavailable</h1>', 503)
    if (named === 'revoked' && c.req.header('Authorization')) return unauthorized(c, new Date())
    await next()
    if (named === 'silent') await silence(c.req.raw.signal)
    if (named === 'fails')
      c.res = c.json({ category: 'HTTP-Errors', code: '500', message: 'Something went wrong' }, 500)
    if (named === 'garbage') c.res = c.html('<h1>Welcome to nginx!</h1>', 200)
    return undefined
  }
}

/** Until the caller has had enough. */
async function silence(signal: AbortSignal): Promise<void> {
  await sleep(SILENCE_MS, undefined, { signal, ref: false }).catch(() => undefined)
}

const refused = (c: HttpContext, code: string, message: string) => c.json({ errors: [{ code, message }] }, 400)

const unauthorized = (c: HttpContext, now: Date) =>
  c.json({ timestamp: now.getTime(), status: 401, error: 'Unauthorized', message: '' }, 401)

const jsonOf = (c: HttpContext): Promise<unknown> => c.req.json().catch(() => undefined)

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const isEqual = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

const pemOf = (base64: string) => `-----BEGIN CERTIFICATE REQUEST-----\n${base64}\n-----END CERTIFICATE REQUEST-----\n`
