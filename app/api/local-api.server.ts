/** The API in process: checks the caller's rights and the input, then runs the operation. Pages and HTTP both use it. */
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { type Context, guestContext, hasRecentProof } from '../platform/context.server.ts'
import type { TableName } from '../platform/database/database.server.ts'
import { type AnswerCache, answerKey, frozen } from './answer-cache.server.ts'
import { problemOfConstraint } from './constraint-problems.ts'
import { type Api, contract, type SharedApi } from './contract.ts'
import type { Audience, Endpoint, Endpoints, Input } from './endpoint.ts'
import { fieldErrors, fieldsWithNul, keyOfIssue } from './fields.ts'
import { isProblem, Problem, type ProblemCode } from './problem.ts'
import { hasRight } from './rights.ts'

/** The operations of one feature, one for each endpoint. */
export type Operations<E extends Endpoints> = {
  [Name in keyof E]: (ctx: Context, input: Input<E[Name]>) => Promise<z.input<E[Name]['output']>>
}

export type AllOperations = { [Feature in keyof typeof contract]: Operations<(typeof contract)[Feature]> }

/**
 * Whether others get the same: a shared answer, the constant one that most visitors get (`forGuest`), or an answer of
 * the visitor's own.
 */
export type AnswerKind = 'shared' | 'constant' | 'own'

/** Where the calls of a request find cached answers, and who is notified of them. */
export type CallOptions = {
  /** Without it no answer is taken from a cache. */
  answers?: AnswerCache | undefined
  /** Before each call. */
  onCall?: (endpoint: Endpoint, input: unknown) => void
  /** Before each call: the tables that its answer depends on; undefined for all of them. */
  onRead?: (tables: readonly TableName[] | undefined) => void
  /** After each call that succeeded. */
  onAnswer?: (endpoint: Endpoint, kind: AnswerKind, madeAt?: number) => void
}

export type LocalApi = {
  (ctx: Context, options?: CallOptions): Api
  /** What a guest would be answered, even if the visitor is signed in. */
  shared: (ctx: Context, options?: CallOptions) => SharedApi
  /** What a signed-in visitor would be answered of whom nothing is known: own calls give what they answer guests. */
  forPlaceholder: (ctx: Context, options?: CallOptions) => Api
}

/** Called after each call with its input, and its result or the problem that it ended with. */
export type CallObserver = (ctx: Context, endpoint: Endpoint, input: unknown, end: CallEnd) => Promise<void>
export type CallEnd = { result: unknown } | { problem: Problem }

type Caller = { ctx: Context; options: CallOptions; asGuest?: true; isPlaceholder?: true }
type Called = { feature: string; name: string; endpoint: Endpoint; run: Operation }
type Operation = (ctx: Context, input: unknown) => Promise<unknown>

/** Binds the operations to the contract. The output schema removes fields that are not in the contract. */
export function createLocalApi(operations: AllOperations, observe: CallObserver): LocalApi {
  const api = Object.create(null)
  for (const [feature, endpoints] of Object.entries(contract)) {
    const run = operations[feature as keyof AllOperations] as Record<string, Operation>
    const calls = Object.entries(endpoints as Endpoints).map(([name, endpoint]) => {
      frozen(endpoint.forGuest)
      return { feature, name, endpoint, run: run[name]! }
    })
    // Bound on first use: a request needs few of the features.
    Object.defineProperty(api, feature, {
      enumerable: true,
      get(this: { [CALLER]: Caller }) {
        return bound(this[CALLER], calls, observe)
      },
    })
  }
  const apiOf = (caller: Caller) => Object.create(api, { [CALLER]: { value: caller } })
  const localApi = (ctx: Context, options: CallOptions = {}): Api => apiOf({ ctx, options })
  localApi.shared = (ctx: Context, options: CallOptions = {}): SharedApi => apiOf({ ctx, options, asGuest: true })
  localApi.forPlaceholder = (ctx: Context, options: CallOptions = {}): Api =>
    apiOf({ ctx, options, isPlaceholder: true })
  return localApi
}

const CALLER = Symbol('caller')

function bound(caller: Caller, calls: Called[], observe: CallObserver) {
  const functions: Record<string, (input: unknown) => Promise<unknown>> = {}
  for (const called of calls) functions[called.name] = (input) => observed(caller, called, input, observe)
  return functions
}

async function observed(caller: Caller, called: Called, input: unknown, observe: CallObserver) {
  try {
    const result = await call(caller, called, input)
    await observe(caller.ctx, called.endpoint, input, { result })
    return result
  } catch (error) {
    if (isProblem(error)) await observe(caller.ctx, called.endpoint, input, { problem: error })
    throw error
  }
}

async function call(caller: Caller, called: Called, input: unknown) {
  const { ctx, options, asGuest, isPlaceholder } = caller
  const asked = asGuest ? { ...ctx, user: null } : ctx
  const { endpoint } = called
  options.onCall?.(endpoint, input)
  const { forGuest, needsProof, reads } = endpoint
  const isGuest = forGuest !== undefined && !asked.user
  options.onRead?.(isGuest ? [] : reads)
  const refusal = isPlaceholder && isGuest ? undefined : refusalOf(asked, endpoint.audience)
  if (refusal) throw new Problem(refusal)
  if (needsProof && !(ctx.user && hasRecentProof(ctx.user, ctx.now()))) throw new Problem('proofNeeded')
  const parsed = endpoint.input.safeParse(input, { error: keyOfIssue })
  if (!parsed.success) throw new Problem('validation', {}, fieldErrors(parsed.error))
  const unstorable = fieldsWithNul(parsed.data)
  if (unstorable.length > 0)
    throw new Problem('validation', {}, Object.fromEntries(unstorable.map((name) => [name, ['invalid']])))
  if (hasSharedAnswer(asked, endpoint, parsed.data)) {
    const { value, madeAt } = await sharedAnswer(ctx, called, parsed.data, options.answers)
    options.onAnswer?.(endpoint, 'shared', madeAt)
    return value
  }
  const answer = isGuest ? forGuest : await answerOf(asked, called, parsed.data)
  options.onAnswer?.(endpoint, isDeepStrictEqual(answer, forGuest) ? 'constant' : 'own')
  return answer
}

async function sharedAnswer(ctx: Context, called: Called, input: unknown, answers: AnswerCache | undefined) {
  const make = () => answerOf(guestContext(ctx), called, input)
  if (!answers) return { value: await make(), madeAt: undefined }
  const { feature, name, endpoint } = called
  return answers.answer(answerKey(feature, name, ctx.lang, input), endpoint.reads!, make)
}

async function answerOf(ctx: Context, { endpoint, run }: Called, input: unknown): Promise<unknown> {
  const output = await run(ctx, input).catch((error) => {
    throw problemOfConstraint(error)
  })
  return endpoint.output.parse(output)
}

/** Whether all get the same answer, so that it must not depend on the caller. */
function hasSharedAnswer(ctx: Context, endpoint: Endpoint, input: unknown): boolean {
  if (endpoint.sharedBy === undefined || (endpoint.sharedBy === 'guests' && ctx.user)) return false
  return endpoint.isShared?.(input) ?? true
}

/** Whether a call with this input is answered, or fails, in the same way for all visitors. */
export function isSharedByAll(endpoint: Endpoint, input: unknown): boolean {
  if (endpoint.sharedBy !== 'everyone') return false
  if (!endpoint.isShared) return true
  const parsed = endpoint.input.safeParse(input)
  return parsed.success && endpoint.isShared(parsed.data)
}

/** The reason why the visitor may not call; undefined when they may. */
export function refusalOf(ctx: Context, audience: Audience): ProblemCode | undefined {
  if (audience === 'everyone') return undefined
  if (!ctx.user) return 'unauthenticated'
  if (audience === 'signedIn' || hasRight(ctx.user, audience.right)) return undefined
  return ctx.user.secondFactorNeeded ? 'secondFactorNeeded' : 'forbidden'
}
