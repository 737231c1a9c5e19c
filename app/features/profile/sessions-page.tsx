import { data, Form, redirect } from 'react-router'
import { agoOf } from '../../locales/ago.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Session } from '../sessions/contract.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/sessions-page'
import list from './guard-list.module.css'
import { ProfileSection } from './profile-section.tsx'
import { sectionAddress } from './profile-sections.ts'

const DONE = ['ended', 'endedOthers'] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const query = new URL(request.url).searchParams
  return {
    sessions: await page.api.sessions.sessions({}),
    now: page.now.toISOString(),
    done: DONE.find((key) => query.get('done') === key) ?? null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const id = (await request.formData()).get('id')
  const here = sectionAddress('sessions', page.lang)
  try {
    await page.api.sessions.endSessions(id === null ? {} : { id: String(id) })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    // The session has ended already, which is what was requested.
    if (failure.code !== 'notFound') return data({ failure }, { status: failure.status })
  }
  return redirect(`${here}?done=${id === null ? 'endedOthers' : 'ended'}`, 303)
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).sessions
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** Lists the account's sessions; ends them. */
export default function SessionsPage({ loaderData: { sessions, now, done }, actionData }: Route.ComponentProps) {
  const t = useTexts('sessions')
  const here = sessions.filter(({ isCurrent }) => isCurrent)
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <ProfileSection title={t.title} lead={t.lead} under="security">
      {actionData ? (
        <Alert kind="error" about={actionData}>
          {actionData.failure.message}
        </Alert>
      ) : null}
      {done && !actionData ? <Alert kind="success">{t[done]}</Alert> : null}
      <section aria-labelledby="here" className={list.group}>
        <h3 id="here">{t.hereTitle}</h3>
        <ul className={list.list}>
          {here.map((session) => (
            <SessionRow key={session.id} session={session} now={now} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="others" className={list.group}>
        <h3 id="others">{t.othersTitle}</h3>
        {others.length === 0 ? (
          <p className={list.none}>{t.noOthers}</p>
        ) : (
          <>
            <ul className={list.list}>
              {others.map((session) => (
                <SessionRow key={session.id} session={session} now={now} />
              ))}
            </ul>
            <Form method="post" preventScrollReset>
              <SubmitButton>{t.endOthers}</SubmitButton>
            </Form>
          </>
        )}
      </section>
    </ProfileSection>
  )
}

const ICONS = { phone: 'phone', tablet: 'phone', computer: 'laptop', unknown: 'globe' } as const

function SessionRow({ session, now }: { session: Session; now: string }) {
  const t = useTexts('sessions')
  const { ago } = useTexts('writing')
  const lang = useLang()
  const { id, device, kind, ip, createdAt, lastUsedAt, isCurrent } = session
  return (
    <li className={list.row}>
      <span className={list.mark}>
        <Icon name={ICONS[kind]} size={22} />
      </span>
      <div className={list.what}>
        <h4>{device}</h4>
        <dl className={list.facts}>
          {isCurrent ? null : (
            <div>
              <dt>{t.used}</dt>
              <dd>{ago(agoOf(lastUsedAt, now))}</dd>
            </div>
          )}
          <div>
            <dt>{t.since}</dt>
            <dd>
              <time dateTime={createdAt}>
                {formatDay(createdAt, lang)} {formatTime(createdAt, lang)}
              </time>
            </dd>
          </div>
          <div>
            <dt>{t.address}</dt>
            <dd>
              <bdi dir="ltr">{ip}</bdi>
            </dd>
          </div>
        </dl>
      </div>
      {isCurrent ? (
        <Badge tone="mint">{t.here}</Badge>
      ) : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="quiet" size="small" aria-label={t.endNamed(device)}>
            {t.end}
          </SubmitButton>
        </Form>
      )}
    </li>
  )
}
