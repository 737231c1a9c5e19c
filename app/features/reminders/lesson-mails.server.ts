/** The job that tells those who bought a recorded course before it had lessons that it has them now. */
import { lessonEmails as ar } from '../../locales/ar/emails/emails-lessons.ts'
import { lessonEmails as en } from '../../locales/en/emails/emails-lessons.ts'
import { inLang } from '../../locales/localized.ts'
import type { Services } from '../../platform/context.server.ts'
import { learnAddress } from '../lessons/lesson-links.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderMailData, orderTexts } from '../orders/order-mails.server.ts'
import { claimWaiting } from './queries.server.ts'

const TEXTS = { ar, en }

export async function tellOfLessons({ db, settings, now }: Services, courseId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const orderId of await claimWaiting(tx, courseId, now())) {
      const data = await orderMailData(tx, orderId)
      if (!data) continue
      const { order, lang, learner, footer, reason } = data
      const t = TEXTS[lang]
      const course = inLang(order.courseName, lang)
      const content = renderEmail({
        lang,
        title: t.title,
        paragraphs: [orderTexts[lang].paid.greeting(learner.firstName), t.body(course)],
        action: { label: t.open, url: settings.publicUrl + learnAddress(lang, courseId) },
        footer,
        reason,
      })
      const about = `lessons:${orderId}`
      await sendEmail(tx, now(), { to: learner.email, lang, subject: t.subject(course), ...content, about })
    }
  })
}
