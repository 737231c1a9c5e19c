/** The API in process: checks the caller's rights and the input, then runs the operation. Pages and HTTP both use it. */
import type { z } from 'zod'
import { type Context, isProvedLately } from '../platform/context.server.ts'
import { problemOfConstraint } from './constraint-problems.ts'
import { type Api, contract } from './contract.ts'
import { type Audience, type Endpoint, type Endpoints, type Input, STAFF } from './endpoint.ts'
import { fieldErrors, keyOfIssue } from './fields.ts'
import { isProblem, Problem, type ProblemCode } from './problem.ts'

/** The operations of one feature, one for each endpoint. */
export type Operations<E extends Endpoints> = {
  [Name in keyof E]: (ctx: Context, input: Input<E[Name]>) => Promise<z.input<E[Name]['output']>>
}

export type AllOperations = { [Feature in keyof typeof contract]: Operations<(typeof contract)[Feature]> }
/** `onCall` is called before each call. */
export type LocalApi = (ctx: Context, onCall?: (endpoint: Endpoint) => void) => Api

/** Called after each call with its input, and its result or the problem that it ended with. */
export type CallObserver = (ctx: Context, endpoint: Endpoint, input: unknown, end: CallEnd) => Promise<void>
export type CallEnd = { result: unknown } | { problem: Problem }

/** Binds the operations to the contract. The output schema removes fields that are not in the contract. */
export function createLocalApi(operations: AllOperations, observe: CallObserver): LocalApi {
  return (ctx, onCall) => {
    const features = Object.entries(contract).map(([feature, endpoints]) => {
      const run = operations[feature as keyof AllOperations] as Record<string, Operation>
      const calls = Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        (input: unknown) => {
          onCall?.(endpoint as Endpoint)
          return observed(ctx, endpoint as Endpoint, run[name]!, input, observe)
        },
      ])
      return [feature, Object.fromEntries(calls)]
    })
    return Object.fromEntries(features) as Api
  }
}

type Operation = (ctx: Context, input: unknown) => Promise<unknown>

async function observed(ctx: Context, endpoint: Endpoint, operation: Operation, input: unknown, observe: CallObserver) {
  try {
    const result = await call(ctx, endpoint, operation, input)
    await observe(ctx, endpoint, input, { result })
    return result
  } catch (error) {
    if (isProblem(error)) await observe(ctx, endpoint, input, { problem: error })
    throw error
  }
}

async function call(ctx: Context, endpoint: Endpoint, operation: Operation, input: unknown): Promise<unknown> {
  const refusal = refusalOf(ctx, endpoint.audience)
  if (refusal) throw new Problem(refusal)
  if (endpoint.needsProof && !(ctx.user && isProvedLately(ctx.user, ctx.now()))) throw new Problem('proofNeeded')
  const parsed = endpoint.input.safeParse(input, { error: keyOfIssue })
  if (!parsed.success) throw new Problem('validation', {}, fieldErrors(parsed.error))
  const output = await operation(ctx, parsed.data).catch((error) => {
    throw problemOfConstraint(error)
  })
  return endpoint.output.parse(output)
}

/** Why the visitor may not call; undefined when they may. */
export function refusalOf(ctx: Context, audience: Audience): ProblemCode | undefined {
  if (audience === 'everyone') return undefined
  if (!ctx.user) return 'unauthenticated'
  if (audience === 'signedIn' || audience.some((role) => ctx.user!.roles.includes(role))) return undefined
  const isForStaff = audience.some((role) => STAFF.some((staff) => staff === role))
  return ctx.user.secondFactorNeeded && isForStaff ? 'secondFactorNeeded' : 'forbidden'
}
