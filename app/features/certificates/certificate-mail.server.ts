/** Tells learners of their certificates, in the transaction that issues them: a mail and a notice on the site. */
import { linksFor } from '../../links.ts'
import { certificateEmails as ar } from '../../locales/ar/emails/emails-certificates.ts'
import { certificateEmails as en } from '../../locales/en/emails/emails-certificates.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { ownReviewLink } from '../catalogue/own-review.ts'
import { paragraphsOf } from '../mail-notes/mail-notes.ts'
import { isolated } from '../messages/email-content.ts'
import { emailFooter, mailNote } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { certificateAddress } from './certificate-links.ts'
import { findReceiver, insertNotice } from './queries.server.ts'

const TEXTS = { ar, en }

type Issued = {
  id: number
  orderId: string
  code: string
  number: string
  /** The name that it shows. */
  holder: string
  /** The number of the one whose place it takes. */
  replaces?: string | undefined
}

/** In the language of the learner's account, once; nobody is told whose account was erased. */
export async function mailCertificate(
  tx: Tx,
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  issued: Issued,
): Promise<void> {
  const to = await findReceiver(tx, issued.orderId)
  if (!to) return
  await insertNotice(tx, { userId: to.userId, certificateId: issued.id, at: now() })
  const { lang, firstName, slug } = to
  const content = certificateMail({
    ...{ ...issued, lang, firstName, course: inLang(to.course, lang) },
    ...{ publicUrl: settings.publicUrl, footer: await emailFooter(tx, lang) },
    note: await mailNote(tx, 'certificate', lang),
    review: to.isReviewed || issued.replaces ? undefined : reviewLink(lang, slug),
  })
  await sendEmail(tx, now(), { to: to.email, lang, about: `certificate:${issued.code}`, ...content })
}

/** By the sign-in: a mail is often opened where nobody is signed in, and the form is only for learners. */
const reviewLink = (lang: Lang, slug: string) => linksFor(lang).login(ownReviewLink(lang, slug))

/** @param mail.note what the institute adds */
export function certificateMail(
  mail: Omit<Issued, 'id' | 'orderId'> & {
    lang: Lang
    firstName: string
    course: string
    publicUrl: string
    footer: [name: string, ...reach: string[]]
    note: string | undefined
    /** Where the learner may review the course; undefined when they have. */
    review: string | undefined
  },
) {
  const { lang, course, number, holder, replaces } = mail
  const t = TEXTS[lang]
  const content = renderEmail({
    lang,
    title: t.title,
    paragraphs: [
      t.greeting(isolated(mail.firstName)),
      t.body(isolated(course)),
      ...(replaces ? [t.replaces(isolated(replaces))] : []),
      ...paragraphsOf(mail.note, { name: mail.firstName, course, number }),
      t.mistake,
    ],
    facts: [
      [t.facts.number, number],
      [t.facts.holder, holder],
      [t.facts.course, course],
    ],
    action: { label: t.action, url: mail.publicUrl + certificateAddress(lang, mail.code) },
    more: mail.review ? [{ label: t.review, url: mail.publicUrl + mail.review }] : [],
    footer: mail.footer,
    reason: t.reason,
  })
  return { subject: t.subject(isolated(course)), ...content }
}
