import { BRAND_COLOURS } from './ui/brand-colours.ts'
// Before all other styles, since it declares the order of the layers.
import './ui/base.css'
import arabicFont from '@fontsource-variable/readex-pro/files/readex-pro-arabic-wght-normal.woff2?url'
import latinFont from '@fontsource-variable/readex-pro/files/readex-pro-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { dirOf, type Lang } from './locales/lang.ts'
import { LangProvider } from './locales/texts.tsx'
import { pageRequestOf } from './request-context.ts'
import ErrorScreen from './shell/errors/error-screen.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: arabicFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: latinFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

/** The same for all visitors of a language, so that pages can be cached. */
export async function loader({ context }: Route.LoaderArgs) {
  const { lang, publicUrl, assetsUrl, demo } = pageRequestOf(context)
  return { lang, publicUrl, assetsUrl, demo }
}

/** The language does not change while a document is open: the language toggle loads a new one. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const lang: Lang = root?.lang ?? 'ar'
  return (
    <html lang={lang} dir={dirOf(lang)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={BRAND_COLOURS.deep} />
        <Meta />
        <Links />
      </head>
      <body>
        <LangProvider lang={lang}>{children}</LangProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorScreen />
}
