/** Mails of notices, in the member's language, grouped by subject. */
import { linksFor } from '../../links.ts'
import { notificationEmails as ar } from '../../locales/ar/emails/emails-notifications.ts'
import { writing as arWriting } from '../../locales/ar/writing.ts'
import { notificationEmails as en } from '../../locales/en/emails/emails-notifications.ts'
import { writing as enWriting } from '../../locales/en/writing.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Services } from '../../platform/context.server.ts'
import { excerptOf } from '../../platform/markdown/markdown.server.ts'
import { authorOf } from '../authors/authors.server.ts'
import { type EmailGroup, isolated } from '../messages/email-content.ts'
import { emailFooter } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { noticeLinksFor } from './notice-links.ts'
import { placeOf } from './notice-place.ts'
import type { Receiver, TextNoticeRow } from './notice-queries.server.ts'
import { type Kind, unsubscribeToken } from './unsubscribe-token.server.ts'

const TEXTS = { ar, en }
const WRITING = { ar: arWriting, en: enWriting }
const EXCERPT_LETTERS = 280
/** Longer mails are truncated by mail clients and not read. */
const MAX_SHOWN = 20

/** `db` of the services is the transaction that claims the notices. */
type Sender = Pick<Services, 'db' | 'now' | 'settings'>

/** The prompt mail: one notice, or those of 15 minutes. */
export async function mailNotices(sender: Sender, to: Receiver, notices: TextNoticeRow[]): Promise<void> {
  const t = TEXTS[to.lang]
  const [first] = notices
  const name = isolated(nameOf(first!, to.lang))
  const firstName = isolated(to.first_name)
  const about = `notices:${notices.map(({ id }) => id).join(',')}`
  if (notices.length > 1) {
    const subject = t.several.subject(notices.length)
    return send(sender, to, notices, { subject, title: t.several.title, body: t.several.body(firstName), about })
  }
  const subject =
    first!.kind === 'comment' ? t.comment.subject(isolated(titleOf(first!, to.lang))) : t[first!.kind].subject(name)
  const { title, body } = t[first!.kind]
  await send(sender, to, notices, { subject, title, body: body(firstName, name), about })
}

/** The summary of a day; a second one for the same day is not stored. */
export async function mailDigest(sender: Sender, to: Receiver, notices: TextNoticeRow[], day: string): Promise<void> {
  const { subject, title, body } = TEXTS[to.lang].digest
  await send(sender, to, notices, {
    subject: subject(notices.length),
    title,
    body: body(isolated(to.first_name)),
    about: `digest:${to.id}:${day}`,
  })
}

type Words = { subject: string; title: string; body: string; about: string }

async function send(sender: Sender, to: Receiver, notices: TextNoticeRow[], words: Words): Promise<void> {
  const { settings, db, now } = sender
  const { lang } = to
  const t = TEXTS[lang]
  const links = noticeLinksFor(lang)
  const shown = notices.slice(0, MAX_SHOWN)
  const groups = groupsOf(shown, lang, settings.publicUrl)
  const kind = kindOf(notices)
  const token = unsubscribeToken(settings, { userId: to.id, kind })
  const more = notices.length - shown.length
  const content = renderEmail({
    lang,
    title: words.title,
    paragraphs: [words.body, ...(more > 0 ? [t.more(more)] : [])],
    groups,
    action:
      shown.length === 1
        ? { label: t.read, url: groups[0]!.items[0]!.url }
        : { label: t.open, url: settings.publicUrl + links.list() },
    footer: await emailFooter(db, lang),
    reason: t.reason,
    optOut: { label: t.optOut[kind], url: settings.publicUrl + links.unsubscribe(token) },
  })
  await sendEmail(db, now(), {
    to: to.email,
    subject: words.subject,
    lang,
    about: words.about,
    unsubscribeUrl: `${settings.publicUrl}/api/Notifications/unsubscribe?token=${token}`,
    ...content,
  })
}

function kindOf(notices: TextNoticeRow[]): Kind {
  if (notices.every(({ kind }) => kind !== 'comment')) return 'mentions'
  return notices.every(({ kind }) => kind === 'comment') ? 'comments' : 'all'
}

/** Grouped by subject, in the order of the first notice about each. */
function groupsOf(notices: TextNoticeRow[], lang: Lang, publicUrl: string): EmailGroup[] {
  const groups = new Map<string, EmailGroup>()
  const site = linksFor(lang)
  for (const notice of notices) {
    const place = placeOf(notice)
    const path = place.on.kind === 'post' ? site.post(place.on.id) : site.article(place.on.slug)
    const group = groups.get(path) ?? { title: titleOf(notice, lang), url: publicUrl + path, items: [] }
    groups.set(path, group)
    group.items.push({
      who: TEXTS[lang].who[notice.kind](isolated(nameOf(notice, lang))),
      text: excerptOf(notice.text, EXCERPT_LETTERS),
      url: publicUrl + noticeLinksFor(lang).place(place),
    })
  }
  return [...groups.values()]
}

const nameOf = ({ author }: TextNoticeRow, lang: Lang) => authorOf(author, lang).name ?? WRITING[lang].formerMember

const titleOf = ({ post, article }: TextNoticeRow, lang: Lang) => post?.title ?? inLang(article!.title, lang)
