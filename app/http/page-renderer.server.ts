/** Renders a page for a request: with its visitor, its language and the Api. */

import type { AnswerCache } from '../api/answer-cache.server.ts'
import type { CallOptions, LocalApi } from '../api/local-api.server.ts'
import { errorBody } from '../api/messages.server.ts'
import type { PageFacts } from '../api/page-facts.ts'
import { isProblem, type Problem } from '../api/problem.ts'
import { isStaff } from '../api/rights.ts'
import { PAYMENT_BRANDS } from '../locales/payment-brands.ts'
import type { PageHandler } from '../page-handler.server.tsx'
import type { Context, Services } from '../platform/context.server.ts'
import { setPlainCookie } from '../platform/cookies.server.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import { EVERYTHING } from '../platform/dependent-cache.server.ts'
import { YEAR_SECONDS } from '../platform/durations.ts'
import { rangeOf } from '../platform/limits/ip-range.ts'
import { requireRoom } from '../platform/limits/rate-limit.server.ts'
import type { PageRequest } from '../request-context.ts'
import { announcedBytes, isLarge, leavesBodyUnread } from './bodies/body-stream.server.ts'
import { type FormWithFiles, mayBringFiles, readForm, readFormWithFiles } from './bodies/form-body.server.ts'
import { outageProblem } from './health/outage.ts'
import type { RenderedPage, RenderPage } from './rendered-page.ts'
import { isUnsafe } from './request.server.ts'
import { requestContext } from './request-context.server.ts'
import { shownVisitor } from './shown-visitor.ts'
import { siteName } from './site-name.server.ts'

const MAX_FORM_BYTES = 1_000_000

/** @param answers where shared answers are remembered */
export function pageRenderer(
  services: Services,
  localApi: LocalApi,
  handle: PageHandler,
  answers?: AnswerCache,
): RenderPage {
  return async (received, nonce, socketAddress, facts, known) => {
    const ctx = known ?? (await requestContext(services, received, socketAddress))
    const form = await receivedForm(ctx, received, facts).catch(problemOf)
    if (isProblem(form)) return refusal(ctx, form, nonce, leavesBodyUnread(received, form))
    await using _ = form
    const { request } = form
    const dependencies = new Set<string>()
    let madeAt: number | undefined
    const options: CallOptions = {
      answers,
      onRead: (tables: readonly string[] = [EVERYTHING]) => {
        for (const table of tables) dependencies.add(table)
      },
      onAnswer: (_, __, answerMadeAt) => {
        if (answerMadeAt !== undefined) madeAt = Math.min(madeAt ?? answerMadeAt, answerMadeAt)
      },
    }
    const apis = { api: localApi(ctx, options), shared: localApi.shared(ctx, options) }
    let outage: unknown
    const report = (error: unknown) => {
      if (isDatabaseUnavailable(error)) outage ??= error
      else ctx.log.error({ err: error }, 'a page failed')
    }
    const preview = new URL(request.url).searchParams.get('preview') ?? undefined
    const response = await handle(request, { ...(await pageRequest(ctx, apis, nonce, report, form.files)), preview })
    // The router has rendered its error page, which does not say that the visitor can come back.
    if (outage) throw outage
    response.headers.set('X-Request-Id', ctx.requestId)
    response.headers.set('Content-Language', ctx.lang)
    if (preview !== undefined) {
      response.headers.set('Cache-Control', 'private, no-store')
      response.headers.set('X-Robots-Tag', 'noindex')
    }
    if (response.status === 405) response.headers.set('Allow', 'GET, HEAD')
    if (response.status !== 200) rememberLanguage(ctx, request)
    const forGuest = ctx.user === null && request.method === 'GET' && ctx.setCookies.length === 0
    return {
      response,
      nonce,
      forGuest,
      dependencies,
      madeAt,
      setCookies: ctx.setCookies,
      userId: ctx.user?.id,
      isStaff: isStaff(ctx.user),
    }
  }
}

/** The form of the request. Who sends it, and whether they may send that much, is known before it is read. */
async function receivedForm(ctx: Context, received: Request, facts: PageFacts): Promise<FormWithFiles> {
  const fileForm = mayBringFiles(received) ? facts.fileForm : undefined
  const isGuest = ctx.user === null && fileForm?.audience !== 'everyone'
  if (!isGuest && isUnsafe(received.method) && isLarge(received))
    await requireRoom(ctx, facts.quotas ?? [], announcedBytes(received) ?? 0)
  if (fileForm) return readFormWithFiles(received, fileForm, ctx)
  const maxBytes = (ctx.user ? facts.maxFormBytes : undefined) ?? MAX_FORM_BYTES
  const request = await readForm(received, maxBytes, rangeOf(ctx.ip))
  return { request, files: new Map(), [Symbol.asyncDispose]: async () => undefined }
}

function problemOf(error: unknown): Problem {
  if (isProblem(error)) return error
  throw error
}

/** Plain text: no page can be rendered for a form that could not be read. */
function refusal(ctx: Context, problem: Problem, nonce: string, isUnread: boolean): RenderedPage {
  const { description } = errorBody(problem, ctx.lang).error
  const response = new Response(description, {
    status: problem.status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Request-Id': ctx.requestId,
      'Content-Language': ctx.lang,
      ...(isUnread ? { Connection: 'close' } : {}),
      ...(problem.detail.seconds ? { 'Retry-After': String(problem.detail.seconds) } : {}),
    },
  })
  return { response, nonce, forGuest: false, dependencies: new Set(), setCookies: ctx.setCookies }
}

/** The context of a page's loader and action. */
export async function pageRequest(
  ctx: Context,
  apis: Pick<PageRequest, 'api' | 'shared'>,
  nonce: string,
  report: PageRequest['report'],
  files: PageRequest['files'],
): Promise<PageRequest> {
  const { publicUrl, assetsUrl, dashboardUrl, demo, payment } = ctx.settings
  return {
    ...apis,
    lang: ctx.lang,
    siteName: await siteName(apis.shared, ctx.lang),
    visitor: ctx.user && shownVisitor(ctx.user),
    user: ctx.user,
    publicUrl,
    assetsUrl,
    dashboardUrl,
    demo,
    paymentBrands: payment.brands.map((brand) => PAYMENT_BRANDS[brand]),
    now: ctx.now(),
    nonce,
    preview: undefined,
    structuredData: [],
    files,
    report,
    describe: (error) => {
      const problem = isDatabaseUnavailable(error) ? outageProblem() : error
      if (!isProblem(problem)) return undefined
      const { code, description, fields, conflicts } = errorBody(problem, ctx.lang).error
      return {
        code,
        status: problem.status,
        message: description,
        fields: fields ?? {},
        ...(conflicts && { conflicts }),
      }
    },
  }
}

/**
 * The address decides the language; the cookie only remembers it for `/` and `/error`. On the pages that all guests
 * share a script sets it; with any other answer it is set here.
 */
function rememberLanguage(ctx: Context, request: Request) {
  const inAddress = new URL(request.url).pathname.split('/')[1] === ctx.lang
  if (!inAddress || ctx.cookies.get('lang') === ctx.lang) return
  ctx.setCookies.push(setPlainCookie(ctx.settings.https, 'lang', ctx.lang, YEAR_SECONDS))
}
