/** The API in process: checks the caller's rights and the input, then runs the operation. Pages and HTTP both use it. */
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { type Context, isProvedLately, strangerContext } from '../platform/context.server.ts'
import type { TableName } from '../platform/database.server.ts'
import { problemOfConstraint } from './constraint-problems.ts'
import { type Api, contract, type SharedApi } from './contract.ts'
import type { Audience, Endpoint, Endpoints, Input } from './endpoint.ts'
import { fieldErrors, keyOfIssue } from './fields.ts'
import { isProblem, Problem, type ProblemCode } from './problem.ts'
import { hasRight } from './rights.ts'

/** The operations of one feature, one for each endpoint. */
export type Operations<E extends Endpoints> = {
  [Name in keyof E]: (ctx: Context, input: Input<E[Name]>) => Promise<z.input<E[Name]['output']>>
}

export type AllOperations = { [Feature in keyof typeof contract]: Operations<(typeof contract)[Feature]> }

/**
 * Whether others get the same: a shared answer, the constant one that most visitors get (`forStranger`), or an answer of
 * the visitor's own.
 */
export type AnswerKind = 'shared' | 'constant' | 'own'

/** Who wants to know of the calls of a request. */
export type CallWatch = {
  /** Before each call: the tables that its answer depends on; undefined for all of them. */
  onRead?: (tables: readonly TableName[] | undefined) => void
  /** After each call that succeeded. */
  onAnswer?: (endpoint: Endpoint, kind: AnswerKind) => void
}

export type LocalApi = {
  (ctx: Context, watch?: CallWatch): Api
  /** What a stranger would be answered, whoever the visitor is. */
  shared: (ctx: Context, watch?: CallWatch) => SharedApi
}

/** Called after each call with its input, and its result or the problem that it ended with. */
export type CallObserver = (ctx: Context, endpoint: Endpoint, input: unknown, end: CallEnd) => Promise<void>
export type CallEnd = { result: unknown } | { problem: Problem }

type Caller = { ctx: Context; watch: CallWatch; asStranger?: true }
type Operation = (ctx: Context, input: unknown) => Promise<unknown>

/** Binds the operations to the contract. The output schema removes fields that are not in the contract. */
export function createLocalApi(operations: AllOperations, observe: CallObserver): LocalApi {
  const features = Object.entries(contract).map(([feature, endpoints]) => {
    const run = operations[feature as keyof AllOperations] as Record<string, Operation>
    const calls = Object.entries(endpoints).map(([name, endpoint]) => {
      const bound = (caller: Caller) => (input: unknown) =>
        observed(caller, endpoint as Endpoint, run[name]!, input, observe)
      return [name, bound] as const
    })
    return [feature, lazily(calls)] as const
  })
  const api = lazily(features)
  const localApi = (ctx: Context, watch: CallWatch = {}) => api({ ctx, watch }) as Api
  localApi.shared = (ctx: Context, watch: CallWatch = {}) => api({ ctx, watch, asStranger: true }) as SharedApi
  return localApi
}

const CALLER = Symbol('caller')

/** An object whose properties are made when they are read: a request needs few of all calls. */
function lazily(properties: (readonly [string, (caller: Caller) => unknown])[]): (caller: Caller) => object {
  const prototype = Object.create(null)
  for (const [name, make] of properties)
    Object.defineProperty(prototype, name, {
      enumerable: true,
      get(this: { [CALLER]: Caller }) {
        return make(this[CALLER])
      },
    })
  return (caller) => Object.create(prototype, { [CALLER]: { value: caller } })
}

async function observed(
  caller: Caller,
  endpoint: Endpoint,
  operation: Operation,
  input: unknown,
  observe: CallObserver,
) {
  try {
    const result = await call(caller, endpoint, operation, input)
    await observe(caller.ctx, endpoint, input, { result })
    return result
  } catch (error) {
    if (isProblem(error)) await observe(caller.ctx, endpoint, input, { problem: error })
    throw error
  }
}

async function call({ ctx, watch, asStranger }: Caller, endpoint: Endpoint, operation: Operation, input: unknown) {
  const asked = asStranger ? { ...ctx, user: null } : ctx
  const { forStranger, needsProof, reads } = endpoint
  const isStranger = forStranger !== undefined && !asked.user
  watch.onRead?.(isStranger ? [] : reads)
  const refusal = refusalOf(asked, endpoint.audience)
  if (refusal) throw new Problem(refusal)
  if (needsProof && !(ctx.user && isProvedLately(ctx.user, ctx.now()))) throw new Problem('proofNeeded')
  const parsed = endpoint.input.safeParse(input, { error: keyOfIssue })
  if (!parsed.success) throw new Problem('validation', {}, fieldErrors(parsed.error))
  const isShared = hasSharedAnswer(asked, endpoint, parsed.data)
  const answer = isStranger
    ? forStranger
    : await answerOf(isShared ? strangerContext(ctx) : asked, endpoint, operation, parsed.data)
  watch.onAnswer?.(endpoint, isShared ? 'shared' : isDeepStrictEqual(answer, forStranger) ? 'constant' : 'own')
  return answer
}

async function answerOf(ctx: Context, endpoint: Endpoint, operation: Operation, input: unknown): Promise<unknown> {
  const output = await operation(ctx, input).catch((error) => {
    throw problemOfConstraint(error)
  })
  return endpoint.output.parse(output)
}

/** Whether others are answered the same, so that the answer must not depend on who asks. */
function hasSharedAnswer(ctx: Context, endpoint: Endpoint, input: unknown): boolean {
  if (endpoint.sharedBy === undefined || (endpoint.sharedBy === 'strangers' && ctx.user)) return false
  return endpoint.isShared?.(input) ?? true
}

/** Why the visitor may not call; undefined when they may. */
export function refusalOf(ctx: Context, audience: Audience): ProblemCode | undefined {
  if (audience === 'everyone') return undefined
  if (!ctx.user) return 'unauthenticated'
  if (audience === 'signedIn' || hasRight(ctx.user, audience.right)) return undefined
  return ctx.user.secondFactorNeeded ? 'secondFactorNeeded' : 'forbidden'
}
