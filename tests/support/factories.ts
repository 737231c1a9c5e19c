/** Rows for tests: each factory also creates the rows it depends on, and a test states only the relevant values. */
import { randomUUID } from 'node:crypto'
import type { PlanFields } from '../../app/features/payment-plans/queries.server.ts'
import type { SignedInUser } from '../../app/platform/context.server.ts'
import type { Database } from '../../app/platform/database/database.server.ts'
import { DAY_MS, MINUTE_MS } from '../../app/platform/durations.ts'
import type { Localized } from '../../db/shapes.ts'

let count = 0
const next = () => ++count

/** The instant `days` from now; in the past when negative. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)

/** A text in both languages, or the same in each. */
type Words = string | Localized
const localized = (words: Words): string => JSON.stringify(typeof words === 'string' ? { ar: words, en: words } : words)

export type SpecializationFacts = { key?: string; name?: Words; parentId?: number; position?: number }

export async function specialization(db: Database, facts: SpecializationFacts = {}): Promise<number> {
  const key = facts.key ?? `specialization-${next()}`
  const { id } = await db
    .insertInto('specializations')
    .values({
      key,
      parent_id: facts.parentId ?? null,
      slug: facts.parentId ? null : key,
      name: localized(facts.name ?? { ar: 'تخصص', en: 'Field' }),
      summary: facts.parentId ? null : localized({ ar: 'عن التخصص', en: 'About the field' }),
      mark: facts.parentId ? null : 'compass',
      colour: facts.parentId ? null : '#14594b',
      position: facts.position ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type CourseFacts = {
  key?: string
  slug?: string
  name?: Words
  summary?: Words
  description?: Words
  specializationId?: number
  subSpecializationId?: number
  /** 1 development, 2 preparatory, 3 registered. */
  category?: 1 | 2 | 3
  level?: 1 | 2 | 3
  /** 1 in-person (the default), 2 recorded, 3 online. */
  delivery?: 1 | 2 | 3
  priceHalalas?: number
  oldPriceHalalas?: number
  vatTreatment?: 'standard' | 'zero' | 'exempt'
  outcomes?: Localized[]
  /** Yesterday by default; null for a draft. */
  publishedAt?: Date | null
}

export type MadeCourse = { id: number; slug: string; specializationId: number }

export async function course(db: Database, facts: CourseFacts = {}): Promise<MadeCourse> {
  const key = facts.key ?? `course-${next()}`
  const specializationId = facts.specializationId ?? (await specialization(db))
  const name = facts.name ?? { ar: `دورة ${key}`, en: `Course ${key}` }
  const { id, slug } = await db
    .insertInto('courses')
    .values({
      key,
      slug: facts.slug ?? key,
      specialization_id: specializationId,
      sub_specialization_id: facts.subSpecializationId ?? null,
      category: facts.category ?? 1,
      level: facts.level ?? 1,
      delivery_method: facts.delivery ?? 1,
      hours: 20,
      price_halalas: facts.priceHalalas ?? 100_000,
      old_price_halalas: facts.oldPriceHalalas ?? null,
      vat_treatment: facts.vatTreatment ?? 'standard',
      name: localized(name),
      summary: localized(facts.summary ?? { ar: 'ملخص', en: 'Summary' }),
      description: localized(facts.description ?? { ar: 'وصف', en: 'Description' }),
      outcomes: JSON.stringify(facts.outcomes ?? [{ ar: 'مخرج', en: 'Outcome' }]),
      prerequisites: '[]',
      audience: '[]',
      outline: '[]',
      certificate: localized({ ar: 'شهادة', en: 'Certificate' }),
      faq: '[]',
      seo: JSON.stringify({ title: { ar: 'عنوان', en: 'Title' }, description: { ar: 'وصف', en: 'Description' } }),
      cover: '/media/covers/a.svg',
      published_at: facts.publishedAt === undefined ? inDays(-1) : facts.publishedAt,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  return { id, slug, specializationId }
}

/** A trainer, who teaches these courses. */
export async function trainer(db: Database, facts: { name?: Words; courseIds?: number[] } = {}): Promise<number> {
  const { id } = await db
    .insertInto('trainers')
    .values({
      key: `trainer-${next()}`,
      name: localized(facts.name ?? { ar: 'مدرّب', en: 'Trainer' }),
      title: localized({ ar: 'خبير', en: 'Expert' }),
      bio: localized({ ar: 'سيرة', en: 'Biography' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const courseId of facts.courseIds ?? [])
    await db.insertInto('course_trainers').values({ course_id: courseId, trainer_id: id }).execute()
  return id
}

export type ScheduleFacts = {
  startsAt?: Date
  endsAt?: Date
  seats?: number
  heldSeats?: number
  /** Null: always open. */
  enrolmentOpensAt?: Date | null
  enrolmentClosesAt?: Date
  priceHalalas?: number | null
  city?: Words | null
  weekdays?: string[]
  fromTime?: string
}

/** A run of the course; by default it can be booked now and starts in 30 days. */
export async function schedule(db: Database, courseId: number, facts: ScheduleFacts = {}): Promise<number> {
  const startsAt = facts.startsAt ?? inDays(30)
  const city = facts.city === undefined ? { ar: 'الرياض', en: 'Riyadh' } : facts.city
  const { id } = await db
    .insertInto('schedules')
    .values({
      course_id: courseId,
      key: `run-${next()}`,
      starts_at: startsAt,
      ends_at: facts.endsAt ?? new Date(startsAt.getTime() + 5 * DAY_MS),
      weekdays: facts.weekdays ?? ['sun', 'tue'],
      from_time: facts.fromTime ?? '17:00',
      to_time: '20:00',
      city: city && localized(city),
      venue: city && localized({ ar: 'القاعة الكبرى', en: 'Main hall' }),
      seats: facts.seats ?? 30,
      held_seats: facts.heldSeats ?? 0,
      enrolment_opens_at: facts.enrolmentOpensAt ?? null,
      enrolment_closes_at: facts.enrolmentClosesAt ?? new Date(startsAt.getTime() - DAY_MS),
      price_halalas: facts.priceHalalas ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** For calls in process, whatever a test does to the clock: re-authenticated, and in need of nothing. */
const PROVED = { provedAt: new Date(8.64e15), secondFactorNeeded: false }

export type LearnerFacts = {
  email?: string
  firstName?: string
  lastName?: string
  phone?: string
  passwordHash?: string | null
  status?: 'active' | 'suspended'
  roles?: SignedInUser['roles']
  lang?: 'ar' | 'en'
}

/** A signed-in user as operations see it, without a session. */
export async function learner(db: Database, facts: LearnerFacts = {}): Promise<SignedInUser> {
  const number = next()
  const roles = facts.roles ?? ['Student']
  const person = {
    email: facts.email ?? `learner-${number}@example.com`,
    firstName: facts.firstName ?? 'Sara',
    lastName: facts.lastName ?? 'Alqahtani',
    phone: facts.phone ?? `+9665${String(number).padStart(8, '0')}`,
  }
  const userName = `${person.firstName} ${person.lastName}`
  const { id } = await db
    .insertInto('users')
    .values({
      email: person.email,
      password_hash: facts.passwordHash ?? null,
      first_name: person.firstName,
      last_name: person.lastName,
      user_name: userName,
      phone: person.phone,
      roles,
      last_role: roles[0]!,
      status: facts.status ?? 'active',
      lang: facts.lang ?? 'ar',
      terms_accepted_at: inDays(-1),
      activated_at: inDays(-1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    ...person,
    id,
    userName,
    sessionId: randomUUID(),
    profilePicture: null,
    unreadNotices: 0,
    roles,
    lastRole: roles[0]!,
    ...PROVED,
  }
}

/** A plan by which these courses can be paid in parts. */
export async function paymentPlan(db: Database, facts: Partial<PlanFields> = {}): Promise<number> {
  const { depositPercent = facts.depositHalalas === undefined ? 40 : null, depositHalalas = null } = facts
  const { id } = await db
    .insertInto('payment_plans')
    .values({
      ...{ name: facts.name ?? 'خطة', deposit_percent: depositPercent, deposit_halalas: depositHalalas },
      parts: JSON.stringify(facts.parts ?? [{ percent: 100, days: 30, from: 'order' }]),
      ...{ course_ids: facts.courseIds ?? [], from_halalas: facts.fromHalalas ?? null },
      is_active: facts.isActive ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type CouponFacts = {
  code?: string
  percent?: number
  amountHalalas?: number
  validFrom?: Date
  validTo?: Date | null
  totalLimit?: number
  perLearnerLimit?: number
  minimumHalalas?: number
  courseIds?: number[]
  emailDomain?: string
  companyIds?: number[]
  active?: boolean
}

/** A coupon; by default of ten percent without limits. */
export async function coupon(db: Database, facts: CouponFacts = {}): Promise<{ id: number; code: string }> {
  return db
    .insertInto('coupons')
    .values({
      code: facts.code ?? `COUPON${next()}`,
      note: localized({ ar: 'خصم', en: 'Discount' }),
      percent: facts.amountHalalas === undefined ? (facts.percent ?? 10) : null,
      amount_halalas: facts.amountHalalas ?? null,
      valid_from: facts.validFrom ?? inDays(-1),
      valid_to: facts.validTo ?? null,
      total_limit: facts.totalLimit ?? null,
      per_learner_limit: facts.perLearnerLimit ?? null,
      minimum_halalas: facts.minimumHalalas ?? null,
      course_ids: facts.courseIds ?? null,
      email_domain: facts.emailDomain ?? null,
      company_ids: facts.companyIds ?? null,
      active: facts.active ?? true,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

export type OrderFacts = {
  courseId: number
  scheduleId?: number | null
  /** A new learner by default. */
  userId?: number
  status?: 'pending' | 'paid' | 'refunded' | 'cancelled' | 'expired' | 'failed'
  totalHalalas?: number
  discountHalalas?: number
  vatTreatment?: 'standard' | 'exempt'
  /** Of the standard treatment; 15 by default. */
  vatRatePercent?: number
  coupon?: { id: number; code: string }
  createdAt?: Date
  /** Of a pending order: in 20 minutes by default. */
  expiresAt?: Date
}

/** An order; paid by default. */
export async function order(db: Database, facts: OrderFacts): Promise<{ id: string; reference: string }> {
  const status = facts.status ?? 'paid'
  const total = facts.totalHalalas ?? 100_000
  const discount = facts.discountHalalas ?? 0
  const vatTreatment = facts.vatTreatment ?? 'standard'
  const rate = vatTreatment === 'standard' ? (facts.vatRatePercent ?? 15) : 0
  const net = Math.round((total * 100) / (100 + rate))
  const ended = status !== 'pending' && status !== 'paid'
  const createdAt = facts.createdAt ?? new Date()
  return db
    .insertInto('orders')
    .values({
      id: randomUUID(),
      reference: `TEST-${String(next()).padStart(6, '0')}`,
      user_id: facts.userId ?? (await learner(db)).id,
      course_id: facts.courseId,
      schedule_id: facts.scheduleId ?? null,
      coupon_id: facts.coupon?.id ?? null,
      coupon_code: facts.coupon?.code ?? null,
      status,
      lang: 'ar',
      course_name: localized({ ar: 'دورة', en: 'Course' }),
      price_halalas: total + discount,
      discount_halalas: discount,
      total_halalas: total,
      net_halalas: net,
      vat_halalas: total - net,
      vat_treatment: vatTreatment,
      vat_rate_percent: rate,
      created_at: createdAt,
      expires_at: facts.expiresAt ?? new Date(createdAt.getTime() + 20 * MINUTE_MS),
      paid_at: status === 'paid' || status === 'refunded' ? createdAt : null,
      ended_at: ended ? createdAt : null,
      ended_because: ended ? status : null,
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
}

/** A paid order of 1,000 riyals in two parts: 400 were paid with it, 600 are due in thirty days. */
export async function orderInParts(db: Database, facts: OrderFacts & { dueAt?: Date }) {
  const { dueAt = inDays(30), ...ordered } = facts
  return db.transaction().execute(async (tx) => {
    const placed = await order(tx, { ...ordered, totalHalalas: 100_000 })
    const now = facts.createdAt ?? new Date()
    await tx.updateTable('orders').set({ unpaid_halalas: 60_000 }).where('id', '=', placed.id).execute()
    const part = (number: number, amount: number, net: number) => ({
      ...{ order_id: placed.id, part: number, amount_halalas: amount, net_halalas: net, vat_halalas: amount - net },
    })
    await tx
      .insertInto('order_parts')
      .values([
        { ...part(1, 40_000, 34_783), due_at: now, paid_at: now },
        { ...part(2, 60_000, 52_174), due_at: dueAt, paid_at: null },
      ])
      .execute()
    await tx
      .insertInto('payment_attempts')
      .values({
        ...{ id: randomUUID(), order_id: placed.id, provider: 'sandbox', provider_reference: randomUUID() },
        ...{ status: 'paid', amount_halalas: 40_000, paid_halalas: 40_000, paid_currency: 'SAR' },
        ...{ created_at: now, updated_at: now },
      })
      .execute()
    return placed
  })
}

export type ReviewFacts = {
  courseId: number
  userId?: number | null
  userName?: Words
  rate?: number
  comment?: Words
  featured?: boolean
  createdAt?: Date
}

export async function review(db: Database, facts: ReviewFacts): Promise<number> {
  const { id } = await db
    .insertInto('reviews')
    .values({
      course_id: facts.courseId,
      user_id: facts.userId ?? null,
      user_name: localized(facts.userName ?? { ar: 'سارة', en: 'Sara' }),
      rate: facts.rate ?? 5,
      comment: localized(facts.comment ?? { ar: 'دورة نافعة', en: 'A useful course' }),
      featured: facts.featured ?? false,
      created_at: facts.createdAt ?? inDays(-1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
