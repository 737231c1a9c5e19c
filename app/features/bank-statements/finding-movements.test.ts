/** Finding movements of the account, and files with very many of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { longIt } from '../../../tests/support/long.ts'
import { awaitedTransfer, refusal, withBank } from '../../../tests/support/orders/orders.ts'
import { isProblem } from '../../api/problem.ts'
import { problemTexts as ar } from '../../locales/ar/problems.ts'
import { problemTexts as en } from '../../locales/en/problems.ts'
import { proposalsAmong } from './purchase-matching.ts'
import { MAX_LINES } from './statement.ts'

let app: TestApp
let desk: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
  desk = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
})
afterAll(() => app.stop())

const send = (rows: string[]) =>
  desk.bankStatements.importStatement({
    file: new File([`Date,Description,Amount,Reference,Sender\n${rows.join('\n')}\n`], 'statement.csv'),
  })

it('movements are found by amount, days, and words in any spelling, together and in each state', async () => {
  await send([
    '2026-06-01,حوالة من إدارة المشاريع,1150.50,FT-1,سارة القحطاني',
    '2026-06-02,تحويل 100% لدورة,1150.50,FT-2,منى الحربي',
    '2026-06-03,رسوم,-1150.50,FT-3,',
    '2026-06-04,حوالة,99.00,FT-4,سارة العتيبي',
  ])
  const found = async (filter: object) =>
    (await desk.bankStatements.bankLines({ limit: 50, ...filter })).items.map((line) => line.bankReference)
  expect(await found({})).toEqual(['FT-1', 'FT-2', 'FT-4'])
  expect(await found({ amountHalalas: 1150_50 })).toEqual(['FT-1', 'FT-2'])
  expect(await found({ amountHalalas: 1150_50, state: 'outgoing' })).toEqual(['FT-3'])
  expect(await found({ from: '2026-06-02' })).toEqual(['FT-2', 'FT-4'])
  expect(await found({ to: '2026-06-02' })).toEqual(['FT-1', 'FT-2'])
  expect(await found({ from: '2026-06-02', to: '2026-06-02' })).toEqual(['FT-2'])
  expect(await found({ query: 'ساره' })).toEqual(['FT-1', 'FT-4'])
  expect(await found({ query: 'المشاريع ادارة' })).toEqual(['FT-1'])
  expect(await found({ query: 'ft-4' })).toEqual(['FT-4'])
  expect(await found({ query: 'سارة', amountHalalas: 99_00 })).toEqual(['FT-4'])
  // Signs of patterns are words like others.
  expect(await found({ query: '100%' })).toEqual(['FT-2'])
  expect(await found({ query: '1_0' })).toEqual([])
  const { totalCount } = await desk.bankStatements.bankLines({ query: 'سارة', limit: 1 })
  expect(totalCount).toBe(2)
  for (const wrong of [{ from: 'yesterday' }, { amountHalalas: 1.5 }, { query: 'x'.repeat(101) }])
    expect(await refusal(found(wrong))).toBe('validation')
})

it('a file of 20,000 rows is read; one more is refused in words of its own, and brings nothing', async () => {
  const rows = Array.from({ length: MAX_LINES }, (_, at) => `2026-05-01,row ${at},${at + 1}.00,B-${at},`)
  const before = (await desk.bankStatements.bankStatements({ limit: 1 })).totalCount
  const error = await send([...rows, '2026-05-01,one more,x,,']).catch((problem) => problem)
  expect(isProblem(error, 'statementTooLong')).toBe(true)
  expect(en.statementTooLong(error.detail)).toContain('more than 20,000 rows')
  expect(ar.statementTooLong(error.detail)).toContain('أكثر من 20,000 سطر')
  expect((await desk.bankStatements.bankStatements({ limit: 1 })).totalCount).toBe(before)
  expect(await send(rows)).toMatchObject({ lines: MAX_LINES, errorCount: 0 })
})

it('the first page of very many open movements and orders has its proposals within seconds', async () => {
  const { id, reference } = await awaitedTransfer(app)
  await send([`2026-04-01,${reference},1000.00,FIRST,`])
  const begun = Date.now()
  const { items } = await desk.bankStatements.bankLines({ limit: 20 })
  expect(Date.now() - begun).toBeLessThan(20_000)
  expect(items[0]!.proposals[0]).toMatchObject({ reasons: ['reference', 'amount'], orders: [{ id }] })
})

longIt('proposals of a page among 2,000 open movements and 2,000 orders are bounded in number and time', () => {
  const orders = Array.from({ length: 2000 }, (_, at) => ({
    ...{ id: `o${at}`, reference: `M-2026-${String(at).padStart(6, '0')}`, missingHalalas: 1000_00 },
    ...{ learnerId: at, learnerName: `سارة القحطاني ${at}` },
  }))
  const lines = Array.from({ length: 2000 }, (_, at) => ({
    ...{ id: at, leftHalalas: at % 2 === 0 ? 500_00 : 3000_00, description: 'حوالة من سارة القحطاني', payerName: '' },
  }))
  const begun = Date.now()
  for (const line of lines.slice(0, 20)) {
    const { ofOrders } = proposalsAmong(lines, { orders, purchases: [] })(line)
    expect(ofOrders.length).toBeLessThanOrEqual(5)
  }
  expect(Date.now() - begun).toBeLessThan(30_000)
})
