/** Asks another site whether an address leads somewhere, without being led into our own network. */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { SECOND_MS } from '../../platform/durations.ts'
import { isPublicAddress } from './address-guard.ts'
import type { LinkReason, Verdict } from './link-states.ts'

export type AskOptions = {
  /** All addresses of a name. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  /** Tests ask a server of this machine; nothing else may. */
  mayAsk?: (address: string, port: number) => boolean
  timeoutMs?: number
  /** Who asks, for the logs of the other site. */
  userAgent?: string
}
export type AskSite = (url: string, options?: AskOptions) => Promise<Verdict>

const TIMEOUT_MS = 10 * SECOND_MS
const MAX_REDIRECTS = 5
const PORTS = [80, 443]
/** The site does not want to be asked by programs, or not so often: that says nothing of the page. */
const NOT_FOR_PROGRAMS = [401, 403, 405, 407, 429, 451, 999]

class Refused extends Error {
  readonly reason: LinkReason
  constructor(reason: LinkReason) {
    super(reason)
    this.reason = reason
  }
}

/** By HEAD, then by GET where HEAD failed. `failed` is one failure; whether the link is dead, other days tell. */
export async function askSite(url: string, options: AskOptions = {}): Promise<Verdict> {
  const head = await answered('HEAD', url, options)
  if (head.state === 'good' || head.state === 'notAsked' || head.reason === 'noHost') return head
  return answered('GET', url, options)
}

async function answered(method: 'HEAD' | 'GET', url: string, options: AskOptions): Promise<Verdict> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  try {
    let address = url
    for (let steps = 0; steps <= MAX_REDIRECTS; steps++) {
      const { status, location } = await askOnce(method, address, signal, options)
      if (status < 300 || status >= 400 || location === undefined) return verdictOf(status)
      if (!URL.canParse(location, address)) return failed('status', status)
      address = new URL(location, address).href
    }
    return failed('tooManyRedirects')
  } catch (error) {
    if (error instanceof Refused) return { state: 'notAsked', reason: error.reason, status: null }
    return signal.aborted ? failed('tooSlow') : verdictOfError(error)
  }
}

const failed = (reason: LinkReason, status: number | null = null): Verdict => ({ state: 'failed', reason, status })

function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return { state: 'good', reason: null, status }
  if (NOT_FOR_PROGRAMS.includes(status)) return { state: 'unknown', reason: 'status', status }
  return failed('status', status)
}

function verdictOfError(error: unknown): Verdict {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  // Our own name server gave no answer: the other site has nothing to do with it.
  if (code === 'EAI_AGAIN' || code === 'ETIMEOUT') return { state: 'unknown', reason: 'noHost', status: null }
  if (code === 'ENOTFOUND' || code === 'ENODATA') return failed('noHost')
  return failed(/CERT|TLS|SSL|SIGNATURE/.test(code) ? 'badCertificate' : 'noAnswer')
}

/** @throws Refused when the address may not be asked */
async function askOnce(
  method: 'HEAD' | 'GET',
  address: string,
  signal: AbortSignal,
  { resolve = allAddresses, mayAsk = isAllowed, userAgent = 'link check' }: AskOptions,
) {
  const { protocol, hostname, port, username, password } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Refused('invalid')
  if (username || password) throw new Refused('invalid')
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  const host = hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await withSignal(resolve(host), signal)
  // One private address among public ones is enough to refuse: the next answer may choose it.
  if (!found.every((one) => mayAsk(one.address, number))) throw new Refused(PORTS.includes(number) ? 'private' : 'port')
  const checked = found[0]
  if (!checked) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
  return new Promise<{ status: number; location: string | undefined }>((done, fail) => {
    const ask = protocol === 'https:' ? httpsRequest : httpRequest
    const asked = ask(
      address,
      {
        ...{ method, signal, agent: false, lookup: always(checked) },
        headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' },
      },
      (answer: IncomingMessage) => {
        // The head says enough: nothing of the page is read.
        answer.on('error', () => undefined).destroy()
        done({ status: answer.statusCode ?? 0, location: answer.headers.location })
      },
    )
    asked.on('error', fail).end()
  })
}

const isAllowed = (address: string, port: number) => PORTS.includes(port) && isPublicAddress(address)
const allAddresses = (host: string) => lookup(host, { all: true })

/** The connection goes to the address that was checked: a name could answer with another one the second time. */
function always({ address, family }: LookupAddress): LookupFunction {
  return (_, { all }, answer) => (all ? answer(null, [{ address, family }]) : answer(null, address, family))
}

function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    work.then(done, fail)
  })
}
