/** The table of decision 0061 against the grants in the code, and every call of the contract for every role. */
import { expect, it } from 'vitest'
import { contract } from '../app/api/contract.ts'
import type { Endpoint } from '../app/api/endpoint.ts'
import { type AllOperations, createLocalApi } from '../app/api/local-api.server.ts'
import { openApi } from '../app/api/openapi.server.ts'
import { isProblem } from '../app/api/problem.ts'
import { RIGHTS, type Right, ROLES, type Role, rolesWith, scopesOf } from '../app/api/rights.ts'
import type { Context, SignedInUser } from '../app/platform/context.server.ts'
import { TABLE } from './support/rights-table.ts'

const calls = Object.entries(contract).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, { audience }]) => ({ feature, name, audience })),
)

/** No call takes it: whoever may call meets the check of the input, and no operation runs. */
const NOT_AN_INPUT = 42

const api = createLocalApi(new Proxy({}, { get: () => ({}) }) as AllOperations, async () => {})

const NOW = new Date()

/** Somebody with a fresh proof and a second factor, so that only rights are left to refuse them. */
function callerOf(roles: readonly Role[] | undefined): Context {
  const user = roles && ({ roles, provedAt: NOW, secondFactorNeeded: false } as SignedInUser)
  return { user: user ?? null, now: () => NOW, lang: 'ar' } as Context
}

async function refusalOf({ feature, name }: (typeof calls)[number], caller: Context): Promise<string> {
  // biome-ignore lint/suspicious/noExplicitAny: any call, by its name
  const call = (api(caller) as any)[feature][name] as (input: unknown) => Promise<unknown>
  const error = await call(NOT_AN_INPUT).then(
    () => 'answered',
    (thrown) => thrown,
  )
  if (isProblem(error)) return error.code
  throw new Error(`${feature}.${name} ran`, { cause: error })
}

it('each right belongs to the roles of decision 0061, for the same rows', () => {
  const granted = RIGHTS.map((right) => {
    const scopes = rolesWith(right).map((role) => [role, [...scopesOf({ roles: [role] }, right)].join()])
    return [right, Object.fromEntries(scopes)]
  })
  expect(Object.fromEntries(granted)).toEqual(TABLE)
})

it.each([undefined, ...ROLES])('every call is open to %s as the table says', async (role) => {
  const caller = callerOf(role && [role])
  const found: string[] = []
  for (const call of calls) {
    const expected = expectedFor(call.audience, role)
    const refusal = await refusalOf(call, caller)
    if (refusal !== expected) found.push(`${call.feature}.${call.name}: ${refusal}, not ${expected}`)
  }
  expect(found).toEqual([])
})

function expectedFor(audience: Endpoint['audience'], role: Role | undefined) {
  if (audience === 'everyone') return 'validation'
  if (!role) return 'unauthenticated'
  if (audience === 'signedIn') return 'validation'
  return TABLE[audience.right][role] ? 'validation' : 'forbidden'
}

it('the roles of one person add up', async () => {
  const both = callerOf(['Finance', 'Content'])
  const refusalFor = (right: Right) =>
    refusalOf(calls.find(({ audience }) => typeof audience === 'object' && audience.right === right)!, both)
  expect(
    await Promise.all([refusalFor('orders.change'), refusalFor('courses.change'), refusalFor('runs.plan')]),
  ).toEqual(['validation', 'validation', 'forbidden'])
})

it('documents the right of each call of the staff as x-right, and none elsewhere', () => {
  const { paths } = openApi('https://institute.example') as {
    paths: Record<string, Record<string, { operationId?: string; 'x-right'?: string }>>
  }
  const documented = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, 'x-right': right }) => (right ? [[operationId, right]] : []))
  const named = calls.flatMap(({ feature, name, audience }) =>
    typeof audience === 'object' ? [[`${feature}.${name}`, audience.right]] : [],
  )
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(named))
})
