/** What learners ordered, paid, asked back and wait for. */
import { offerSeats } from '../../features/runs/waiting.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { receiptPicture } from './files.server.ts'
import type { LearnerName } from './people.ts'
import type { Stage } from './stage.server.ts'
import type { Story } from './story.ts'

type Way = 'card' | 'transfer' | 'free'

/** A seat that is bought: placed and paid at once, or by a transfer that Finance finds a day later. */
export function buys(
  story: Story,
  learner: LearnerName,
  run: string,
  days: number,
  way: Way = 'card',
  couponCode?: string,
) {
  const place = learner === 'guest' ? 0 : learner
  const clock = `${String(9 + (place % 11)).padStart(2, '0')}:${String((place * 17) % 60).padStart(2, '0')}`
  const name = orderName(learner, run)
  story.at(days, clock, async (stage, at) => {
    const { courseId, id: scheduleId } = story.run(run)
    const method = way === 'transfer' ? ('transfer' as const) : ('online' as const)
    const coupon = way === 'free' ? 'FREE100' : couponCode
    const input = { courseId, scheduleId, method, ...(coupon ? { couponCode: coupon } : {}) }
    const { id } = await stage.learner(learner, at).checkout.place(input as never)
    story.orders.set(name, id)
    if (way === 'card') await stage.card(id, new Date(+at + 90_000))
  })
  if (way === 'transfer')
    story.at(days + 1, '10:40', async (stage, at) => {
      await stage.staff('finance', at).transfers.approveTransfer({ id: story.order(name) })
    })
}

const orderName = (learner: LearnerName, run: string) => `${learner} in ${run}`

/** Orders in the states that the desk has work with, on runs of the content. */
export function openSales(story: Story) {
  type Then = (stage: Stage, id: string, at: Date) => Promise<unknown>
  // What follows at once is one event: between two of them, the job that ends overdue orders may run.
  const order = (
    learner: number,
    days: number,
    clock: string,
    courseKey: string,
    method: 'online' | 'transfer',
    then: Then = async () => undefined,
  ) =>
    story.at(days, clock, async (stage, at) => {
      const { id: courseId, runs } = stage.course(courseKey)
      const input = { courseId, scheduleId: runs[1] ?? runs[0], method, again: true }
      const placed = await stage.learner(learner, at).checkout.place(input as never)
      story.orders.set(orderName(learner, courseKey), placed.id)
      await then(stage, placed.id, new Date(+at + 2 * MINUTE_MS))
    })
  const pays: Then = (stage, id, at) => stage.card(id, at)
  const orderOf = (learner: number, courseKey: string) => story.order(orderName(learner, courseKey))
  const receipt = (learner: number, courseKey: string, days: number, clock: string) =>
    story.at(days, clock, async (stage, at) => {
      const id = orderOf(learner, courseKey)
      const file = await receiptPicture(at)
      await stage.learner(learner, at).transfers.sendReceipt({ id, file })
    })

  // Transfers that wait: two with a receipt, one whose receipt was declined, one without.
  order(12, -2, '11:20', 'contracts-drafting', 'transfer')
  receipt(12, 'contracts-drafting', -1, '09:45')
  order(8, -1, '13:05', 'vat-zakat-practice', 'transfer')
  receipt(8, 'vat-zakat-practice', -1, '20:10')
  order(26, -2, '16:30', 'business-english', 'transfer')
  receipt(26, 'business-english', -2, '17:00')
  story.at(-1, '11:15', async (stage, at) => {
    const id = orderOf(26, 'business-english')
    const reason = 'الإيصال لا يُظهر رقم الطلب ولا المبلغ كاملًا'
    await stage.staff('finance', at).transfers.declineTransfer({ id, reason })
  })
  order(13, -1, '21:40', 'pmp-preparation', 'transfer')

  // Never paid: expired, cancelled, declined by the bank.
  order(14, -6, '22:15', 'pmp-preparation', 'online')
  order(19, -5, '19:30', 'contracts-drafting', 'transfer', (stage, id, at) =>
    stage.learner(19, at).checkout.cancel({ id, reason: 'تغيّر موعد إجازتي' }),
  )
  order(20, -4, '18:05', 'data-analysis-power-bi', 'online', (stage, id, at) => stage.card(id, at, 'failed'))
  // Charged all the same, as the payment company finds later: Finance attaches it to the order, or sends it back.
  story.at(-3, '09:20', async (stage, at) => {
    const id = orderOf(20, 'data-analysis-power-bi')
    const { totalHalalas } = await stage.learner(20, at).checkout.order({ id })
    await stage.cardOfNobody(totalHalalas, at)
  })

  // Paid, and asked back: it waits for Finance.
  order(21, -3, '20:25', 'data-analysis-power-bi', 'online', pays)
  story.at(-1, '08:30', async (stage, at) => {
    const id = orderOf(21, 'data-analysis-power-bi')
    await stage.learner(21, at).refunds.requestRefund({ id, reason: 'انتقل عملي إلى مدينة أخرى ولا أستطيع الحضور' })
  })
  order(1, -12, '12:10', 'business-english', 'online', pays)
}

/** A course that can be paid in parts: one learner's next part is due soon, another's was missed. */
export function paidInParts(story: Story) {
  const COURSE = 'accounting-diploma'
  story.at(-27, '10:15', async (stage, at) => {
    const { id } = stage.course(COURSE)
    await stage.staff('finance', at).paymentPlans.addPaymentPlan({
      ...{ name: 'ثلاث دفعات للدبلوم', depositPercent: 30, depositHalalas: null, fromHalalas: null, isActive: true },
      parts: [
        { percent: 50, days: 14, from: 'order' },
        { percent: 50, days: 30, from: 'afterStart' },
      ],
      courseIds: [id],
    })
  })
  const inParts = (learner: LearnerName, days: number, clock: string) =>
    story.at(days, clock, async (stage, at) => {
      const { id: courseId, runs } = stage.course(COURSE)
      const place = { courseId, scheduleId: runs[0] }
      const api = stage.learner(learner, at).checkout
      const { plan } = await api.summary(place as never)
      const { id } = await api.place({ ...place, method: 'online', plan: plan?.key, again: true } as never)
      await stage.card(id, new Date(+at + 2 * MINUTE_MS))
    })
  inParts('guest', -12, '20:05')
  inParts(22, -25, '18:40')
}

/** A full run with people waiting: a seat is given back, and offered to the first of them. */
export function waitingList(story: Story, run: string) {
  for (const [index, learner] of [10, 17, 24, 2, 21, 27].entries())
    story.at(-8 + index, '15:20', async (stage, at) => {
      await stage.learner(learner, at).runs.joinWaiting({ id: story.run(run).id })
    })
  story.ago(100, async (stage, at) => {
    const id = story.order(orderName(16, run))
    const reason = 'طلب المتدرب الانسحاب لظرف صحي، وقُبل استثناءً'
    await stage.staff('finance', at).refunds.refund({ id, reason })
    await offerSeats({ ...stage.services, now: () => at })
  })
}
