/** The bank account to which the money of a bank transfer is sent back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { awaitedTransfer, mailsAbout, refusal, waitingOrder, withBank } from '../../../tests/support/orders/orders.ts'
import { orderEmails as en } from '../../locales/en/emails/emails-orders.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { releaseFilesOf } from '../files/files.server.ts'
import { deleteOldRefundAccounts } from '../orders/refund-account/refund-account.server.ts'
import { erasePerson } from '../personal-data/erase-queries.server.ts'

const IBAN = 'SA0380000000608010167519'
const ACCOUNT = { iban: IBAN, holder: 'سارة أحمد القحطاني' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
})
afterAll(() => app.stop())

const staff = async () => orderApi(apiAs(app, { ...(await learner(app.db)), roles: ['Admin'], lastRole: 'Admin' }))
async function paidByTransfer() {
  const order = await awaitedTransfer(app)
  const office = await staff()
  await office.approveTransfer({ id: order.id })
  return { ...order, office }
}
const accountsOf = async (orderId: string) =>
  (
    await sql<{ text: string }>`select t::text as text from refund_accounts t where order_id = ${orderId}`.execute(
      app.db,
    )
  ).rows

describe('a refund of a bank transfer', () => {
  it('asks the learner for the account, which staff see in full and nobody else', async () => {
    const { sara, api, id, reference, office } = await paidByTransfer()
    expect((await api.order({ id })).refundAccount).toBeNull()
    expect(await refusal(api.giveRefundAccount({ id, ...ACCOUNT }))).toBe('noRefundByTransfer')
    const requested = await api.requestRefund({ id, reason: 'I am ill' })
    expect(requested.refundAccount).toEqual({ ibanEnd: null })
    const subjects = (await mailsAbout(app, sara.email, reference)).map(({ subject }) => subject)
    expect(subjects).toContain(`Where shall we return the payment of order ${reference}?`)
    const typed = { id, iban: 'sa03 8000 0000 6080 1016 ٧٥١٩', holder: ACCOUNT.holder }
    const answered = await api.giveRefundAccount(typed)
    expect(answered.refundAccount).toEqual({ ibanEnd: '7519' })
    expect(JSON.stringify(await api.order({ id }))).not.toContain(IBAN)
    expect(await office.staffOrder({ id })).toMatchObject({ refundTo: ACCOUNT })
    const stranger = orderApi(apiAs(app, await learner(app.db)))
    expect(await refusal(stranger.giveRefundAccount({ id, ...ACCOUNT }))).toBe('orderNotFound')
    const [row] = await accountsOf(id)
    expect(row!.text).toContain('7519')
    for (const secret of [IBAN, '608010', 'سارة']) expect(row!.text).not.toContain(secret)
  })

  it('waits in the list of staff for its decision, and then for them to send it, with the account', async () => {
    const { sara, api, id, reference, office } = await paidByTransfer()
    const waiting = async (WaitsFor?: 'requested' | 'transfer') =>
      (await office.waitingRefunds({ WaitsFor, PageSize: 50 })).items.filter(({ order }) => order.id === id)
    expect(await waiting()).toEqual([])
    await api.requestRefund({ id, reason: 'I am ill' })
    await api.giveRefundAccount({ id, ...ACCOUNT })
    expect(await waiting('transfer')).toEqual([])
    expect(await waiting('requested')).toMatchObject([
      {
        order: { id, reference },
        learner: { email: sara.email },
        amountHalalas: 1000_00,
        reason: 'I am ill',
        refundTo: null,
      },
    ])
    await office.refund({ id, amountHalalas: 400_00, reason: 'Ill' })
    const [refund, ...others] = await waiting('transfer')
    expect([refund, others]).toMatchObject([{ amountHalalas: 400_00, refundTo: ACCOUNT }, []])
    await office.recordRefund({ id, refundId: refund!.id, bankReference: 'B-1' })
    expect(await waiting()).toEqual([])
  })

  it('that staff are sending is not asked for by the learner besides', async () => {
    const { api, id, office } = await paidByTransfer()
    expect((await api.order({ id })).refundUntil).not.toBeNull()
    await office.refund({ id, reason: 'The course was moved' })
    expect(await api.order({ id })).toMatchObject({ status: 'paid', refundUntil: null })
    expect(await refusal(api.requestRefund({ id, reason: 'please' }))).toBe('refundAsked')
  })

  it('is found in the list of staff by number, name and phone, and counted by what it waits for', async () => {
    const { sara, api, id, reference, office } = await paidByTransfer()
    const other = await paidByTransfer()
    const before = (await office.waitingRefunds({})).counts
    await api.requestRefund({ id, reason: 'I am ill' })
    await other.api.requestRefund({ id: other.id, reason: 'I am ill' })
    const { phone } = await app.db
      .selectFrom('users')
      .select('phone')
      .where('id', '=', sara.id)
      .executeTakeFirstOrThrow()
    for (const SearchTerm of [reference, reference.toLowerCase(), sara.email, phone!.replace('+966', '0')]) {
      const { items, totalCount } = await office.waitingRefunds({ SearchTerm, PageSize: 50 })
      expect([items.map(({ order }) => order.id), totalCount], SearchTerm).toEqual([[id], 1])
    }
    const named = await office.waitingRefunds({ SearchTerm: `${sara.firstName} ${sara.lastName}`, PageSize: 50 })
    const found = named.items.map(({ order }) => order.id)
    expect(found).toEqual(expect.arrayContaining([id, other.id]))
    // The longest first.
    expect(found.indexOf(id)).toBeLessThan(found.indexOf(other.id))
    expect((await office.waitingRefunds({ SearchTerm: 'nobody' })).items).toEqual([])
    await office.refund({ id, amountHalalas: 400_00, reason: 'Ill' })
    // Whatever is searched for.
    const { counts } = await office.waitingRefunds({ SearchTerm: 'nobody' })
    expect(counts).toEqual({ ...before, requested: before.requested + 1, transfer: before.transfer + 1 })
    expect(await refusal(office.waitingRefunds({ SearchTerm: 'x'.repeat(101) }))).toBe('validation')
  })

  it('refuses an account whose checksum is wrong, and takes a correction', async () => {
    const { api, id, office } = await paidByTransfer()
    await office.refund({ id, reason: 'The course was moved' })
    const wrong = { id, iban: 'SA0380000000608010167518', holder: 'Sara Ali' }
    await expect(api.giveRefundAccount(wrong)).rejects.toMatchObject({ code: 'validation', fields: { iban: ['iban'] } })
    await expect(api.giveRefundAccount({ ...wrong, iban: IBAN, holder: ' ' })).rejects.toMatchObject({
      fields: { holder: ['required'] },
    })
    await api.giveRefundAccount({ ...wrong, iban: 'GB82WEST12345698765432' })
    await api.giveRefundAccount({ id, ...ACCOUNT })
    expect(await office.staffOrder({ id })).toMatchObject({ refundTo: ACCOUNT })
    expect(await accountsOf(id)).toHaveLength(1)
  })

  it('is recorded with the bank’s reference; its account is deleted a month later', async () => {
    const { sara, reference, api, id, office } = await paidByTransfer()
    const { refunds } = await office.refund({ id, reason: 'The course was moved' })
    const [agreed] = await mailsAbout(app, sara.email, reference)
    expect(agreed!.subject).toBe(`We return the payment of order ${reference}`)
    for (const said of ['SAR 1,000', 'The course was moved', en.refund.agreed.willEnd, en.refund.accountNeeded.action])
      expect(agreed!.text).toContain(said)
    await api.giveRefundAccount({ id, ...ACCOUNT })
    const shown = {
      ...{ status: 'sending', sentHalalas: 0, keepsSeat: false },
      reason: '',
      answer: 'The course was moved',
    }
    expect((await api.order({ id })).refund).toMatchObject(shown)
    const in31Days = { db: app.db, now: () => new Date(app.services.now().getTime() + 31 * DAY_MS) }
    await deleteOldRefundAccounts(in31Days)
    expect(await accountsOf(id)).toHaveLength(1)
    await office.recordRefund({ id, refundId: refunds[0]!.id, bankReference: 'FT26326ABCDE' })
    expect(await api.order({ id })).toMatchObject({ status: 'refunded', refundAccount: null })
    const [mail] = await mailsAbout(app, sara.email, reference)
    expect(mail!.text).toContain(`to your bank account that ends in ${ACCOUNT.iban.slice(-4)}.`)
    expect(mail!.text).toContain(en.refund.ended)
    await deleteOldRefundAccounts(app.services)
    expect(await accountsOf(id)).toHaveLength(1)
    await deleteOldRefundAccounts(in31Days)
    expect(await accountsOf(id)).toEqual([])
  })

  it('for a transfer that bought nothing asks for the account, too', async () => {
    const { sara, api, id, reference } = await awaitedTransfer(app)
    await api.cancel({ id })
    expect(await (await staff()).approveTransfer({ id })).toMatchObject({ outcome: 'refundDue' })
    expect((await api.order({ id })).refundAccount).toEqual({ ibanEnd: null })
    const subjects = (await mailsAbout(app, sara.email, reference)).map(({ subject }) => subject)
    expect(subjects).toContain(`Where shall we return the payment of order ${reference}?`)
  })
})

it('a refund of a card asks for no account', async () => {
  const { api, id } = await waitingOrder(app)
  expect((await api.order({ id })).refundAccount).toBeNull()
  expect(await refusal(api.giveRefundAccount({ id, ...ACCOUNT }))).toBe('noRefundByTransfer')
})

describe('a deleted account', () => {
  const erase = (person: { id: number; email: string; phone: string }) =>
    app.db.transaction().execute((tx) => erasePerson(tx, person, JSON.stringify({ ar: '', en: '' }), new Date()))

  it('keeps the bank account while money is to be sent back, and no longer', async () => {
    const open = await paidByTransfer()
    await open.office.refund({ id: open.id, reason: 'The course was moved' })
    await open.api.giveRefundAccount({ id: open.id, ...ACCOUNT })
    const done = await paidByTransfer()
    const { refunds } = await done.office.refund({ id: done.id, reason: 'The course was moved' })
    await done.api.giveRefundAccount({ id: done.id, ...ACCOUNT })
    await done.office.recordRefund({ id: done.id, refundId: refunds[0]!.id, bankReference: 'FT1' })
    for (const { sara } of [open, done]) await erase(sara)
    expect(await open.office.staffOrder({ id: open.id })).toMatchObject({ refundTo: ACCOUNT })
    expect(await accountsOf(done.id)).toEqual([])
  })

  it('keeps the receipt of a paid transfer, and no other one', async () => {
    const states: string[] = []
    for (const isPaid of [true, false]) {
      const { sara, id } = await awaitedTransfer(app)
      const file = crypto.randomUUID()
      await app.db
        .insertInto('stored_files')
        .values({
          ...{ id: file, owner_id: sara.id, purpose: 'receipt', kind: 'file', type: 'application/pdf', size: 1 },
          ...{ file_name: 'receipt.pdf', names: [`${file}.pdf`], is_public: false, state: 'kept' },
          created_at: new Date(),
        })
        .execute()
      await app.db.insertInto('transfers').values({ order_id: id, receipt_file: file }).execute()
      if (isPaid) await (await staff()).approveTransfer({ id })
      await erase(sara)
      await releaseFilesOf(app.db, sara.id)
      const { state } = await app.db
        .selectFrom('stored_files')
        .select('state')
        .where('id', '=', file)
        .executeTakeFirstOrThrow()
      states.push(state)
    }
    expect(states).toEqual(['kept', 'dropped'])
  })
})
