// Before all other styles, since it declares the order of the layers.
import './ui/base.css'
import type { ReactNode } from 'react'
import { Outlet, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { pageRequestOf } from './request-context.ts'
import ErrorScreen from './shell/errors/error-screen.tsx'
import { fontLinks, HtmlDocument } from './shell/html-document.tsx'

export const links: Route.LinksFunction = fontLinks

/** The same for all visitors of a language, so that pages can be cached. */
export async function loader({ context }: Route.LoaderArgs) {
  const { lang, siteName, publicUrl, assetsUrl, demo } = pageRequestOf(context)
  return { lang, siteName, publicUrl, assetsUrl, demo }
}

/** The language does not change while a document is open: the language toggle loads a new one. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  return <HtmlDocument lang={root?.lang ?? 'ar'}>{children}</HtmlDocument>
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorScreen />
}
