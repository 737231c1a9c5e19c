/**
 * Fatoora, the tax authority's platform for e-invoices, over HTTP.
 * https://sandbox.zatca.gov.sa/IntegrationSandbox describes the calls and their answers.
 */
import type { Log } from '../../platform/log.server.ts'
import {
  type AuthorityAnswer,
  clearedXmlOf,
  credentialsOf,
  type Issued,
  isDecision,
  isOtpError,
  verdictOf,
} from './fatoora-answers.ts'
import { type FatooraCall, fatooraRequests } from './fatoora-requests.server.ts'
import {
  E_INVOICING_ENVIRONMENTS,
  type EInvoicingEnvironment,
  EInvoicingFailure,
  type EInvoicingPort,
  type SentDocument,
  type UnitCredentials,
  type Verdict,
} from './port.ts'

const GATEWAY = 'https://gw-fatoora.zatca.gov.sa/e-invoicing'

export type FatooraUrls = Partial<Record<EInvoicingEnvironment, string>>

export const FATOORA_URLS = {
  sandbox: `${GATEWAY}/developer-portal`,
  simulation: `${GATEWAY}/simulation`,
  production: `${GATEWAY}/core`,
} satisfies FatooraUrls

type Parts = {
  name: string
  /** Of the environments that can be chosen. */
  urls: FatooraUrls
  log: Log
  now?: () => Date
  /** How long an answer may take. */
  timeoutMs?: number
}

type Asked = { environment: EInvoicingEnvironment }
type AskedDocument = Asked & { credentials: UnitCredentials; document: SentDocument }

const OTP = /^\d{6}$/

export function createFatoora({ name, urls, log, now = () => new Date(), timeoutMs }: Parts): EInvoicingPort {
  const send = fatooraRequests({ name, urls, now, timeoutMs })

  /** Sends a document and reads what was decided about it. */
  const decided = async (path: string, { environment, credentials, document }: AskedDocument): Promise<Verdict> => {
    const answer = await send({ environment, method: 'POST', path, credentials, body: bodyOf(document) })
    return readVerdict(answer)
  }

  const readVerdict = (answer: AuthorityAnswer): Verdict => {
    const { status, what, body } = answer
    if (status === 400 && body) return verdictOf(answer, 'refused')
    const isRepeated = status === 208 || status === 409
    if (status !== 200 && status !== 202 && !isRepeated) throw unavailable(answer)
    if (!isDecision(body)) throw unavailable(answer, 'with an answer that is not the authority’s')
    const verdict = verdictOf(answer, 'accepted')
    // Of a repetition it says that it was not reported, since it had been before.
    if (verdict.errors.length > 0 && !isRepeated) return { ...verdict, outcome: 'refused', clearedXml: null }
    if (isRepeated) log.info({ call: what, status }, 'the authority had accepted the document before')
    return { ...verdict, errors: [], isRepeated }
  }

  const issued = async (call: FatooraCall, also: readonly number[] = []): Promise<Issued> => {
    const answer = await send(call)
    const credentials = answer.status === 200 || also.includes(answer.status) ? credentialsOf(answer) : undefined
    if (credentials) return credentials
    throw refusedConnection(answer)
  }

  return {
    name,
    environments: E_INVOICING_ENVIRONMENTS.filter((environment) => urls[environment] !== undefined),
    requestCompliance: async ({ environment, csr, otp }) => {
      const body = { csr: base64(csr) }
      const { credentials } = await issued({
        environment,
        method: 'POST',
        path: '/compliance',
        otp: checked(otp),
        body,
      })
      return credentials
    },
    checkCompliance: (asked) => decided('/compliance/invoices', asked),
    requestProduction: async ({ environment, credentials: compliance, requestId }) => {
      const body = { compliance_request_id: requestId }
      const call = { environment, method: 'POST', path: '/production/csids', credentials: compliance, body } as const
      const { credentials } = await issued(call)
      return credentials
    },
    renew: async ({ environment, credentials: present, csr, otp }) => {
      const [path, body] = ['/production/csids', { csr: base64(csr) }]
      const call = { environment, method: 'PATCH', path, credentials: present, otp: checked(otp), body } as const
      const { credentials, isCompliant, status } = await issued(call, [428])
      return { ...credentials, needsChecks: status === 428 || !isCompliant }
    },
    report: (asked) => decided('/invoices/reporting/single', asked),
    clear: async ({ environment, credentials, document }) => {
      const path = '/invoices/clearance/single'
      const answer = await send({ environment, method: 'POST', path, credentials, body: bodyOf(document) })
      if (answer.status === 303 && answer.body && /clearance/i.test(answer.text))
        return { outcome: 'clearanceOff', warnings: [], errors: [], clearedXml: null, isRepeated: false }
      const verdict = readVerdict(answer)
      if (verdict.outcome !== 'accepted') return verdict
      const clearedXml = clearedXmlOf(answer)
      // Sent again, it is given as a repetition.
      if (clearedXml === undefined || (clearedXml === null && !verdict.isRepeated))
        throw unavailable(answer, 'without the cleared document')
      return { ...verdict, clearedXml }
    },
  }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const bodyOf = ({ hash, uuid, xml }: SentDocument) => ({ invoiceHash: hash, uuid, invoice: base64(xml) })

/** What a person types may be no value of a header, and the failure of `fetch` would quote it. */
function checked(otp: string): string {
  if (OTP.test(otp)) return otp
  throw new EInvoicingFailure('badOtp', 'A one-time password has six digits.')
}

const unavailable = ({ what, status, retryAfterSeconds, words }: AuthorityAnswer, why = words ?? '') =>
  new EInvoicingFailure('unavailable', `${what}: HTTP ${status} ${why}`.trim(), retryAfterSeconds)

/** A request for credentials that was not granted. */
function refusedConnection(answer: AuthorityAnswer): EInvoicingFailure {
  const { what, status, words } = answer
  if (words === undefined || (status >= 300 && status < 400))
    return unavailable(answer, 'with an answer that is not the authority’s')
  return new EInvoicingFailure(isOtpError(answer) ? 'badOtp' : 'badRequest', `${what}: HTTP ${status} ${words}`)
}
