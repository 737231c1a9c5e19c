// As in the root: imported first, so that it comes first in the style sheet that all pages share.
import '../ui/base.css'
import type { ReactNode } from 'react'
import { Outlet, redirect, type ShouldRevalidateFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router'
import NavigationFocus from '../shell/navigation-focus.tsx'
import NavigationProgress from '../shell/navigation-progress.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { deskLoader } from './desk-page.ts'
import { useSentDrafts } from './drafts/use-sent-drafts.ts'
import { DeskFailure } from './failure.tsx'
import { Keys } from './frame/keys.tsx'
import type { Me } from './frame/me.ts'
import { DeskNavigation } from './frame/navigation.tsx'
import { DeskTop } from './frame/top.tsx'
import styles from './layout.module.css'
import { useDeskTexts } from './texts.tsx'
import { defaultView } from './use-views.ts'

export const loader = deskLoader(async ({ api, demo, lang }, { request }) => {
  const [me, { views, mayShare }] = await Promise.all([api.desk.me({}), api.savedViews.savedViews({})])
  const opened = defaultView(views, request, lang)
  if (opened) throw redirect(opened)
  return { me, demo, views, mayShare }
})

/** A changed query, such as another filter of a list, does not change the frame. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate
}

export default function DeskLayout() {
  const { me } = useLoaderData<typeof loader>()
  return (
    <Frame me={me}>
      <Outlet />
    </Frame>
  )
}

function Frame({ me, children }: { me: Me; children: ReactNode }) {
  useSentDrafts()
  const t = useDeskTexts('frame')
  return (
    <div className={styles.desk}>
      <a className="skip-link" href="#content">
        {t.toContent}
      </a>
      <NavigationProgress />
      <NavigationFocus />
      <DeskTop me={me} />
      <DeskNavigation rights={me.rights} />
      <main id="content" tabIndex={-1} className={styles.main}>
        {me.needsSecondFactor ? null : (
          <p className={styles.notice}>
            <Icon name="info" size={16} />
            {t.noSecondFactor}
          </p>
        )}
        {children}
      </main>
      <Keys />
    </div>
  )
}

/** A page that failed leaves the navigation where it is. */
export function ErrorBoundary({ error }: { error: unknown }) {
  const known = useRouteLoaderData<typeof loader>('layout')
  if (!known) return <DeskFailure error={error} isOutside />
  return (
    <Frame me={known.me}>
      <DeskFailure error={error} />
    </Frame>
  )
}
