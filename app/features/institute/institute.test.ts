/** The settings of the institute: from an empty database, by two editors, and what other parts make of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, learner, order, schedule, trainer } from '../../../tests/support/factories.ts'
import { doneRefund } from '../../../tests/support/orders/invoices.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { changesBetween } from '../../api/edits.ts'
import type { Output } from '../../api/endpoint.ts'
import { InstituteFile } from '../content/institute-format.ts'
import { mailRefunded } from '../ledger/refund-mails.server.ts'
import { NOTE_FIELDS, NOTE_KINDS } from '../mail-notes/mail-notes.ts'
import { mailPaid } from '../orders/order-mails.server.ts'
import type { instituteEndpoints, SettingsValues } from './contract.ts'

type Settings = Output<(typeof instituteEndpoints)['settings']>
type Setup = Output<(typeof instituteEndpoints)['setup']>

const FIRST = {
  name: { ar: 'أكاديمية الريادة', en: 'Riyada Academy' },
  legalName: { ar: 'شركة الريادة للتدريب' },
  tagline: { ar: 'تعلّم وتقدّم', en: ' ' },
  licence: { ar: 'ترخيص رقم ١٢٣' },
  commercialRegistration: '١٠١٠ ٩٨٧٦٥٠',
  phone: '+966 11 123 4567',
  email: 'Info@Riyada.example',
  address: { ar: 'حي الملقا، الرياض' },
  vat: { registered: false },
}
const VAT = {
  registered: true,
  number: '310098765000003',
  ratePercent: 15,
  treatment: 'standard',
  reasons: { zero: null, exempt: null },
}
const NATIONAL_ADDRESS = {
  buildingNumber: '2322',
  street: { ar: 'طريق العليا' },
  district: { ar: 'العليا' },
  city: { ar: 'الرياض' },
  postalCode: '12214',
  shortAddress: 'rrrd 2929',
}

let app: TestApp
let owner: Member
beforeAll(async () => {
  app = await startTestApp()
  owner = await signedInMember(app, ['Owner'])
})
afterAll(() => app.stop())

const read = async () => (await owner.call<Settings>('GET', 'admin/institute')).data
const setup = async () => (await owner.call<Setup>('GET', 'admin/institute/setup')).data
const send = (version: number, changes: object) => owner.call<Settings>('POST', 'admin/institute', { version, changes })
/** Changes what was read just now. */
async function change(edited: object) {
  const { version, values } = await read()
  return send(version, changesBetween<SettingsValues>(values, edited as Partial<SettingsValues>))
}
const isDone = ({ steps }: Setup) => steps.filter((step) => step.isDone).map(({ step }) => step)

describe('an empty database', () => {
  it('is set up in steps that can be left, and says which comes next', async () => {
    expect(await setup()).toMatchObject({
      next: 'institute',
      steps: [{ isDone: false }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    })
    expect(await read()).toMatchObject({ isStored: false, values: { vat: null, refundDays: 7 } })
    const { name, ...rest } = FIRST
    const incomplete = await change(rest)
    expect([incomplete.status, incomplete.error.fields]).toEqual([400, { name: [expect.any(String)] }])
    const { vat, ...unsaid } = FIRST
    const untold = await change(unsaid)
    expect([untold.status, untold.error.fields]).toEqual([400, { 'vat.registered': [expect.any(String)] }])
    expect((await read()).isStored).toBe(false)

    const done = await change(FIRST)
    expect(done.data).toMatchObject({
      isStored: true,
      values: {
        name,
        tagline: { ar: 'تعلّم وتقدّم' },
        commercialRegistration: '1010987650',
        email: 'info@riyada.example',
      },
    })
    expect(isDone(await setup())).toEqual(['institute', 'vat'])
    await change({
      bank: { name: { ar: 'بنك' }, beneficiary: { ar: 'الريادة' }, iban: 'sa16 0000 0001 2345 6789 0123' },
    })
    expect((await setup()).next).toBe('specialization')
    const { id } = await course(app.db)
    expect((await setup()).next).toBe('trainer')
    await trainer(app.db, { courseIds: [id] })
    expect((await setup()).next).toBe('run')
    await schedule(app.db, id)
    for (const [next, code] of [
      ['terms', 'terms-conditions'],
      ['privacy', 'privacy-policy'],
      ['home', 'home'],
    ] as const) {
      expect((await setup()).next).toBe(next)
      const sections = JSON.stringify([{ key: 'one', title: { ar: 'البند' }, body: { ar: 'نص' } }])
      const texts = { title: JSON.stringify({ ar: 'عنوان' }), description: JSON.stringify({ ar: '' }), sections }
      await app.db
        .insertInto('pages')
        .values({ code, ...texts, updated_at: app.services.now() })
        .execute()
    }
    expect((await setup()).next).toBeNull()
  })

  it('is shown to visitors as soon as it is stored, without what the institute does not have', async () => {
    const shown = await app.call('GET', 'Pages/institute', { lang: 'ar' })
    expect(shown.data).toMatchObject({
      name: FIRST.name.ar,
      whatsapp: '',
      stores: { ios: '', android: '' },
      vatNumber: null,
    })
    expect((await app.call('GET', 'Pages/app-stores')).data).toEqual([])
    expect(JSON.stringify(shown.data)).not.toContain('SA16')
    // Within a second, though the answer is remembered for all visitors.
    await change({ tagline: { ar: 'شعار جديد' } })
    await app.waitForSync()
    expect((await app.call('GET', 'Pages/institute', { lang: 'ar' })).data.tagline).toBe('شعار جديد')
  })
})

describe('a change of the settings', () => {
  it('is merged with another of other fields, and refused with both where it is the same', async () => {
    const { version, values } = await read()
    const edit = (edited: object) => send(version, changesBetween<SettingsValues>(values, edited as never))
    const [one, other] = await Promise.all([edit({ phone: '+966 11 000 1111' }), edit({ transferDays: 5 })])
    expect([one.status, other.status]).toEqual([200, 200])
    expect((await read()).values).toMatchObject({ phone: '+966 11 000 1111', transferDays: 5 })
    expect((await read()).version).toBe(version + 2)
    const late = await edit({ phone: '+966 11 222 2222' })
    expect([late.status, late.error.code]).toEqual([409, 'changedMeanwhile'])
    expect(late.error).toMatchObject({
      conflicts: { phone: { yours: '+966 11 222 2222', theirs: '+966 11 000 1111' } },
    })
  })

  it('checks numbers, IBANs, addresses and links, and names the field', async () => {
    const wrong: [object, string][] = [
      [{ bank: { name: { ar: 'ب' }, beneficiary: { ar: 'ب' }, iban: 'SA0380000000608010167518' } }, 'bank.to.iban'],
      [{ bank: { name: { ar: 'ب' }, beneficiary: { ar: 'ب' }, iban: 'GB82WEST12345698765432' } }, 'bank.to.iban'],
      [{ vat: { ...VAT, number: '123' } }, 'vat.to.number'],
      [{ nationalAddress: { ...NATIONAL_ADDRESS, postalCode: '122' } }, 'nationalAddress.to.postalCode'],
      [{ nationalAddress: { ...NATIONAL_ADDRESS, buildingNumber: '12a4' } }, 'nationalAddress.to.buildingNumber'],
      [{ social: [{ id: 'x', link: 'javascript:alert(1)' }] }, 'social.to.0.link'],
      [{ workingDays: [] }, 'workingDays.to'],
      [{ refundDays: 400 }, 'refundDays.to'],
      [{ name: { ar: ' ' } }, 'name.to.ar'],
    ]
    for (const [edited, field] of wrong) {
      const { status, error } = await change(edited)
      expect([status, Object.keys(error.fields ?? {})], field).toEqual([400, [`changes.${field}`]])
    }
  })

  it('can be exported and imported as content', async () => {
    const everything = {
      nationalAddress: NATIONAL_ADDRESS,
      ...{ whatsapp: '+966 50 000 0000', workingDays: ['sun', 'sat'], adminRefundHalalas: 50_000 },
      ...{ answerDays: { ...(await read()).values.answerDays, quote: 3 }, mailboxes: { quote: 'b2b@riyada.example' } },
      ...{
        social: [{ id: 'x', link: 'https://x.com/riyada' }],
        stores: { ios: 'https://apps.apple.com/1', android: null },
      },
      vat: { ...VAT, treatment: 'exempt', reasons: { zero: null, exempt: { ar: 'تعليم' } } },
    }
    expect((await change(everything)).status).toBe(200)
    const { data } = await app.db.selectFrom('institute').select('data').executeTakeFirstOrThrow()
    expect(InstituteFile.safeParse(data).error?.issues).toBeUndefined()
    expect(data).toMatchObject({
      nationalAddress: { shortAddress: 'RRRD2929' },
      answerDays: { quote: 3 },
      vatDefault: 'exempt',
      stores: { ios: 'https://apps.apple.com/1' },
    })
    // What is as by default is not written down, and follows the default.
    expect(data).not.toHaveProperty('vatRegistered')
    expect(data.answerDays).toEqual({ quote: 3 })
    expect((await read()).values).toMatchObject({ ...everything, nationalAddress: { city: { ar: 'الرياض' } } })
  })

  it('to VAT says why courses have none, and tells what it meets', async () => {
    const { id } = await course(app.db)
    await app.db.updateTable('courses').set({ vat_treatment: 'zero' }).where('id', '=', id).execute()
    await order(app.db, { courseId: id, status: 'pending', userId: (await learner(app.db)).id })
    const refused = await change({ vat: VAT })
    expect([refused.status, refused.error.fields]).toEqual([400, { 'vat.reasons.zero': [expect.any(String)] }])
    const reasons = { zero: { ar: 'تعليم المواطنين' }, exempt: null }
    expect((await change({ vat: { ...VAT, reasons } })).status).toBe(200)
    expect(await read()).toMatchObject({ openOrders: 1, publishedCourses: { zero: 1 } })
    expect((await app.call('GET', 'Pages/institute')).data.vatNumber).toBe(VAT.number)
    await change({ vat: { registered: false } })
    await app.waitForSync()
    expect((await app.call('GET', 'Pages/institute')).data.vatNumber).toBeNull()
  })

  it('to the notes of mails goes out with the mail and its preview, each language by itself, with known fields only', async () => {
    const notes = {
      enrolled: { ar: 'أهلًا {name}.\n\nأحضر هويتك إلى {course} ({reference}).' },
      refunded: { ar: 'يصل {amount} خلال أيام.' },
    }
    const wrong = await change({ mailNotes: { ...notes, offered: { ar: 'نص', en: 'Your order {reference}' } } })
    expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([400, ['changes.mailNotes.to.offered.en']])
    expect(wrong.error.fields!['changes.mailNotes.to.offered.en']![0]).toContain('{reference}')
    expect((await change({ mailNotes: notes, offerHours: 48, movedRunDays: 3 })).status).toBe(200)

    const { id: courseId } = await course(app.db, { name: { ar: 'المحاسبة', en: 'Accounting' } })
    const { id: userId, email } = await learner(app.db, { firstName: 'هيا' })
    const { id, reference } = await order(app.db, { courseId, userId })
    await mailPaid(app.db, app.services.settings, id, app.services.now())
    const [mail] = await app.db.selectFrom('messages').select('text').where('recipient', '=', email).execute()
    expect(mail!.text).toContain(`أهلًا هيا.\n\nأحضر هويتك إلى دورة (${reference}).`)

    const refundId = await doneRefund(app.db, { orderId: id, userId, amountHalalas: 250_00 })
    await mailRefunded(app.db, app.services.settings, refundId, app.services.now())
    const refunded = app.db.selectFrom('messages').select('text').where('about', '=', `refund-done:${refundId}`)
    expect((await refunded.executeTakeFirstOrThrow()).text).toMatch(/يصل .*250.* خلال أيام\./)

    const preview = async (query: string) =>
      (await owner.call<{ subject: string; html: string }>('GET', `admin/institute/mail-preview?${query}`)).data
    expect((await preview('kind=enrolled&language=ar')).html).toContain('أحضر هويتك إلى إدارة المشاريع')
    expect((await preview('kind=enrolled&language=en')).html).not.toContain('أحضر')
    const typed = await preview(`kind=moved&language=en&note=${encodeURIComponent('Dear <b>{name}</b>')}`)
    expect(typed.subject).toContain('Project management')
    expect(typed.html).toContain('Dear &lt;b&gt;Sara&lt;/b&gt;')
    for (const kind of NOTE_KINDS)
      for (const language of ['ar', 'en']) {
        const note = `NOTE ${NOTE_FIELDS[kind].map((field) => `{${field}}`).join(' ')}`
        const { html } = await preview(`kind=${kind}&language=${language}&note=${encodeURIComponent(note)}`)
        expect(html).toContain(`NOTE ${language === 'ar' ? 'سارة' : 'Sara'} `)
        expect([kind, html.match(/NOTE[^<]*\{/)]).toEqual([kind, null])
      }

    const { data } = await app.db.selectFrom('institute').select('data').executeTakeFirstOrThrow()
    expect(data).toMatchObject({ mailNotes: notes, offerHours: 48, movedRunDays: 3 })
    expect(InstituteFile.safeParse(data).error?.issues).toBeUndefined()
    await change({ mailNotes: {}, offerHours: 24, movedRunDays: 7 })
    const after = await app.db.selectFrom('institute').select('data').executeTakeFirstOrThrow()
    for (const name of ['mailNotes', 'offerHours', 'movedRunDays']) expect(after.data).not.toHaveProperty(name)
  })

  it('is in the audit log with what it was, once', async () => {
    await change({ phone: '+966 11 333 3333' })
    const last = await app.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after', 'user_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(last).toEqual({
      action: 'institute.change',
      before: { phone: '+966 11 000 1111' },
      after: { phone: '+966 11 333 3333' },
      user_id: owner.user.id,
    })
    const { version } = await read()
    expect((await change({ phone: '+966 11 333 3333' })).data.version).toBe(version)
  })
})

it('promises of the institute say when an enquiry is late', async () => {
  await change({ workingDays: ['fri'], answerDays: { ...(await read()).values.answerDays, contact: 2 } })
  const { data } = await owner.call<{ items: { answerDueAt?: string }[] }>('GET', 'admin/leads')
  expect(data.items).toEqual([])
  const now = app.services.now()
  await app.db
    .insertInto('leads')
    .values({
      ...{
        reference: 'L-1',
        kind: 'contact',
        status: 'received',
        name: 'سارة',
        email: 's@example.com',
        phone: '+966500000000',
        fields: '{}',
        lang: 'ar',
      },
      ...{ created_at: now, updated_at: now, erase_at: now },
    })
    .execute()
  const { items } = (await owner.call<{ items: { answerDueAt: string }[] }>('GET', 'admin/leads')).data
  const due = new Date(items[0]!.answerDueAt)
  expect(due.getUTCDay()).toBe(5)
  expect(due.getTime() - now.getTime()).toBeGreaterThan(7 * 86_400_000)
})

it('a change of the settings is undone by whoever made it', async () => {
  const { refundDays } = (await read()).values
  const changed = await change({ refundDays: refundDays + 3 })
  expect(changed.data.undoUntil).not.toBeNull()
  const other = await signedInMember(app, ['Owner'])
  expect((await other.call<Settings>('POST', 'admin/institute/undo', {})).error.code).toBe('nothingToUndo')
  const undone = await owner.call<Settings>('POST', 'admin/institute/undo', {})
  expect(undone.data).toMatchObject({ values: { refundDays }, undoUntil: null })
})
