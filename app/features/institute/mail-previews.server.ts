/** Mails to learners with the institute's notes, as they would go out, about an invented learner and course. */
import type { Institute } from '../../../db/shapes.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { mailSamples } from '../../locales/mail-samples.ts'
import type { Context } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { ownReviewLink } from '../catalogue/own-review.ts'
import { certificateMail } from '../certificates/certificate-mail.server.ts'
import { accountMail, refundMail } from '../ledger/refund-mails.server.ts'
import type { NoteKind } from '../mail-notes/mail-notes.ts'
import { emailFooter } from '../messages/institute-contacts.server.ts'
import { type OrderMailData, orderTexts, paidMail } from '../orders/order-mails.server.ts'
import { offerMail, runMail } from '../runs/run-mails.server.ts'
import { declinedMail, instructionsMail, restMail } from '../transfers/transfer-mails.server.ts'

export type Preview = { subject: string; html: string }

/** @param note instead of the stored one */
export async function previewOf(ctx: Context, kind: NoteKind, lang: Lang, note: string | undefined): Promise<Preview> {
  const { learner, course, reason, reasonOfRefund, answer, receipt, bank } = mailSamples
  const now = ctx.now()
  const [startsAt, endsAt] = [30, 34].map((days) => new Date(now.getTime() + days * DAY_MS)) as [Date, Date]
  const footer = await emailFooter(ctx.db, lang)
  const { publicUrl } = ctx.settings
  if (kind === 'certificate') {
    const person = { lang, firstName: learner[lang], holder: learner[lang], course: inLang(course, lang) }
    return certificateMail({
      ...person,
      footer,
      publicUrl,
      note,
      number: '2026-0001',
      code: 'example',
      review: ownReviewLink(lang, 'course'),
    })
  }
  const order: OrderMailData['order'] = {
    ...{ id: '00000000-0000-4000-8000-000000000000', reference: 'M-2026-0000001', userId: 1, status: 'paid', lang },
    ...{ couponCode: null, courseName: course, priceHalalas: 1150_00, discountHalalas: 0, totalHalalas: 1150_00 },
    ...{ netHalalas: 1000_00, vatHalalas: 150_00, vatTreatment: 'standard', vatRatePercent: 15 },
    ...{
      createdAt: now,
      terms: null,
      expiresAt: new Date(now.getTime() + 3 * DAY_MS),
      paidAt: now,
      endedBecause: null,
      isOffer: false,
      courseId: 1,
      slug: 'course',
      cover: '',
    },
    ...{
      deliveryMethod: 1,
      hasLessons: false,
      method: 'online',
      refundedHalalas: 0,
      cancelReason: null,
      attempts: [],
      documents: [],
    },
    ...{ unpaidHalalas: 0, parts: [], mayOweParts: false, accessPausedAt: null },
    ...{ transfer: null, refunds: [], refundIbanEnd: null, movedTo: null, isFinished: false },
    run: {
      ...{ id: 1, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), weekdays: ['sun', 'tue'] },
      ...{ fromTime: '17:00', toTime: '20:00', city: { ar: 'الرياض', en: 'Riyadh' }, venue: null, moves: 1 },
      ...{ movedAt: now.toISOString(), freeExitUntil: startsAt.toISOString(), cancelledAt: null },
    },
  }
  if (kind === 'offered') {
    const person = {
      ...{ id: 1, userId: 1, lang, email: '', firstName: learner[lang], runId: 1, courseId: 1, slug: 'course' },
      ...{ courseName: course, startsAt },
    }
    const until = new Date(now.getTime() + 24 * HOUR_MS)
    return offerMail({ person, seat: order, footer, publicUrl, until, note })
  }
  const data = {
    ...{ order, lang, footer, reason: orderTexts[lang].reason },
    learner: { email: '', firstName: learner[lang], lastName: '', canSignIn: true },
  }
  const facts = { attemptId: null, amountHalalas: order.totalHalalas, keepsSeat: false }
  const refund = { ...facts, decisionReason: null, reason: reasonOfRefund[lang], answer: answer[lang] }
  const awaited = { ...data, order: { ...order, status: 'pending', method: 'transfer' } as const }
  switch (kind) {
    case 'enrolled':
      return paidMail(data, publicUrl, note)
    case 'transferAwaited':
      return instructionsMail(awaited, bank, publicUrl, note)
    case 'transferRest':
      return restMail(awaited, bank, order.totalHalalas - 150_00, publicUrl, note)
    case 'transferDeclined':
      return declinedMail(awaited, receipt[lang], publicUrl, note)
    case 'refundAccount':
      return accountMail(data, publicUrl, note)
    case 'refundAsked':
      return refundMail(data, 'asked', refund, publicUrl, note)
    case 'refundDeclined':
      return refundMail(data, 'declined', refund, publicUrl, note)
    case 'refunded':
      return refundMail(data, 'done', refund, publicUrl, note)
  }
  return runMail(data, kind, { formerStart: now, reason: reason[lang] }, publicUrl, note)
}

/** The note of a mail in a language, as it is stored. */
export const storedNote = (data: Institute | undefined, kind: NoteKind, lang: Lang) => data?.mailNotes?.[kind]?.[lang]
