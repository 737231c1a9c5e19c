// As in the root: imported first, so that it comes first in the style sheet that all pages share.
import '../ui/base.css'
import { Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { yearOf } from '../locales/format.ts'
import { isLang } from '../locales/lang.ts'
import { useTexts } from '../locales/texts.tsx'
import { pageAddressOf } from '../platform/page-address.ts'
import { type PageRequest, pageRequestOf } from '../request-context.ts'
import type { Route } from './+types/layout'
import Footer from './footer/footer.tsx'
import Navbar from './header/navbar.tsx'
import TopBar from './header/top-bar.tsx'
import NavigationFocus from './navigation-focus.tsx'
import NavigationProgress from './navigation-progress.tsx'
import Banners from './notices/banners.tsx'
import DemoNotice from './notices/demo-notice.tsx'
import LaterNotices from './notices/later-notices.tsx'
import PreviewNotice from './notices/preview-notice.tsx'
import SessionCheck from './session/session-check.tsx'
import { type ShellData, visitorOf } from './shell-data.ts'
import { isDraftShown } from './shown-draft.ts'

/** The data of the shell on every page of a language. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<ShellData> {
  if (!isLang(params.lang)) throw redirect('/error')
  const page = pageRequestOf(context)
  const [institute, specializations, banners, isPreview] = await Promise.all([
    unlessMissing(page, page.api.pages.institute({})),
    unlessMissing(page, page.api.catalogue.specializations({})),
    page.api.banners.shownBanners({}),
    isDraftShown(page, pageAddressOf(request).pathname),
  ])
  return {
    institute: institute ?? null,
    specializations: (specializations ?? []).map(({ id, name, mark, coursesCount }) => ({
      id,
      name,
      mark,
      coursesCount,
    })),
    banners,
    visitor: page.visitor && visitorOf(page.visitor, page.dashboardUrl, page.lang),
    demo: page.demo,
    year: yearOf(page.now),
    brands: page.paymentBrands,
    isPreview,
  }
}

/** An institute without loaded content still has pages. */
async function unlessMissing<T>({ describe }: PageRequest, answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (describe(error)?.code === 'notFound') return undefined
    throw error
  }
}

/** A changed query, such as another filter of the listing, does not change the shell. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const onlyQuery = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return formMethod === undefined && onlyQuery ? false : defaultShouldRevalidate
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const t = useTexts('shell')
  const { institute, specializations, banners, visitor, demo } = loaderData
  return (
    <>
      <a className="skip-link" href="#content">
        {t.skipToContent}
      </a>
      <NavigationProgress />
      <NavigationFocus />
      {visitor ? <SessionCheck key={visitor.email} visitor={visitor} /> : null}
      {demo ? <DemoNotice /> : null}
      <PreviewNotice />
      <Banners banners={banners} />
      <TopBar institute={institute} />
      <Navbar institute={institute} specializations={specializations} visitor={visitor} />
      <Outlet />
      <Footer {...loaderData} />
      <LaterNotices />
    </>
  )
}
