import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OrderStatus } from './contract.ts'
import { ENDED_UNPAID, endReasonOf, HOLDING, MAY_BECOME, statusesBefore } from './order-state.ts'

describe('the states of an order', () => {
  it('are those of the contract', () => {
    expect(Object.keys(MAY_BECOME).sort()).toEqual([...OrderStatus.options].sort())
  })

  it('lead from pending to paid, and from paid only to refunded', () => {
    expect(MAY_BECOME.pending).toEqual(['paid', 'cancelled', 'expired', 'failed'])
    expect(MAY_BECOME.paid).toEqual(['refunded'])
    expect(statusesBefore('refunded')).toEqual(['paid'])
  })

  it('let an ended order come back only by being paid', () => {
    expect([...ENDED_UNPAID].sort()).toEqual(['cancelled', 'expired', 'failed'])
    for (const status of ENDED_UNPAID) expect(MAY_BECOME[status]).toEqual(['paid'])
  })

  it('hold a seat exactly while an order can still be or has been paid for', () => {
    expect(HOLDING).toEqual(['pending', 'paid'])
  })

  it('are drawn in the documentation as they are', () => {
    const drawing = readFileSync(join(import.meta.dirname, '../../../docs/orders.md'), 'utf8')
    const drawn = [...drawing.matchAll(/^ {4}(\w+) --> (\w+) :/gm)].map(([, from, to]) => `${from} ${to}`)
    const meant = Object.entries(MAY_BECOME).flatMap(([from, next]) => next.map((to) => `${from} ${to}`))
    expect(drawn.sort()).toEqual(meant.sort())
  })

  it('give a failure that we have no word for as declined', () => {
    expect(endReasonOf('insufficient-funds')).toBe('insufficient-funds')
    expect(endReasonOf('issuer-lunch-break')).toBe('declined')
    expect(endReasonOf(null)).toBe('declined')
  })
})
