// As in the root: imported first, so that it comes first in the style sheet that all pages share.
import '../ui/base.css'
import type { ReactNode } from 'react'
import { Outlet, type ShouldRevalidateFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router'
import NavigationFocus from '../shell/navigation-focus.tsx'
import NavigationProgress from '../shell/navigation-progress.tsx'
import { deskLoader } from './desk-page.ts'
import { DeskFailure } from './failure.tsx'
import type { Me } from './frame/me.ts'
import { DeskNavigation } from './frame/navigation.tsx'
import { DeskTop } from './frame/top.tsx'
import styles from './layout.module.css'
import { useDeskTexts } from './texts.tsx'

export const loader = deskLoader(async ({ api, demo }) => {
  const me = await api.desk.me({})
  return { me, demo }
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
        {children}
      </main>
    </div>
  )
}

/** A page that failed leaves the navigation where it is. */
export function ErrorBoundary({ error }: { error: unknown }) {
  const known = useRouteLoaderData<typeof loader>('layout')
  if (!known) return <DeskFailure error={error} />
  return (
    <Frame me={known.me}>
      <DeskFailure error={error} />
    </Frame>
  )
}
