/** Between HTTP and the pages: gives each request its visitor, its language and the Api. */

import type { Api } from '../api/contract.ts'
import type { LocalApi } from '../api/local-api.server.ts'
import { errorBody } from '../api/messages.server.ts'
import { isProblem, type Problem } from '../api/problem.ts'
import type { PageHandler } from '../entry.server.tsx'
import { PAYMENT_BRANDS } from '../locales/payment-brands.ts'
import type { Context, Services } from '../platform/context.server.ts'
import { setCookie } from '../platform/cookies.server.ts'
import type { PageRequest } from '../request-context.ts'
import { readFileForm } from './file-forms.server.ts'
import { EVERYTHING } from './page-cache.server.ts'
import type { MadePage, MakePage } from './web-server.server.ts'

type ContextOf = (services: Services, request: Request, socketAddress: string | undefined) => Promise<Context>

const YEAR = 365 * 24 * 3600

export function makePageWith(
  services: Services,
  localApi: LocalApi,
  handle: PageHandler,
  contextOf: ContextOf,
): MakePage {
  return async (asked, nonce, socketAddress, fileForm) => {
    const ctx = await contextOf(services, asked, socketAddress)
    const read = fileForm ? await readFileForm(asked, fileForm, ctx).catch(refused) : undefined
    if (isProblem(read)) return refusal(ctx, read, nonce)
    await using _ = read
    const request = read?.request ?? asked
    const madeOf = new Set<string>()
    const api = localApi(ctx, ({ reads = [EVERYTHING] }) => {
      for (const table of reads) madeOf.add(table)
    })
    const response = await handle(request, pageRequest(ctx, api, nonce, read?.files))
    response.headers.set('X-Request-Id', ctx.requestId)
    response.headers.set('Content-Language', ctx.lang)
    if (response.status === 405) response.headers.set('Allow', 'GET, HEAD')
    if (response.status !== 200) rememberLanguage(ctx, request)
    const forGuest = ctx.user === null && request.method === 'GET' && ctx.setCookies.length === 0
    return { response, nonce, forGuest, madeOf, setCookies: ctx.setCookies, userId: ctx.user?.id }
  }
}

function refused(error: unknown): Problem {
  if (isProblem(error)) return error
  throw error
}

/** In words only: a page cannot be made of a form that was not read. */
function refusal(ctx: Context, problem: Problem, nonce: string): MadePage {
  const { description } = errorBody(problem, ctx.lang).error
  const response = new Response(description, {
    status: problem.status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Request-Id': ctx.requestId,
      'Content-Language': ctx.lang,
    },
  })
  return { response, nonce, forGuest: false, madeOf: new Set(), setCookies: ctx.setCookies }
}

function pageRequest(ctx: Context, api: Api, nonce: string, files: PageRequest['files'] = new Map()): PageRequest {
  const { publicUrl, assetsUrl, dashboardUrl, demo, payment } = ctx.settings
  return {
    api,
    lang: ctx.lang,
    user: ctx.user,
    publicUrl,
    assetsUrl,
    dashboardUrl,
    demo,
    paymentBrands: payment.brands.map((brand) => PAYMENT_BRANDS[brand]),
    now: ctx.now(),
    nonce,
    structuredData: [],
    files,
    report: (error) => ctx.log.error({ err: error }, 'a page failed'),
    describe: (error) => {
      if (!isProblem(error)) return undefined
      const { code, description, fields } = errorBody(error, ctx.lang).error
      return { code, status: error.status, message: description, fields: fields ?? {} }
    },
  }
}

/**
 * The address decides the language; the cookie only remembers it for `/` and `/error`. Scripts set it on the pages
 * that every guest shares; an answer that is no page sets it here.
 */
function rememberLanguage(ctx: Context, request: Request) {
  const inAddress = new URL(request.url).pathname.split('/')[1] === ctx.lang
  if (!inAddress || ctx.cookies.get('lang') === ctx.lang) return
  ctx.setCookies.push(setCookie(false, 'lang', ctx.lang, { maxAge: YEAR, httpOnly: false }))
}
