/** The API in process: checks the caller's rights and the input, then runs the operation. Pages and HTTP both use it. */
import type { z } from 'zod'
import { type Context, isProvedLately } from '../platform/context.server.ts'
import { problemOfConstraint } from './constraint-problems.ts'
import { type Api, contract } from './contract.ts'
import { type Audience, type Endpoint, type Endpoints, type Input, STAFF } from './endpoint.ts'
import { fieldErrors, keyOfIssue } from './fields.ts'
import { Problem } from './problem.ts'

/** The operations of one feature, one for each endpoint. */
export type Operations<E extends Endpoints> = {
  [Name in keyof E]: (ctx: Context, input: Input<E[Name]>) => Promise<z.input<E[Name]['output']>>
}

export type AllOperations = { [Feature in keyof typeof contract]: Operations<(typeof contract)[Feature]> }
/** `onCall` is called before each call. */
export type LocalApi = (ctx: Context, onCall?: (endpoint: Endpoint) => void) => Api

/** Binds the operations to the contract. The output schema removes fields that are not in the contract. */
export function createLocalApi(operations: AllOperations): LocalApi {
  return (ctx, onCall) => {
    const features = Object.entries(contract).map(([feature, endpoints]) => {
      const run = operations[feature as keyof AllOperations] as Record<string, Operation>
      const calls = Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        (input: unknown) => {
          onCall?.(endpoint as Endpoint)
          return call(ctx, endpoint as Endpoint, run[name]!, input)
        },
      ])
      return [feature, Object.fromEntries(calls)]
    })
    return Object.fromEntries(features) as Api
  }
}

type Operation = (ctx: Context, input: unknown) => Promise<unknown>

async function call(ctx: Context, endpoint: Endpoint, operation: Operation, input: unknown): Promise<unknown> {
  requireAudience(ctx, endpoint.audience)
  if (endpoint.needsProof && !(ctx.user && isProvedLately(ctx.user, ctx.now()))) throw new Problem('proofNeeded')
  const parsed = endpoint.input.safeParse(input, { error: keyOfIssue })
  if (!parsed.success) throw new Problem('validation', {}, fieldErrors(parsed.error))
  const output = await operation(ctx, parsed.data).catch((error) => {
    throw problemOfConstraint(error)
  })
  return endpoint.output.parse(output)
}

/** @throws Problem unauthenticated, forbidden */
export function requireAudience(ctx: Context, audience: Audience) {
  if (audience === 'everyone') return
  if (!ctx.user) throw new Problem('unauthenticated')
  if (audience === 'signedIn' || audience.some((role) => ctx.user!.roles.includes(role))) return
  const isForStaff = audience.some((role) => STAFF.some((staff) => staff === role))
  throw new Problem(ctx.user.secondFactorNeeded && isForStaff ? 'secondFactorNeeded' : 'forbidden')
}
