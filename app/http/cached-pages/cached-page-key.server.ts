/** Which requests may be answered with a page that all guests share. */
import type { PageFacts } from '../../api/page-facts.ts'
import { withoutCampaign } from '../../platform/campaign-query.ts'
import { isSessionCookie } from '../cross-site.server.ts'
import type { FindPageFacts } from '../page-facts.server.ts'

/** The headers that decide; the names are Node's. */
export type DecidingHeaders = {
  readonly authorization?: string | undefined
  readonly cookie?: string | undefined
  readonly 'content-length'?: string | undefined
  readonly 'transfer-encoding'?: string | undefined
}

/** The router's own parameter: the routes whose data a script requests. */
const ROUTER_QUERY = '_routes'
const CACHED_VALUE = /^[\w/,.-]{1,160}$/
const MAX_CACHED_PATH_LENGTH = 300
/** A path as a URL parser writes it: any other spelling is answered where addresses are resolved. Pages of the desk
 * are personal. */
const CACHED_PATH =
  /^\/(?:ar|en)(?!\/desk(?:[/.]|$))(?:\.data|(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|%(?!2[eE])[0-9a-fA-F]{2})+)*)$/

/**
 * The key of the page in the cache; undefined when the request is not for a page that all guests share. It decides by
 * the address alone, whatever the other headers are; a `Range` is ignored, as RFC 9110 allows.
 * @param address path and query, as in the request's first line
 */
export function cachedPageKey(
  method: string,
  address: string,
  headers: DecidingHeaders,
  factsOf: FindPageFacts,
): string | undefined {
  return isOfGuest(method, headers) ? keyOfAddress(address, factsOf) : undefined
}

/** Whether the request may have a page that all guests share, if its address is the key of one. */
export function isOfGuest(method: string, headers: DecidingHeaders): boolean {
  return isForSharedPage(method, headers) && (headers.cookie === undefined || !isSessionCookie(headers.cookie))
}

/** The address of a page that may be the same for many visitors, signed in or not: it says everything that is asked for. */
export function sharedAddress(
  method: string,
  address: string,
  headers: DecidingHeaders,
  factsOf: FindPageFacts,
): string | undefined {
  return isForSharedPage(method, headers) ? keyOfAddress(address, factsOf) : undefined
}

function isForSharedPage(method: string, headers: DecidingHeaders): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined && !hasBody(headers)
}

/** Links of campaigns have the page without what marks them. */
function keyOfAddress(asked: string, factsOf: FindPageFacts): string | undefined {
  const address = withoutCampaign(asked)
  const queryAt = address.indexOf('?')
  const path = queryAt < 0 ? address : address.slice(0, queryAt)
  if (path.length > MAX_CACHED_PATH_LENGTH || !CACHED_PATH.test(path)) return
  if (queryAt < 0 || queryAt === address.length - 1) return path
  if (address.includes('#', queryAt)) return
  return isCachedQuery(new URLSearchParams(address.slice(queryAt + 1)), factsOf(path).query) ? address : undefined
}

function hasBody(headers: DecidingHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Queries can contain anything, so only declared parameters are cached, each once and with a plain value. */
function isCachedQuery(query: URLSearchParams, declared: PageFacts['query'] = {}): boolean {
  const names = [...query.keys()]
  if (new Set(names).size < names.length) return false
  return [...query].every(
    ([name, value]) =>
      (name === ROUTER_QUERY || (Object.hasOwn(declared, name) && declared[name] === 'cached')) &&
      CACHED_VALUE.test(value),
  )
}
