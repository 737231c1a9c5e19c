import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { texts as ar } from '../../../locales/ar/index.ts'
import { texts as en } from '../../../locales/en/index.ts'
import { formatWeekday } from '../../../locales/format.ts'
import { LangProvider, registerTexts } from '../../../locales/texts.tsx'
import type { Order } from '../order-contract.ts'
import { OrderParts } from './order-parts.tsx'

registerTexts('ar', ar)
registerTexts('en', en)

const PART = { paidAt: null, invoice: null, receipt: null, dueAt: '2026-12-01T00:00:00Z' }
const order = {
  ...{ id: 'x', reference: 'M-2026-000123', status: 'paid', isPaused: false, unpaidHalalas: 402_50, nextPart: 2 },
  parts: [
    { ...PART, part: 1, amountHalalas: 300_00, paidAt: '2026-11-01T00:00:00Z' },
    { ...PART, part: 2, amountHalalas: 402_50 },
  ],
  partBank: { name: 'بنك', beneficiary: 'معهد', iban: 'SA1600000001234567890123' },
} as unknown as Order

function shown(lang: 'ar' | 'en', facts: Partial<Order> = {}) {
  const parts = createElement(OrderParts, { order: { ...order, ...facts }, serverNow: '2026-11-27T00:00:00Z' })
  const page = createElement(LangProvider, { lang } as Parameters<typeof LangProvider>[0], parts)
  return renderToStaticMarkup(createElement(createRoutesStub([{ path: '/', Component: () => page }])))
}

describe.each(['ar', 'en'] as const)('the parts of an order in %s', (lang) => {
  it('have the account for a later part in groups, with its exact amount', () => {
    expect(shown(lang)).toContain('<bdi dir="ltr">SA16 0000 0001 2345 6789 0123</bdi>')
    expect(shown(lang)).toContain('402.50')
  })

  it('are due from the day until which the order is kept while it is not paid, and not owed once it has ended', () => {
    const t = (lang === 'ar' ? ar : en).orders.parts
    const parts = order.parts.map((part) => ({ ...part, paidAt: null, dueAt: '2026-11-26T00:00:00Z' }))
    const pending = { parts: [parts[0]!, order.parts[1]!], nextPart: null, expiresAt: '2026-11-29T00:00:00Z' }
    const open = shown(lang, { ...pending, status: 'pending' })
    expect(open).toContain(t.due(formatWeekday(pending.expiresAt, lang)))
    expect(open).toContain(t.due(formatWeekday('2026-12-01T00:00:00Z', lang)))
    const ended = shown(lang, { ...pending, status: 'expired' })
    expect(ended.split(t.ended)).toHaveLength(3)
  })
})
