/** The frame of every HTML document of React Router: the head that all share, and the language of its texts. */
import type { ReactNode } from 'react'
import { Links, Meta, Scripts, ScrollRestoration } from 'react-router'
import { dirOf, type Lang } from '../locales/lang.ts'
import { LangProvider } from '../locales/texts.tsx'
import { BRAND_COLOURS } from '../ui/brand-colours.ts'
import arabicFont from '../ui/fonts/readex-pro-arabic.woff2?url'
import latinFont from '../ui/fonts/readex-pro-latin.woff2?url'

export const fontLinks = () =>
  [arabicFont, latinFont].map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  }))

export function HtmlDocument({ lang, head, children }: { lang: Lang; head?: ReactNode; children: ReactNode }) {
  return (
    <html lang={lang} dir={dirOf(lang)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={BRAND_COLOURS.deep} />
        {head}
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
