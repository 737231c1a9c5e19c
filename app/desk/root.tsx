import { BRAND_COLOURS } from '../ui/brand-colours.ts'
// Before all other styles, since it declares the order of the layers.
import '../ui/base.css'
import arabicFont from '@fontsource-variable/readex-pro/files/readex-pro-arabic-wght-normal.woff2?url'
import latinFont from '@fontsource-variable/readex-pro/files/readex-pro-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { dirOf, type Lang } from '../locales/lang.ts'
import { LangProvider } from '../locales/texts.tsx'
import { pageRequestOf } from '../request-context.ts'
import { DeskFailure } from './failure.tsx'

export const links = () => [
  { rel: 'preload', href: arabicFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: latinFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export async function loader({ context }: LoaderFunctionArgs) {
  const { lang, publicUrl, assetsUrl } = pageRequestOf(context)
  return { lang, publicUrl, assetsUrl }
}

/** The language does not change while a document is open. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const lang: Lang = root?.lang ?? 'ar'
  return (
    <html lang={lang} dir={dirOf(lang)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content={BRAND_COLOURS.deep} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
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

export default function Desk() {
  return <Outlet />
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <DeskFailure error={error} />
}
