import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { texts as ar } from '../../../locales/ar/index.ts'
import { texts as en } from '../../../locales/en/index.ts'
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

it.each(['ar', 'en'] as const)(
  'the account for a later part is printed in groups, with its exact amount: %s',
  (lang) => {
    const parts = createElement(OrderParts, { order, serverNow: '2026-11-27T00:00:00Z' })
    const page = createElement(LangProvider, { lang } as Parameters<typeof LangProvider>[0], parts)
    const html = renderToStaticMarkup(createElement(createRoutesStub([{ path: '/', Component: () => page }])))
    expect(html).toContain('<bdi dir="ltr">SA16 0000 0001 2345 6789 0123</bdi>')
    expect(html).toContain('402.50')
  },
)
