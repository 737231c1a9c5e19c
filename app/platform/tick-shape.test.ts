import { expect, it } from 'vitest'
import { keepTickShape } from './tick-shape.ts'

it("keeps the object that Node makes for a call of process.nextTick, in this version's way", async () => {
  const kept = await keepTickShape()
  expect(Object.keys(kept)).toEqual(['callback', 'args'])
  expect(Object.getOwnPropertySymbols(kept).map(String)).toContain('Symbol(async_id_symbol)')
})
