import { describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

const MAX_LENGTH = 500
/** What a sign-in provider sends with its answer, which no query compares with stored texts. */
const NOT_SEARCHED = ['socialSignIn.startExternal', 'socialSignIn.finishExternal']

const reads = Object.entries(contract).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>)
    .filter(([, { method }]) => method === 'GET')
    .map(([name, { input }]) => ({ name: `${feature}.${name}`, input })),
)

/** The fields of an input that accept this value. */
function accepting({ input }: (typeof reads)[number], value: string | number): string[] {
  const shape = 'shape' in input ? Object.keys(input.shape as object) : []
  return shape.filter((key) => {
    const read = input.safeParse({ [key]: value })
    return read.success || !read.error.issues.some(({ path }) => path[0] === key)
  })
}

describe('a call that reads', () => {
  it('bounds the length of every text that it compares with stored ones', () => {
    expect(reads.length).toBeGreaterThan(60)
    const unbounded = reads.flatMap((call) =>
      accepting(call, 'س'.repeat(MAX_LENGTH + 1)).map((key) => `${call.name}: ${key}`),
    )
    expect(unbounded.filter((field) => !NOT_SEARCHED.includes(field.split(':')[0]!))).toEqual([])
  })

  it('bounds how much it answers at once', () => {
    const sizes = ['PageSize', 'count', 'Count', 'limit']
    const unbounded = reads.flatMap((call) =>
      accepting(call, '51')
        .filter((key) => sizes.includes(key))
        .map((key) => `${call.name}: ${key}`),
    )
    expect(unbounded).toEqual([])
  })
})
