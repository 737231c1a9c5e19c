import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, order } from '../../../tests/support/factories.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { waitingMoney } from './waiting-money.server.ts'

let app: TestApp
let finance: Member
beforeAll(async () => {
  app = await startTestApp()
  finance = await signedInMember(app, ['Finance'])
})
afterAll(() => app.stop())

type List = { items: { reference: string }[]; totalCount: number }

const refund = async (orderId: string, status: string, hours: number): Promise<string> => {
  const id = randomUUID()
  const at = new Date(Date.now() - hours * HOUR_MS)
  await app.db
    .insertInto('refunds')
    .values({ id, order_id: orderId, amount_halalas: 100_00, status, reason: 'سبب', requested_at: at, decided_at: at })
    .execute()
  return id
}

const change = (id: string, status: string) =>
  app.db.updateTable('refunds').set({ status }).where('id', '=', id).execute()

it('waits for a person while its refund is refused, until another one of the same payment is under way', async () => {
  const { id, reference } = await order(app.db, { courseId: (await course(app.db)).id })
  const waits = async () =>
    (await waitingMoney(app.db, new Date(), 100))
      .filter((one) => one.reference === reference)
      .map(({ reason }) => reason)
  await refund(id, 'refused', 40)
  expect(await waits()).toEqual(['refused'])
  const later = await refund(id, 'requested', 30)
  expect(await waits()).toEqual(['refused', 'requested'])
  await change(later, 'sending')
  expect(await waits()).toEqual(['unconfirmed'])
  await change(later, 'refused')
  expect(await waits()).toEqual(['refused', 'refused'])
  await change(later, 'done')
  expect(await waits()).toEqual([])
})

it('is found by the state of the newest refund and that of the order, in whichever order they changed', async () => {
  const { id: courseId } = await course(app.db)
  const [first, second] = [await order(app.db, { courseId }), await order(app.db, { courseId })]
  const read = async (query: string) => {
    const { data } = await finance.call<List>('GET', `admin/orders?PageSize=50&${query}`)
    const known = data.items.filter(({ reference }) => [first.reference, second.reference].includes(reference))
    return known.map(({ reference }) => reference)
  }
  await refund(first.id, 'declined', 20)
  await refund(second.id, 'declined', 20)
  expect(await read('Refund=declined&Status=paid')).toHaveLength(2)
  const newest = await refund(first.id, 'done', 10)
  expect(await read('Refund=declined&Status=paid')).toEqual([second.reference])
  expect(await read('Refund=done&Status=paid')).toEqual([first.reference])
  await app.db
    .updateTable('orders')
    .set({ status: 'refunded', ended_at: new Date() })
    .where('id', '=', first.id)
    .execute()
  expect(await read('Refund=done&Status=paid')).toEqual([])
  expect(await read('Refund=done&Status=refunded')).toEqual([first.reference])
  expect(await read('Refund=done&Status=refunded&Method=transfer')).toEqual([])
  await app.db.updateTable('orders').set({ method: 'transfer' }).where('id', '=', first.id).execute()
  expect(await read('Refund=done&Method=transfer')).toEqual([first.reference])
  expect(await read('Refund=any&Status=refunded')).toEqual([first.reference])
  await app.db.deleteFrom('refunds').where('id', '=', newest).execute()
  expect(await read('Refund=any&Status=refunded')).toEqual([first.reference])
  expect(await read('Refund=declined&Method=transfer')).toEqual([first.reference])
})
