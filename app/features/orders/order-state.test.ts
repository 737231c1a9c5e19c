import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OrderStatus } from './order-contract.ts'
import { ENDED_UNPAID_STATUSES, endReasonOf, HOLDING_STATUSES, ORDER_EVENTS, statusesBefore } from './order-state.ts'

type EventRow = { from: readonly string[]; to: string; by: readonly string[]; writes: string }
const EVENTS: [string, EventRow][] = Object.entries(ORDER_EVENTS)
const documentation = readFileSync(join(import.meta.dirname, '../../../docs/orders.md'), 'utf8')
/** The statuses that an order can change to from this status. */
const nextStatuses = (status: string) => EVENTS.filter(([, { from }]) => from.includes(status)).map(([, { to }]) => to)

describe('the statuses of an order', () => {
  it('are those of the contract, and each can be reached', () => {
    expect([...new Set(EVENTS.map(([, { to }]) => to))].sort()).toEqual([...OrderStatus.options].sort())
  })

  it('lead from pending to paid or to an end, and from paid only to refunded', () => {
    expect(new Set(nextStatuses('pending'))).toEqual(new Set(['paid', 'cancelled', 'expired', 'failed']))
    expect(new Set(nextStatuses('paid'))).toEqual(new Set(['refunded']))
    expect(nextStatuses('refunded')).toEqual([])
    expect(statusesBefore('refunded')).toEqual(['paid'])
  })

  it('let an ended order come back only by being paid', () => {
    expect([...ENDED_UNPAID_STATUSES].sort()).toEqual(['cancelled', 'expired', 'failed'])
    for (const status of ENDED_UNPAID_STATUSES) expect(nextStatuses(status)).toEqual(['paid'])
  })

  it('hold a seat only while an order is pending or paid', () => {
    expect(HOLDING_STATUSES).toEqual(['pending', 'paid'])
  })

  it('match the diagram in the documentation, event by event', () => {
    const drawn = [...documentation.matchAll(/^ {4}(\w+|\[\*\]) --> (\w+) : (\w+)/gm)].map(
      ([, from, to, event]) => `${from === '[*]' ? 'new' : from} ${to} ${event}`,
    )
    const expected = EVENTS.flatMap(([event, { from, to }]) => from.map((status) => `${status} ${to} ${event}`))
    expect(drawn.sort()).toEqual(expected.sort())
  })

  it('match the table in the documentation: who may cause each event and what it writes', () => {
    const rows = [...documentation.matchAll(/^\| `(\w+)` \| ([\w, ]+) \| ([^|]+) \|$/gm)].map(([, event, by, writes]) =>
      [event, by, writes!.trim()].join('; '),
    )
    expect(rows.sort()).toEqual(
      EVENTS.map(([event, { by, writes }]) => [event, by.join(', '), writes].join('; ')).sort(),
    )
  })

  it('show an unknown failure reason as declined', () => {
    expect(endReasonOf('insufficient-funds')).toBe('insufficient-funds')
    expect(endReasonOf('issuer-lunch-break')).toBe('declined')
    expect(endReasonOf(null)).toBe('declined')
  })
})
