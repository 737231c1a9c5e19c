/** A busy institute for the pages of the desk: the demonstration, and what it has none of. */
import { sql } from 'kysely'
import { fillDemonstration } from '../../app/composition/demonstration/fill.server.ts'
import { registerUsed } from '../../app/features/pictures/library.server.ts'
import type { SignedInUser } from '../../app/platform/context.server.ts'
import { dayOf } from '../../app/platform/days.ts'
import { DAY_MS } from '../../app/platform/durations.ts'
import { apiAs } from './api-as.ts'
import type { TestApp } from './app.ts'
import { learner } from './factories.ts'

export type DeskRecords = Awaited<ReturnType<typeof fillDeskRecords>>

/** @returns an Owner, and a record for each kind of page, of those that show most */
export async function fillDeskRecords(app: TestApp) {
  await registerUsed(app.services)
  const failures = await fillDemonstration(app.services)
  if (failures.length > 0) throw new Error(failures.join('\n'))
  const owner = await learner(app.db, { roles: ['Owner'] })
  const money = await fillMoney(app, owner)
  await saveView(app, owner)
  const one = async (query: string) => {
    const { rows } = await sql<{ found: string | number }>`${sql.raw(`select (${query}) as found`)}`.execute(app.db)
    const found = rows[0]?.found
    if (found === null || found === undefined) throw new Error(`The demonstration has none: ${query}`)
    return String(found)
  }
  const inRun = (more: string) => `select s.id from schedules s where s.cancelled_at is null and ${more}`
  const paidIn = `(select count(*) from orders o where o.schedule_id = s.id and o.status = 'paid')`
  return {
    owner,
    content: await learner(app.db, { roles: ['Content'], lang: 'en' }),
    ...money,
    inParts: await one(
      `select order_id from order_parts where paid_at is null and due_at < now() - interval '7 days' limit 1`,
    ),
    plan: await one('select id from payment_plans limit 1'),
    attended: await one(`select session_id from attendance group by 1 order by count(*) desc limit 1`),
    ended: await one(`${inRun('s.ends_at < now()')} order by ${paidIn} desc limit 1`),
    coming: await one(`${inRun('s.starts_at > now()')} order by ${paidIn} desc, s.id limit 1`),
    waited: await one('select schedule_id from waiting_places group by 1 order by count(*) desc limit 1'),
    session: await one(`select n.id from run_sessions n where n.schedule_id =
      (${inRun('s.starts_at > now()')} order by ${paidIn} desc, s.id limit 1) order by n.starts_at limit 1`),
    media: await one(`select id from media where kind = 'picture' and cut_from is null order by id limit 1`),
    lessonsOf: await one('select course_id as id from lessons limit 1'),
    lesson: await one('select id from lessons order by position limit 1'),
    course: await one(`select id from courses where english_stale <> '{}' limit 1`),
    article: await one(`select id from articles where english_stale <> '{}' limit 1`),
    comparedArticle: await one('select id from articles order by version desc limit 1'),
    compared: await one(`select id from courses order by version desc limit 1`),
    refunded: await one(`select order_id from refunds order by requested_at desc limit 1`),
    movable: await one(`select o.id from orders o join schedules s on s.id = o.schedule_id
      where o.status = 'paid' and s.cancelled_at is null and s.starts_at > now() order by o.id limit 1`),
    transfer: await one('select order_id from transfers where receipt_file is not null limit 1'),
    coupon: await one('select id from coupons order by id limit 1'),
    company: await one('select id from companies order by id limit 1'),
    quote: await one(`select id from quotes where state = 'accepted' limit 1`),
    invoice: await one(`select number from invoices where kind = 'invoice' order by counter limit 1`),
    invoicedOrder: await one(
      `select reference from orders where id = (select order_id from invoices where kind = 'invoice' order by counter limit 1)`,
    ),
    learner: await one('select user_id from orders group by 1 order by count(*) desc limit 1'),
    writer: await one('select author_id from moderation_decisions where author_id is not null limit 1').catch(() =>
      one('select author_id from comments group by 1 order by count(*) desc limit 1'),
    ),
    otherLearner: await one('select user_id from orders group by 1 order by count(*), user_id limit 1'),
    enquiry: await one('select reference from leads order by id limit 1'),
    answerTemplate: await one('select id from answer_templates order by id limit 1'),
    review: await one('select id from reviews where answered_at is not null limit 1'),
    otherReview: await one('select id from reviews where hidden_at is not null limit 1'),
    application: await one('select lead_id from lead_reviews limit 1').then((id) =>
      one(`select reference from leads where id = ${id}`),
    ),
    trainer: await one('select id from trainers order by id limit 1'),
    question: await one('select id from faq_questions order by id limit 1'),
    questionGroup: await one('select key from faq_groups order by position limit 1'),
    banner: await one('select id from banners order by id limit 1'),
    organisation: await one('select id from organisations order by id limit 1'),
    specialization: await one('select id from specializations order by id limit 1'),
    staff: await one(`select id from users where email = 'admin@maahad.example'`),
  }
}

const COLUMNS = 'Date,Type,ID,Description,Scheme,Amount,Fee,VAT,Net,Settlement ID'

/** Files of the bank and of the payment company, chargebacks, a payment of nobody, a series of coupons, a closed month. */
async function fillMoney(app: TestApp, owner: SignedInUser) {
  const { bankStatements, payouts, chargebacks, coupons, closing } = apiAs(app, owner)
  const now = app.services.now()
  const today = dayOf(now)
  const { rows: paid } = await sql<{ orderId: string; number: string; amount: string }>`
    select a.order_id as "orderId", a.provider_reference as number, (a.paid_halalas / 100.0)::numeric(12, 2) as amount
    from payment_attempts a join orders o on o.id = a.order_id
    where a.provider = 'sandbox' and a.paid_halalas is not null and o.method = 'online' and o.status = 'paid' and o.refunded_halalas = 0 order by a.created_at desc limit 3`.execute(
    app.db,
  )
  const [matched, disputed, lost] = paid
  if (!matched || !disputed || !lost) throw new Error('The demonstration has too few payments.')
  const file = (text: string, name: string) => ({ file: new File([text], name) })

  await payouts.setPayoutTerms({ provider: 'sandbox', scheme: 'card', percent: '2.5', fixedHalalas: 100 })
  const row = (type: string, id: string, amount: string) => `${today},${type},${id},,visa,${amount},26.00,3.90,,S-1`
  const read = await payouts.importPayouts(
    file(
      [COLUMNS, row('payment', matched.number, matched.amount), row('payment', 'nobody', '50.00')].join('\n'),
      'S-1.csv',
    ),
  )
  const unreadPayouts = await payouts.importPayouts({
    ...file(`يوم الحركة,طلب المتدرب,القيمة\n${today},M-1,1000.00\n`, 'تسوية.csv'),
    reference: 'S-2',
  })

  const statement = await bankStatements.importStatement(
    file(
      `Date,Description,Amount,Reference\n${today},حوالة واردة,100.00,FT1\n${today},رسوم,-5.75,FT2\nx,y,z,1\n`,
      'bank.csv',
    ),
  )
  const unreadStatement = await bankStatements.importStatement(file(`التاريخ,البيان\n${today},حوالة\n`, 'كشف.csv'))

  const dispute = { reason: 'لم يتعرف صاحب البطاقة على الدفعة', dueOn: dayOf(new Date(+now + 9 * DAY_MS)) }
  const { id } = await chargebacks.recordChargeback({ id: disputed.orderId, ...dispute })
  await chargebacks.noteChargeback({ id, kind: 'evidence', note: 'أُرسل كشف الحضور وصورة الفاتورة.' })
  const decided = await chargebacks.recordChargeback({ id: lost.orderId, ...dispute })
  await chargebacks.decideChargeback({
    id: decided.id,
    outcome: 'lost',
    seat: 'keep',
    reason: 'قبل البنك الاعتراض.',
  })

  const unmatched = { kind: 'unmatched', amount_halalas: 1150_00, currency: 'SAR', seen_at: new Date(+now - DAY_MS) }
  const payment = await app.db
    .insertInto('unmatched_payments')
    .values({ ...unmatched, provider: 'sandbox', provider_reference: 'PAY-1' })
    .returning('id')
    .executeTakeFirstOrThrow()

  const series = await coupons.createCouponSeries({
    ...{ name: 'معرض التدريب', pattern: 'FAIR-??????', count: 3, note: { ar: 'معرض التدريب' }, percent: 10 },
    ...{ amountHalalas: null, firstDay: today, lastDay: null, totalLimit: 1, perLearnerLimit: 1 },
    ...{ minimumHalalas: null, courseIds: null, emailDomain: null, companyIds: null },
  })

  const { months } = await closing.closings({})
  const { month } = months.find(({ state }) => state === 'next')!
  const { fingerprint } = await closing.closing({ month })
  await closing.closeMonth({ month, fingerprint, note: 'طابق كشف البنك', acceptOpen: true })
  return {
    payout: read.payouts[0]!.id,
    payoutFiles: [read.id, unreadPayouts.id],
    statements: [statement.id, unreadStatement.id],
    disputed: disputed.orderId,
    payment: String(payment.id),
    series: String(series.id),
    closedMonth: month,
    openMonth: today.slice(0, 7),
  }
}

async function saveView(app: TestApp, owner: SignedInUser): Promise<void> {
  await apiAs(app, owner).savedViews.saveView({
    list: 'orders',
    name: 'مدفوعة',
    query: { status: 'paid' },
    isShared: true,
  })
}
