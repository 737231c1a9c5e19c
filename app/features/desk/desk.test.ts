import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { companyPurchase } from '../../../tests/support/company-purchase.ts'
import { coupon, course, learner, order, schedule, specialization, trainer } from '../../../tests/support/factories.ts'
import { awaitedTransfer, withBank } from '../../../tests/support/orders/orders.ts'
import { signedInMember } from '../../../tests/support/signed-in.ts'
import { waitingEnquiry } from '../../../tests/support/waiting-enquiry.ts'
import type { Role } from '../../api/rights.ts'
import { DAY_MS } from '../../platform/durations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
})
afterAll(() => app.stop())

type Found = { found: { kind: string; title: string; note: string; path: string }[] }
const as = (...roles: Role[]) => signedInMember(app, roles)

describe('the desk', () => {
  it('tells staff their rights, and opens for nobody else', async () => {
    const finance = (await (await as('Finance')).call<{ rights: string[] }>('GET', 'admin/me')).data
    expect(finance.rights).toEqual(expect.arrayContaining(['desk.open', 'refunds.send']))
    expect(finance.rights).not.toContain('moderation.decide')
    expect((await (await as('Student')).call('GET', 'admin/me')).status).toBe(403)
    expect((await app.call('GET', 'admin/me')).status).toBe(401)
  })

  it('finds orders by number and name for those who may see orders', async () => {
    const { id, reference, sara } = await awaitedTransfer(app)
    const find = async (role: Role, query: string) =>
      (await (await as(role)).call<Found>('GET', `admin/find?query=${encodeURIComponent(query)}`)).data.found
    const path = `orders/${id}`
    expect((await find('Finance', reference)).map((found) => found.path)).toEqual([path])
    expect((await find('Admin', sara.userName)).map((found) => found.path)).toContain(path)
    expect(await find('Teacher', reference)).toEqual([])
    for (const end of [reference.slice(-4), reference.slice(-6), reference.slice(2), `٢${reference.slice(3)}`])
      expect(
        (await find('Finance', end)).map((found) => found.path),
        end,
      ).toEqual([path])
    const orders = (found: Found['found']) => found.filter(({ kind }) => kind === 'order')
    for (const other of [reference.slice(-3), `9${reference.slice(-5)}`, '%%%%'])
      expect(orders(await find('Finance', other)), other).toEqual([])
  })

  describe('finds', () => {
    let sara: Awaited<ReturnType<typeof learner>>
    let teacher: Awaited<ReturnType<typeof as>>
    let courseId: number
    let runId: number
    const found = async (member: Awaited<ReturnType<typeof as>>, query: string) =>
      (await member.call<Found>('GET', `admin/find?query=${encodeURIComponent(query)}`)).data.found
    const pathsOf = async (member: Awaited<ReturnType<typeof as>>, query: string) =>
      (await found(member, query)).map(({ kind, path }) => `${kind} ${path}`)

    beforeAll(async () => {
      sara = await learner(app.db, { firstName: 'أُسامة', lastName: 'الزبيدي', phone: '+966551112233' })
      teacher = await as('Teacher')
      courseId = (await course(app.db, { name: { ar: 'أساسيات الإسعاف', en: 'First aid' } })).id
      const trainerId = await trainer(app.db, { courseIds: [courseId] })
      await app.db.updateTable('trainers').set({ user_id: teacher.user.id }).where('id', '=', trainerId).execute()
      runId = await schedule(app.db, courseId)
    })

    it('people in any spelling of name and number, with their contacts for those who may see them', async () => {
      const finance = await as('Finance')
      for (const query of [
        'اسامه',
        'الزبيدى',
        sara.email.toUpperCase(),
        '0551112233',
        '٠٥٥ ١١١ ٢٢٣٣',
        '+966 55-111-2233',
      ]) {
        const person = (await found(finance, query)).find(({ kind }) => kind === 'person')
        expect(person, query).toMatchObject({ title: 'أُسامة الزبيدي', note: sara.email })
      }
      for (const role of ['Content', 'Teacher'] as const) expect(await found(await as(role), 'اسامه')).toEqual([])
    })

    it('courses and runs, of which trainers see their own, and names of those in them without their contacts', async () => {
      await order(app.db, { courseId, scheduleId: runId, userId: sara.id })
      const [admin, stranger] = [await as('Admin'), await as('Teacher')]
      const paths = [`course courses/${courseId}`, `run runs/${runId}`]
      for (const query of ['اساسيات الاسعاف', 'first AID']) {
        expect(await pathsOf(admin, query), query).toEqual(paths)
        expect(await pathsOf(teacher, query), query).toEqual(paths)
        expect(await pathsOf(stranger, query), query).toEqual([])
      }
      expect(await pathsOf(await as('Content'), 'اسعاف')).toEqual(paths.slice(0, 1))
      expect(await pathsOf(teacher, 'اسامة')).toEqual([`person runs/${runId}/attendees`])
      expect(JSON.stringify(await found(teacher, 'اسامة'))).not.toContain('@')
      for (const query of [sara.email, '0551112233']) expect(await found(teacher, query), query).toEqual([])
      expect(await pathsOf(stranger, 'اسامة')).toEqual([])
    })

    it('runs that have not ended first, and none that were cancelled', async () => {
      const admin = await as('Admin')
      const { id } = await course(app.db, { name: { ar: 'دورة المواعيد', en: 'Runs' } })
      const day = (days: number) => new Date(Date.now() + days * DAY_MS)
      const runs = []
      for (const days of [-3, 30, 5, 12])
        runs.push(await schedule(app.db, id, { startsAt: day(days), endsAt: day(days + 1) }))
      await app.db.updateTable('schedules').set({ cancelled_at: new Date() }).where('id', '=', runs[3]!).execute()
      const paths = (await pathsOf(admin, 'دورة المواعيد')).filter((path) => path.startsWith('run '))
      expect(paths).toEqual([runs[2], runs[1], runs[0]].map((run) => `run runs/${run}`))
    })

    it('enquiries and certificates by number and name', async () => {
      const reference = await waitingEnquiry(app.db, null)
      const { id: orderId } = await order(app.db, { courseId, userId: (await learner(app.db)).id })
      await app.db
        .insertInto('certificates')
        .values({
          ...{ order_id: orderId, year: 2031, place: 17, code: 'p'.repeat(22), holder: 'هيفاء الرشيد' },
          issued_at: new Date(),
        })
        .execute()
      const admin = await as('Admin')
      expect(await pathsOf(admin, reference)).toEqual([`enquiry enquiries/${reference}`])
      expect(await pathsOf(await as('Content'), reference)).toEqual([])
      expect((await found(admin, '٢٠٣١-٠٠١٧')).map(({ kind, note }) => [kind, note])).toEqual([
        ['certificate', '2031-0017'],
      ])
    })

    it('trainers and specializations by name, coupons, invoices and quotes by number, for those who may open them', async () => {
      const name = { ar: 'زرقاء اليمامة', en: 'Zarqa' }
      const trainerId = await trainer(app.db, { name })
      const field = await specialization(app.db, { name })
      const { id: couponId } = await coupon(app.db, { code: 'ZARQA-7' })
      const { id: orderId } = await order(app.db, { courseId, userId: sara.id })
      const invoice = 'INV-TEST-990'
      await app.db
        .insertInto('invoices')
        .values({
          ...{ id: crypto.randomUUID(), order_id: orderId, kind: 'invoice', counter: 990, number: invoice },
          ...{ issued_at: new Date(), document: '{}', hash: 'h', previous_hash: 'h' },
        })
        .execute()
      const { quoteId, number: quote } = await companyPurchase(app.db, { courseId })
      const paths = [
        [name.ar, [`trainer trainers/${trainerId}`, `specialization specializations/${field}`], 'Content', 'Teacher'],
        // Whoever sees the catalogue sees its trainers; whoever teaches, themselves.
        [name.ar, [`trainer trainers/${trainerId}`], 'Finance', 'Teacher'],
        ['zarqa-', [`coupon coupons/${couponId}`], 'Finance', 'Content'],
        [invoice.toLowerCase(), [`invoice invoices/${invoice}`], 'Finance', 'Content'],
        [quote, [`quote quotes/${quoteId}`], 'Finance', 'Teacher'],
      ] as const
      for (const [query, expected, allowed, refused] of paths) {
        expect(await pathsOf(await as(allowed), query)).toEqual(expected)
        expect(await pathsOf(await as(refused), query)).toEqual([])
      }
    })

    it('nothing by signs that a pattern would take for anything', async () => {
      const owner = await as('Owner')
      for (const query of ['%', '_%', '\\', "' or true --"]) expect(await found(owner, query), query).toEqual([])
    })
  })
})
