import { expect, it, vi } from 'vitest'
import { isOneMistakeApart, isSameName, mentionOf, type OpenLine, type OpenOrder, proposalsFor } from './matching.ts'
import { spelledReferences } from './numbers-in-text.ts'
import { proposalsAmong, quotesSpelledIn } from './purchase-matching.ts'

const order = (number: number, facts: Partial<OpenOrder> = {}): OpenOrder => ({
  id: `order-${number}`,
  reference: `M-2026-${String(number).padStart(6, '0')}`,
  missingHalalas: 115_000,
  learnerId: number,
  learnerName: 'متدرب آخر',
  ...facts,
})
const line = (facts: Partial<OpenLine> = {}): OpenLine => ({
  ...{ id: 1, leftHalalas: 115_000, description: '', payerName: '' },
  ...facts,
})
const best = (one: OpenLine, orders: OpenOrder[], lines: OpenLine[] = [one]) => proposalsFor(one, lines, orders)[0]

it.each([
  ['حوالة M-2026-000123 شكرا', 'reference'],
  ['m2026000123', 'reference'],
  ['٢٠٢٦-٠٠٠١٢٣', 'reference'],
  ['M 2026/000123', 'reference'],
  ['M-2026-000132', 'nearReference'],
  ['M-2026-00123', 'nearReference'],
  ['M-2026-000124', 'nearReference'],
  ['M-2026-000999', undefined],
  ['0500000123', undefined],
])('%s names the order: %s', (text, mention) => {
  expect(mentionOf(text, 'M-2026-000123')).toBe(mention)
})

it.each([
  ['123', '124', true],
  ['123', '132', true],
  ['123', '12', true],
  ['123', '1243', true],
  ['123', '123', false],
  ['123', '321', false],
  ['123', '145', false],
])('%s and %s are one mistake apart: %s', (one, other, expected) => {
  expect(isOneMistakeApart(one, other)).toBe(expected)
})

it.each([
  ['حوالة من سارة محمد القحطاني', 'سارة القحطاني', true],
  ['حوالة من ساره قحطاني', 'سارة القحطاني', true],
  ['SARA M ALQAHTANI', 'Sara Alqahtani', true],
  ['حوالة من سارة العتيبي', 'سارة القحطاني', false],
  ['', 'سارة القحطاني', false],
])('%s is from %s: %s', (text, name, expected) => {
  expect(isSameName(text, name)).toBe(expected)
})

it('the order that is named comes first, with what speaks for it', () => {
  const orders = [order(122), order(123, { learnerName: 'سارة القحطاني' }), order(999)]
  expect(best(line({ description: 'M-2026-000123', payerName: 'سارة القحطاني' }), orders)).toEqual({
    lineIds: [1],
    orderIds: ['order-123'],
    reasons: ['reference', 'name', 'amount'],
    score: 115,
  })
})

it('an equal amount alone is proposed only where one order has it', () => {
  expect(best(line(), [order(1), order(2, { missingHalalas: 5 })])).toMatchObject({
    orderIds: ['order-1'],
    reasons: ['amount'],
  })
  expect(best(line(), [order(1), order(2)])).toBe(undefined)
})

it('another amount is proposed with its difference', () => {
  const short = line({ leftHalalas: 114_000, description: 'M-2026-000001' })
  expect(best(short, [order(1)])).toMatchObject({ reasons: ['reference', 'lessThanOrder'] })
  const much = line({ leftHalalas: 120_000, description: 'M-2026-000001' })
  expect(best(much, [order(1)])).toMatchObject({ reasons: ['reference', 'moreThanOrder'] })
})

it('one transfer pays two orders of one person', () => {
  const orders = [
    order(1, { learnerName: 'سارة القحطاني' }),
    order(2, { learnerName: 'سارة القحطاني', missingHalalas: 50_000 }),
    order(3, { missingHalalas: 50_000 }),
  ]
  const found = best(line({ leftHalalas: 165_000, payerName: 'ساره القحطاني' }), orders)
  expect(found).toMatchObject({ orderIds: ['order-1', 'order-2'], reasons: ['name', 'together'] })
})

it('two transfers pay one order', () => {
  const first = line({ leftHalalas: 100_000, description: 'M-2026-000001' })
  const second = line({ id: 2, leftHalalas: 15_000, description: 'باقي M-2026-000001' })
  // Neither of them has the amount of the order.
  const reasons = ['reference', 'together']
  expect(best(first, [order(1)], [first, second])).toMatchObject({ lineIds: [1, 2], orderIds: ['order-1'], reasons })
  expect(best(second, [order(1)], [first, second])).toMatchObject({ lineIds: [2, 1], orderIds: ['order-1'] })
})

it.each([
  ['حوالة M-2026-000123 شكرا', ['M-2026-000123']],
  ['m2026000123 و ٢٠٢٦-٠٠٠١٢٤', ['M-2026-000123', 'M-2026-000124']],
  ['M 2026 000 123', ['M-2026-000123']],
  ['M-2026-1000123', ['M-2026-1000123']],
  ['0500000123 FT1', []],
])('%s spells out %j', (text, references) => {
  expect(spelledReferences(text)).toEqual(references)
})

it.each([
  ['QT-2026-000123 و inv ٠٠٠٠٤٤', ['QT-2026-000123', 'INV-000044']],
  ['Q T 2026 000 123 DN-000002', ['QT-2026-000123', 'DN-000002']],
  ['2026-000123 M-2026-000124', ['QT-2026-000123']],
  // An order has this number.
  ['2026000777', []],
  ['CN-000044 0500000123', []],
])('%s spells out the quotes %j', (description, numbers) => {
  expect(quotesSpelledIn(line({ description }), (one) => one === 'M-2026-000777')).toEqual(numbers)
})

it('a movement that names an order exactly is not offered to neighbours of its number', () => {
  const named = line({ leftHalalas: 100_000, description: 'M-2026-000123' })
  const rest = line({ id: 2, leftHalalas: 15_000, description: 'M-2026-000124' })
  const namesOther =
    ({ description }: OpenLine) =>
    (id: number) =>
      id === 1 && description.includes('123')
  expect(proposalsFor(named, [named, rest], [order(124)])).not.toEqual([])
  expect(proposalsFor(named, [named, rest], [order(124)], namesOther(named))).toEqual([])
  // Nor is it the other half of a neighbour's payment.
  expect(proposalsFor(rest, [named, rest], [order(124)], namesOther(named)).map(({ lineIds }) => lineIds)).toEqual([
    [2],
  ])
  expect(proposalsFor(line(), [line()], [order(1)], () => true)).toEqual([])
})

it('a page of movements reads each of 2,000 orders and purchases once, and of 2,000 movements only its own', () => {
  const many = Array.from({ length: 2000 }, (_, at) => at)
  const orders = many.map((at) =>
    order(at, { learnerName: `سارة رقم${at}`, learnerId: at % 900, missingHalalas: 200_000 }),
  )
  const lines = many.map((id) => line({ id, description: `حوالة M-2026-${id}`, payerName: 'سارة رقم' }))
  const purchases = many.map((at) => ({
    ...{ quoteId: at, number: `QT-2026-${at}`, invoices: [`INV-${at}`], dueHalalas: 200_000, companyId: at },
    companyNames: [`شركة أفق ${at}`, `Ufuq ${at}`],
  }))
  const page = lines.slice(0, 25)
  // To find numbers, a text is converted to upper case whenever it is read.
  const reading = vi.spyOn(String.prototype, 'toUpperCase')
  const proposalsOf = proposalsAmong(lines, { orders, purchases })
  for (const one of page) proposalsOf(one)
  const read = reading.mock.calls.length
  reading.mockRestore()
  // A purchase has two numbers, and a line is read once for orders and once for purchases.
  expect(read).toBe(orders.length + 2 * purchases.length + 2 * page.length)
})
