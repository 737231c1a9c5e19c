import { Form, redirect } from 'react-router'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import type { Route } from './+types/unsubscribe-page'
import { noticeLinksFor } from './notice-links.ts'
import styles from './unsubscribe-page.module.css'

const KINDS = ['mentions', 'comments', 'news', 'all'] as const

export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const named = query.get('token')?.split('.')[1]
  return {
    kind: KINDS.find((kind) => kind === named),
    isDone: query.get('done') === 'yes',
    isRefused: query.get('done') === 'no',
  }
}

/** Needs no sign-in: the token from the mail authorizes it. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const here = noticeLinksFor(page.lang)
  try {
    await page.api.notifications.unsubscribe({ token: new URL(request.url).searchParams.get('token') ?? '' })
  } catch (error) {
    if (!page.describe(error)) throw error
    return redirect(here.unsubscribed('no'), 303)
  }
  return redirect(here.unsubscribed('yes'), 303)
}

/** Each form works without scripts. */
export const handle = { deferHydration: true } satisfies RouteHandle

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, stays } = textsIn(site.lang).profile.unsubscribe
  return pageMeta({ ...site, pathname: location.pathname, title, description: stays, noindex: true })
}

/** One click unsubscribes. Opening the address alone does not, because mail scanners open links, too. */
export default function UnsubscribePage({ loaderData: { kind, isDone, isRefused } }: Route.ComponentProps) {
  const t = useTexts('profile').unsubscribe
  const links = noticeLinksFor(useLang())
  const isAsked = !isDone && !isRefused && kind
  return (
    <main id="content" tabIndex={-1}>
      <PageHead
        title={isDone ? t.done : t.title}
        lead={isDone ? t.doneBody : isAsked ? t.asks[kind] : ''}
        width="narrow"
      />
      <Container width="narrow" className={styles.page}>
        {isAsked ? (
          <Form method="post" className={styles.form}>
            <p>{t.stays}</p>
            <SubmitButton>{t.submit}</SubmitButton>
          </Form>
        ) : (
          <>
            {isDone ? null : <Alert kind="error">{t.wrong}</Alert>}
            <ButtonLink to={links.list()} variant={isDone ? 'primary' : 'quiet'}>
              {t.choices}
            </ButtonLink>
          </>
        )}
      </Container>
    </main>
  )
}
