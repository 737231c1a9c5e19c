/** The job that tells the learners of a run of new files: one mail for those that were added one after another. */
import { linksFor } from '../../links.ts'
import { materialEmails as ar } from '../../locales/ar/emails/emails-materials.ts'
import { materialEmails as en } from '../../locales/en/emails/emails-materials.ts'
import { inLang } from '../../locales/localized.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderMailData, orderTexts } from '../orders/order-mails.server.ts'
import { claimUntold, learnersOf } from './queries.server.ts'

const TEXTS = { ar, en }
/** Since the last file: who adds several, or takes a wrong one back, writes one mail. */
const PAUSE_MS = 15 * MINUTE_MS

/** `db` is the transaction that adds the file. */
export const enqueueMaterialMails = (db: Database, runId: number) =>
  enqueue(db, 'tellOfMaterials', { runId }, { key: `materials:${runId}`, delayMs: PAUSE_MS })

export async function tellOfMaterials({ db, settings, now }: Services, runId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const added = await claimUntold(tx, runId, now())
    if (added.length === 0) return
    for (const orderId of await learnersOf(tx, runId)) {
      const data = await orderMailData(tx, orderId)
      if (!data) continue
      const { order, lang, learner, footer, reason } = data
      const t = TEXTS[lang]
      const course = inLang(order.courseName, lang)
      const content = renderEmail({
        lang,
        title: t.title,
        paragraphs: [orderTexts[lang].paid.greeting(learner.firstName), t.body(course, added.length)],
        facts: added.map(({ name }) => [t.file, name] as [string, string]),
        action: { label: t.open, url: settings.publicUrl + linksFor(lang).myCourses },
        footer,
        reason,
      })
      const about = `materials:${orderId}:${added.at(-1)!.id}`
      await sendEmail(tx, now(), { to: learner.email, lang, subject: t.subject(course), ...content, about })
    }
  })
}
