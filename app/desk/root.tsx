// Before all other styles, since it declares the order of the layers.
import '../ui/base.css'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, Outlet, type ShouldRevalidateFunctionArgs, useRouteLoaderData } from 'react-router'
import { pageRequestOf } from '../request-context.ts'
import { fontLinks, HtmlDocument } from '../shell/html-document.tsx'
import { DeskFailure } from './failure.tsx'

export const links = fontLinks

export async function loader({ context }: LoaderFunctionArgs) {
  const { lang, siteName, publicUrl, assetsUrl } = pageRequestOf(context)
  return { lang, siteName, publicUrl, assetsUrl }
}

/** The language does not change while a document is open, and the name only by a form, that of the settings. */
export const shouldRevalidate = ({ formMethod }: ShouldRevalidateFunctionArgs) => formMethod !== undefined

/** What document-head.ts writes for pages of the site: an icon; and search engines do not list the desk. */
const HEAD = (
  <>
    <meta name="robots" content="noindex" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
  </>
)

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    <HtmlDocument lang={root?.lang ?? 'ar'} head={HEAD}>
      {children}
    </HtmlDocument>
  )
}

export default function Desk() {
  return <Outlet />
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <DeskFailure error={error} isOutside />
}
