import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OrderStatus } from './order-contract.ts'
import { ENDED_UNPAID_STATUSES, endReasonOf, HOLDING_STATUSES, ORDER_EVENTS, statusesBefore } from './order-state.ts'

type Drawn = { from: readonly string[]; to: string; by: readonly string[]; writes: string }
const EVENTS: [string, Drawn][] = Object.entries(ORDER_EVENTS)
const documentation = readFileSync(join(import.meta.dirname, '../../../docs/orders.md'), 'utf8')
/** From and to of every event that leads out of a status. */
const waysOutOf = (status: string) => EVENTS.filter(([, { from }]) => from.includes(status)).map(([, { to }]) => to)

describe('the states of an order', () => {
  it('are those of the contract, and each can be come to', () => {
    expect([...new Set(EVENTS.map(([, { to }]) => to))].sort()).toEqual([...OrderStatus.options].sort())
  })

  it('lead from pending to paid or to an end, and from paid only to refunded', () => {
    expect(new Set(waysOutOf('pending'))).toEqual(new Set(['paid', 'cancelled', 'expired', 'failed']))
    expect(waysOutOf('paid')).toEqual(['refunded'])
    expect(waysOutOf('refunded')).toEqual([])
    expect(statusesBefore('refunded')).toEqual(['paid'])
  })

  it('let an ended order come back only by being paid', () => {
    expect([...ENDED_UNPAID_STATUSES].sort()).toEqual(['cancelled', 'expired', 'failed'])
    for (const status of ENDED_UNPAID_STATUSES) expect(waysOutOf(status)).toEqual(['paid'])
  })

  it('hold a seat exactly while an order can still be or has been paid for', () => {
    expect(HOLDING_STATUSES).toEqual(['pending', 'paid'])
  })

  it('are drawn in the documentation as they are, event by event', () => {
    const drawn = [...documentation.matchAll(/^ {4}(\w+|\[\*\]) --> (\w+) : (\w+)/gm)].map(
      ([, from, to, event]) => `${from === '[*]' ? 'new' : from} ${to} ${event}`,
    )
    const meant = EVENTS.flatMap(([event, { from, to }]) => from.map((status) => `${status} ${to} ${event}`))
    expect(drawn.sort()).toEqual(meant.sort())
  })

  it('are explained in the documentation: who may cause each event and what it writes', () => {
    const rows = [...documentation.matchAll(/^\| `(\w+)` \| ([\w, ]+) \| ([^|]+) \|$/gm)].map(([, event, by, writes]) =>
      [event, by, writes!.trim()].join('; '),
    )
    expect(rows.sort()).toEqual(
      EVENTS.map(([event, { by, writes }]) => [event, by.join(', '), writes].join('; ')).sort(),
    )
  })

  it('give a failure that we have no word for as declined', () => {
    expect(endReasonOf('insufficient-funds')).toBe('insufficient-funds')
    expect(endReasonOf('issuer-lunch-break')).toBe('declined')
    expect(endReasonOf(null)).toBe('declined')
  })
})
