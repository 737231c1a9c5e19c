/** From the connection to the decision about each document, with an authority that checks what it gets, and its bad days. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { TEST_CERTIFICATE } from '../../../tests/support/e-invoicing/test-certificate.ts'
import { course, learner, order } from '../../../tests/support/factories.ts'
import { doneRefund, institute } from '../../../tests/support/orders/invoices.ts'
import { eventually, is, refusal } from '../../../tests/support/orders/orders.ts'
import { type CompanyDesk, companyDesk, tokenIn } from '../../../tests/support/orders/purchases.ts'
import { pdfFacts } from '../../../tests/support/pdf-text.ts'
import { setBehaviour } from '../../adapters/e-invoicing/sandbox/authority-queries.server.ts'
import type { Behaviour } from '../../adapters/e-invoicing/sandbox/behaviours.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { issueCreditNote, issueInvoice } from '../invoices/invoicing.server.ts'
import { writeAttempt } from './chain.server.ts'
import { documentHash, FIRST_PREVIOUS_HASH } from './document/signature.server.ts'
import { findIssued } from './queries.server.ts'
import { lockActiveUnit } from './unit-queries.server.ts'
import { resealUnits } from './unit-secrets.server.ts'

const NATIONAL_ADDRESS = {
  ...{ buildingNumber: '2322', street: { ar: 'طريق أنس بن مالك' }, district: { ar: 'الملقا' } },
  ...{ city: { ar: 'الرياض' }, postalCode: '13521', additionalNumber: '6523', shortAddress: 'RRRD2929' },
}
const FORM = { environment: 'sandbox' as const, otp: '123456', name: 'maahad-1', branch: 'الرياض', industry: 'التدريب' }

let app: TestApp
let ownerUser: SignedInUser
let owner: ReturnType<typeof apiAs>
let finance: ReturnType<typeof apiAs>
let companies: CompanyDesk
beforeAll(async () => {
  app = await startTestApp()
  companies = await companyDesk(app)
  ownerUser = await learner(app.db, { roles: ['Owner'] })
  owner = apiAs(app, ownerUser)
  finance = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
})
afterAll(() => app.stop())
beforeEach(async () => {
  await institute(app.db, { nationalAddress: NATIONAL_ADDRESS })
  await behave('documented')
})

const behave = (name: Behaviour) => setBehaviour(app.db, name)
const state = () => finance.eInvoicing.eInvoicing({})

async function connected() {
  const before = (await state()).connection?.activatedAt
  await owner.eInvoicing.connect(FORM)
  return eventually(state, ({ connection, attempt }) => {
    expect(attempt).toBeNull()
    expect(connection?.activatedAt).not.toBe(before)
  })
}

/** The number of the invoice of a paid order. */
async function invoiced(facts: { totalHalalas?: number; name?: string } = {}) {
  const { id: courseId } = await course(app.db, { delivery: 2 })
  const user = await learner(app.db, { firstName: facts.name ?? 'سارة', lastName: 'القحطاني' })
  const { id } = await order(app.db, { courseId, userId: user.id, totalHalalas: facts.totalHalalas ?? 1150_00 })
  await app.db.transaction().execute((tx) => issueInvoice(tx, id, app.services.now()))
  const invoice = await apiAs(app, user).invoices.invoice({ id })
  return { number: invoice.number, qr: invoice.qr!, user, id }
}

const attemptsOf = async (number: string) => (await finance.eInvoicing.eInvoice({ number })).attempts
const stateOf = async (number: string) => (await attemptsOf(number)).map((attempt) => attempt.state)
const becomes = (number: string, ...states: string[]) => eventually(() => stateOf(number), is(states))

type Row = {
  counter: number
  previous_hash: string
  hash: string
  xml: string
  sent_xml: string
  cleared_xml: string
  qr: string
}
async function rowOf(number: string): Promise<Row> {
  const { rows } = await sql<Row>`select e.* from e_invoices e join invoices i on i.id = e.invoice_id
    where i.number = ${number} order by e.attempt desc limit 1`.execute(app.db)
  return rows[0]!
}

/** Without gaps, each with the hash of the one before. */
async function expectWholeChains() {
  const { rows } = await sql<Row & { unit_id: number }>`
    select * from e_invoices where counter is not null order by unit_id, counter`.execute(app.db)
  let before: (typeof rows)[number] | undefined
  for (const row of rows) {
    if (row.unit_id !== before?.unit_id) before = undefined
    expect(row.counter).toBe((before?.counter ?? 0) + 1)
    expect(row.previous_hash).toBe(before?.hash ?? FIRST_PREVIOUS_HASH)
    expect(row.hash).toBe(documentHash(row.xml))
    before = row
  }
}

describe('connecting', () => {
  it('says what the settings lack, and is refused before it stands there', async () => {
    await institute(app.db)
    expect(await state()).toMatchObject({ connection: null, missing: ['nationalAddress', 'shortAddress'] })
    expect(await refusal(owner.eInvoicing.connect(FORM))).toBe('eInvoicingNotReady')
  })

  it('is the Owner’s', async () => {
    expect(await refusal(finance.eInvoicing.connect(FORM))).toBe('forbidden')
  })

  it('says at its field that the password was not accepted, and keeps nothing', async () => {
    for (const otp of ['111111', '222222'])
      await expect(owner.eInvoicing.connect({ ...FORM, otp })).rejects.toMatchObject({
        fields: { otp: ['otpRefused'] },
      })
    expect(await state()).toMatchObject({ connection: null, attempt: null })
  })

  it('leaves documents of before as they are', async () => {
    const { number, qr } = await invoiced()
    expect(await attemptsOf(number)).toEqual([])
    expect(tags(qr)).toEqual([1, 2, 3, 4, 5])
  })

  it('survives an authority that does not answer in the middle', async () => {
    await behave('unavailable')
    expect(await refusal(owner.eInvoicing.connect(FORM))).toBe('eInvoicingUnavailable')
    await behave('documented')
    const { connection } = await connected()
    expect(connection).toMatchObject({ environment: 'sandbox', name: 'maahad-1', documents: 0, blockedAt: null })
  })

  it('keeps key and credentials encrypted, also when AUTH_SECRET is exchanged', async () => {
    const { rows } = await sql<{ text: string }>`select row_to_json(u)::text as text from e_invoicing_units u`.execute(
      app.db,
    )
    for (const { text } of rows) expect(text).not.toMatch(/PRIVATE KEY|"secret"/)
    const { settings } = app.services
    const next = { authSecret: `${settings.authSecret}-next`, acceptedAuthSecret: settings.authSecret }
    expect(await resealUnits(app.db, next)).toBe(rows.length)
    expect(await resealUnits(app.db, next)).toBe(0)
    const back = { authSecret: settings.authSecret, acceptedAuthSecret: next.authSecret }
    expect(await resealUnits(app.db, back)).toBe(rows.length)
  })
})

const tags = (qr: string) => {
  const bytes = Buffer.from(qr, 'base64')
  const found = []
  for (let at = 0; at < bytes.length; at += 2 + bytes[at + 1]!) found.push(bytes[at])
  return found
}

describe('a simplified invoice', () => {
  it('has its signed QR code at once, and is reported', async () => {
    const { number, qr } = await invoiced()
    expect(tags(qr)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    await becomes(number, 'accepted')
    expect((await rowOf(number)).qr).toBe(qr)
    expect((await finance.invoices.paper({ number })).qr).toBe(qr)
    const { name, body } = await finance.eInvoicing.eInvoiceXml({ number })
    expect(name).toMatch(/^310098765000003_\d{8}T\d{6}_INV-\d{6}\.xml$/)
    expect(await new Response(body).text()).toBe((await rowOf(number)).sent_xml)
    const pdf = await finance.invoices.paperPdf({ number })
    const { source } = pdfFacts(new Uint8Array(await new Response(pdf.body).arrayBuffer()))
    expect(source).toContain('/AFRelationship /Alternative')
    expect(source).toContain(name)
    await expectWholeChains()
  })

  it('is corrected by a credit note that names it', async () => {
    const { number, id, user } = await invoiced()
    const refund = { orderId: id, userId: user.id, amountHalalas: 115_00, reason: 'إلغاء <التسجيل> & غيره' }
    const refundId = await doneRefund(app.db, refund)
    await app.db.transaction().execute((tx) => issueCreditNote(tx, refundId, app.services.now()))
    const [note] = (await finance.invoices.deskInvoice({ number })).notes
    await becomes(note!.number, 'accepted')
    const { xml } = await rowOf(note!.number)
    expect(xml).toContain(`<cac:InvoiceDocumentReference><cbc:ID>${number}</cbc:ID></cac:InvoiceDocumentReference>`)
    expect(xml).toContain('&lt;التسجيل&gt; &amp; غيره')
  })

  it('is accepted once, whatever becomes of the answer', async () => {
    for (const behaviour of ['fails', 'garbage', 'busy', 'unavailable'] as const) {
      await behave(behaviour)
      const { number } = await invoiced()
      const [waiting] = await eventually(
        () => attemptsOf(number),
        ([latest]) => expect(latest?.lastFailure).toBeTruthy(),
      )
      expect(waiting).toMatchObject({ state: 'waiting' })
      const sent = (await rowOf(number)).sent_xml
      await behave('documented')
      await finance.eInvoicing.sendEInvoice({ number })
      await becomes(number, 'accepted')
      expect((await rowOf(number)).sent_xml).toBe(sent)
    }
    await expectWholeChains()
  })

  it('goes out by itself later, and Today says so meanwhile', async () => {
    await behave('unavailable')
    const { number } = await invoiced()
    await eventually(
      () => attemptsOf(number),
      ([latest]) => expect(latest?.tries).toBeGreaterThan(0),
    )
    app.advance(2 * HOUR_MS)
    expect(await mattersOf(finance)).toContain('late')
    expect(await state()).toMatchObject({ open: { late: true } })
    await behave('documented')
    app.advance(2 * HOUR_MS)
    await app.tasks.sendEInvoices!({})
    await becomes(number, 'accepted')
    expect(await mattersOf(finance)).not.toContain('late')
  })
})

const mattersOf = async (api: typeof finance) =>
  (await api.desk.today({})).items.filter(({ kind }) => kind === 'eInvoicing').map(({ subject }) => subject)

describe('what the authority says against a document', () => {
  it('is listed with its reason until somebody has seen a warning', async () => {
    await behave('warns')
    const { number } = await invoiced()
    await becomes(number, 'warned')
    expect((await attemptsOf(number))[0]!.warnings[0]!.code).toBeTruthy()
    expect(await mattersOf(finance)).toContain('warned')
    await finance.eInvoicing.seeEInvoice({ number })
    expect(await mattersOf(finance)).not.toContain('warned')
    expect(await refusal(finance.eInvoicing.sendEInvoice({ number }))).toBe('eInvoiceDecided')
  })

  it('leads to a new document with the same number, next in the chain', async () => {
    await behave('refuses')
    const { number, user, id } = await invoiced()
    await becomes(number, 'refused')
    const refused = await rowOf(number)
    expect((await attemptsOf(number))[0]!.errors[0]).toMatchObject({ code: expect.stringMatching(/./) })
    expect(await mattersOf(finance)).toContain('refused')
    const list = await finance.eInvoicing.eInvoices({ state: 'refused', limit: 20 })
    expect(list.items.map((item) => item.number)).toContain(number)
    const { documents } = (await finance.eInvoicing.eInvoicing({})).connection!
    await behave('documented')
    await finance.eInvoicing.sendEInvoice({ number })
    await becomes(number, 'accepted', 'refused')
    // Another attempt is no other document.
    expect((await finance.eInvoicing.eInvoicing({})).connection).toMatchObject({ documents })
    const accepted = await rowOf(number)
    expect(accepted.counter).toBeGreaterThan(refused.counter)
    expect(accepted.xml).toContain(`<cbc:ID>${number}</cbc:ID>`)
    expect((await apiAs(app, user).invoices.invoice({ id })).qr).toBe(accepted.qr)
    expect(await mattersOf(finance)).not.toContain('refused')
    await expectWholeChains()
  })

  it('is found by ourselves where it is certain', async () => {
    await institute(app.db)
    const { number } = await invoiced()
    expect(await attemptsOf(number)).toMatchObject([
      { state: 'refused', counter: null, errors: [{ code: 'address-missing' }] },
    ])
    await institute(app.db, { nationalAddress: NATIONAL_ADDRESS })
    await finance.eInvoicing.sendEInvoice({ number })
    await becomes(number, 'accepted', 'refused')
  })
})

it('a document that cannot be written holds up nothing, and takes no place in the chain', async () => {
  await behave('refuses')
  const { number } = await invoiced()
  await becomes(number, 'refused')
  const issued = (await findIssued(app.db, { number }))!
  const [line] = issued.document.lines
  const document = { ...issued.document, lines: [{ ...line!, seats: 3, netHalalas: 0.5 }] }
  await app.db.transaction().execute(async (tx) => {
    const unit = (await lockActiveUnit(tx))!
    await writeAttempt(tx, unit, { ...issued, document }, { attempt: 2, now: app.services.now() })
  })
  expect(await attemptsOf(number)).toMatchObject([{ counter: null, errors: [{ code: 'not-written' }] }, {}])
  await behave('documented')
  await finance.eInvoicing.sendEInvoice({ number })
  await becomes(number, 'accepted', 'refused', 'refused')
  await expectWholeChains()
})

describe('the invoice of a company', () => {
  const pdfStatus = async (quote: Parameters<typeof tokenIn>[0], number: string) =>
    (await fetch(`${app.address}/api/Quotations/${quote.number}/files/${number}?token=${tokenIn(quote)}`)).status

  it('is the company’s once it is cleared, with the authority’s own QR code', async () => {
    await institute(app.db, { nationalAddress: NATIONAL_ADDRESS })
    await behave('unavailable')
    const quote = await companies.owing()
    const [paper] = (await companies.seen(quote)).documents
    expect(paper).toMatchObject({ kind: 'invoice', isReady: false })
    expect(await pdfStatus(quote, paper!.number)).toBe(409)
    await behave('documented')
    await finance.eInvoicing.sendEInvoice({ number: paper!.number })
    await becomes(paper!.number, 'accepted')
    expect((await companies.seen(quote)).documents[0]).toMatchObject({ isReady: true })
    expect(await pdfStatus(quote, paper!.number)).toBe(200)
    const row = await rowOf(paper!.number)
    expect(row.sent_xml).toBe(row.xml)
    expect(row.cleared_xml).toContain(row.qr)
    expect((await finance.invoices.paper({ number: paper!.number })).qr).toBe(row.qr)
    expect(row.xml).toContain('<cbc:StreetName>طريق الملك فهد</cbc:StreetName>')
    const { body } = await finance.eInvoicing.eInvoiceXml({ number: paper!.number })
    expect(await new Response(body).text()).toBe(row.cleared_xml)
  })

  it('is reported while clearance is switched off', async () => {
    await behave('clearanceOff')
    const quote = await companies.owing()
    const [paper] = (await companies.seen(quote)).documents
    await eventually(
      () => attemptsOf(paper!.number),
      ([latest]) => expect(latest).toMatchObject({ wasReported: true, state: 'accepted' }),
    )
    expect(await pdfStatus(quote, paper!.number)).toBe(200)
  })
})

describe('credentials that are not accepted any more', () => {
  it('stop the sending, lose nothing, and what waits is written again for the new unit', async () => {
    await behave('revoked')
    const { number } = await invoiced()
    await eventually(state, ({ connection }) => expect(connection!.blockedAt).not.toBeNull())
    const { number: later } = await invoiced()
    expect(await mattersOf(finance)).toContain('blocked')
    expect([await stateOf(number), await stateOf(later)]).toEqual([['waiting'], ['waiting']])
    await behave('documented')
    const { connection } = await connected()
    expect(connection).toMatchObject({ blockedAt: null })
    await becomes(number, 'accepted', 'refused')
    await becomes(later, 'accepted', 'refused')
    await expectWholeChains()
    expect(await mattersOf(finance)).not.toContain('blocked')
  })

  it('send again when they are accepted again', async () => {
    await behave('revoked')
    const { number } = await invoiced()
    await eventually(state, ({ connection }) => expect(connection!.blockedAt).not.toBeNull())
    await behave('documented')
    await finance.eInvoicing.sendWaiting({})
    await becomes(number, 'accepted')
  })
})

it('a renewal without checks is active at once', async () => {
  const renew = async () => ({
    ...{ token: Buffer.from(TEST_CERTIFICATE).toString('base64'), secret: 's', requestId: '9', needsChecks: false },
  })
  const withoutChecks = { ...app.services.eInvoicing, renew }
  const before = (await state()).connection!
  await apiAs(app, ownerUser, { eInvoicing: withoutChecks }).eInvoicing.connect(FORM)
  const { connection } = await eventually(state, (now) =>
    expect(now.connection!.activatedAt).not.toBe(before.activatedAt),
  )
  expect(connection).toMatchObject({ documents: 0, endsSoon: false })
  // Its certificate is of another key.
  await connected()
})

it('a unit whose secrets were lost with AUTH_SECRET is replaced, and what waits is written again', async () => {
  await sql`update e_invoicing_units set sealed_key = '\\x00', sealed_credentials = '\\x00' where state = 'active'`.execute(
    app.db,
  )
  const { number, qr } = await invoiced()
  expect(tags(qr)).toEqual([1, 2, 3, 4, 5])
  await eventually(state, ({ connection }) => expect(connection!.blockedAt).not.toBeNull())
  await connected()
  await becomes(number, 'accepted', 'refused')
})

it('renewing a connection that works begins a new chain', async () => {
  const { connection } = await connected()
  expect(connection!.documents).toBe(0)
  const { number } = await invoiced()
  await becomes(number, 'accepted')
  expect(await rowOf(number)).toMatchObject({ counter: 1, previous_hash: FIRST_PREVIOUS_HASH })
  await expectWholeChains()
})

it('what was written for the authority cannot be changed or deleted', async () => {
  await expect(sql`update e_invoices set xml = xml || ' ' where xml is not null`.execute(app.db)).rejects.toThrow()
  await expect(sql`update e_invoices set sent_xml = '' where sent_xml is not null`.execute(app.db)).rejects.toThrow()
  await expect(sql`delete from e_invoices`.execute(app.db)).rejects.toThrow()
  await expect(sql`truncate e_invoices`.execute(app.db)).rejects.toThrow()
})
