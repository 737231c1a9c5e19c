/** Creates the context of a request: user, language, IP address. */
import { resolveSession } from '../features/sessions/session.server.ts'
import { isLang, preferredLang } from '../locales/lang.ts'
import type { Context, Services } from '../platform/context.server.ts'
import { readCookies } from '../platform/cookies.server.ts'
import type { Log } from '../platform/log.server.ts'
import { bearerOf, clientIp, type HeaderReader, requestIdOf } from './request.server.ts'

export async function requestContext(
  services: Services,
  request: { url: string; headers: HeaderReader },
  socketAddress: string | undefined,
  tokensIn: Context['tokensIn'] = 'cookies',
): Promise<Context> {
  const requestId = requestIdOf(request.headers)
  let log: Log | undefined
  const cookies = readCookies(request.headers.get('cookie'))
  // The router asks for a page's data at the page's address with `.data`: `/ar.data` is the Arabic home page's.
  const segment = new URL(request.url).pathname.split('/')[1]?.replace(/\.data$/, '')
  const remembered = cookies.get('lang')
  const ctx: Context = {
    ...services,
    // Most requests write no line of their own.
    get log() {
      log ??= services.log.child({ requestId })
      return log
    },
    requestId,
    lang: isLang(segment) ? segment : (preferredLang(request.headers.get('accept-language')) ?? 'ar'),
    user: null,
    tokensIn,
    ip: clientIp(socketAddress, request.headers, services.settings.trustedProxies),
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300),
    isFromBrowser: request.headers.get('sec-fetch-site') !== null || request.headers.get('origin') !== null,
    setCookies: [],
    cookies,
  }
  // Pages outside a language remember the last one that was read; calls say theirs in Accept-Language.
  if (segment === 'error' && isLang(remembered)) ctx.lang = remembered
  ctx.user = await resolveSession(ctx, bearerOf(request.headers))
  return ctx
}
