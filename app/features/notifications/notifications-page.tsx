import { data, Form, Link, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { agoOf } from '../../locales/ago.ts'
import { foldDigits } from '../../locales/digits.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import { textLanguage } from '../../locales/text-language.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { type PageRequest, pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Face } from '../../ui/content/face.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { IconTile } from '../../ui/icons/icon-tile.tsx'
import { Pagination } from '../../ui/navigation/pagination.tsx'
import { AuthorName } from '../authors/author-line.tsx'
import { ProfileSection } from '../profile/profile-section.tsx'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/notifications-page'
import type { Choice, Notice, NotificationSettings } from './contract.ts'
import { MailChoices } from './mail-choices.tsx'
import { noticeLinksFor } from './notice-links.ts'
import styles from './notifications-page.module.css'

const PAGE_SIZE = 12

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const query = new URL(request.url).searchParams
  const opened = query.get('open')
  const target = opened === null ? undefined : await openNotice(page, opened)
  if (target) throw redirect(target)
  const requestedPage = Number(/^\d{1,6}$/.exec(foldDigits(query.get('page') ?? ''))?.[0] ?? 1)
  const PageIndex = Math.max(1, requestedPage)
  const [{ items, totalCount, unread }, choices] = await Promise.all([
    page.api.notifications.list({ PageIndex, PageSize: PAGE_SIZE }),
    page.api.notifications.settings({}),
  ])
  const done = query.get('done')
  return {
    ...{ items, totalCount, unread, choices, page: PageIndex, now: page.now.toISOString() },
    isGone: opened !== null,
    done: done === 'read' || done === 'saved' ? done : null,
  }
}

/** The address of a notice's subject; undefined when it is no longer public. */
async function openNotice({ api, describe }: PageRequest, id: string): Promise<string | undefined> {
  try {
    return (await api.notifications.markRead({ id: foldDigits(id) })).link
  } catch (error) {
    if (describe(error)) return undefined
    throw error
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const here = noticeLinksFor(page.lang).list()
  if (form.get('intent') === 'markRead') {
    await page.api.notifications.markRead({})
    return redirect(`${here}?done=read`, 303)
  }
  try {
    const [mentions, comments] = ['mentions', 'comments'].map((name) => String(form.get(name)) as Choice)
    await page.api.notifications.changeSettings({
      ...{ mentions: mentions!, comments: comments! },
      news: String(form.get('news') ?? '') as NotificationSettings['news'],
      followOwn: form.has('followOwn'),
    })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure }, { status: failure.status })
  }
  return redirect(`${here}?done=saved#emails`, 303)
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).profile.notifications
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** A member's notices and the choice of mails. */
export default function NotificationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('profile').notifications
  const lang = useLang()
  const { items, totalCount, unread, choices, page, now, isGone, done } = loaderData
  return (
    <ProfileSection title={t.title} lead={unread > 0 ? t.unread(unread) : t.lead}>
      {isGone ? <Alert kind="info">{t.gone}</Alert> : null}
      {done === 'read' ? <Alert kind="success">{t.read}</Alert> : null}
      {unread > 0 ? (
        <Form method="post" preventScrollReset>
          <SubmitButton name="intent" value="markRead" variant="quiet" size="small" icon="check">
            {t.markRead}
          </SubmitButton>
        </Form>
      ) : null}
      {items.length === 0 ? (
        <EmptyState
          title={t.emptyTitle}
          body={t.emptyBody}
          action={<ButtonLink to={linksFor(lang).community()}>{t.browse}</ButtonLink>}
        />
      ) : (
        <ol className={styles.notices}>
          {items.map((notice) => (
            <li key={notice.id}>
              <OneNotice notice={notice} now={now} />
            </li>
          ))}
        </ol>
      )}
      <Pagination page={page} pageCount={Math.ceil(totalCount / PAGE_SIZE)} hrefOf={noticeLinksFor(lang).list} />
      <MailChoices choices={choices} failure={actionData?.failure} isSaved={done === 'saved'} />
    </ProfileSection>
  )
}

function OneNotice({ notice, now }: { notice: Notice; now: string }) {
  const { id, kind, isRead, createdAt, by, on, excerpt } = notice
  const t = useTexts('profile').notifications
  const writing = useTexts('writing')
  const lang = useLang()
  return (
    <article className={styles.notice} data-unread={!isRead || undefined}>
      {by ? (
        <Face src={by.picture} name={by.name} size={40} />
      ) : (
        <IconTile icon="certificate" colour={BRAND_COLOURS.pine} size={40} />
      )}
      <div className={styles.words}>
        <p>
          {by ? <AuthorName author={by} /> : null} {t.did[kind]}{' '}
          <Link to={noticeLinksFor(lang).open(id)} className={styles.title}>
            <bdi {...textLanguage(on.title, lang)}>{keepSigns(on.title)}</bdi>
          </Link>
        </p>
        <p className={styles.excerpt} {...textLanguage(excerpt, lang)}>
          {by ? keepSigns(excerpt) : <bdi dir="ltr">{excerpt}</bdi>}
        </p>
        <p className={styles.when}>
          <time dateTime={createdAt} title={`${formatDay(createdAt, lang)} · ${formatTime(createdAt, lang)}`}>
            {writing.ago(agoOf(createdAt, now))}
          </time>
          {isRead ? null : <Badge tone="mint">{t.isUnread}</Badge>}
        </p>
      </div>
    </article>
  )
}
