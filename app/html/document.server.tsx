/** HTML documents outside React Router: written in TSX, sent as a string. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { dirOf, type Lang } from '../locales/lang.ts'

type Document = { lang: Lang; title: string; head?: ReactNode; body: ReactNode }

export function renderDocument({ lang, title, head, body }: Document): string {
  const document = (
    <html lang={lang} dir={dirOf(lang)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {head}
      </head>
      <body>{body}</body>
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(document)}`
}

/** Not escaped: the Content-Security-Policy may contain the hash of exactly this text. */
export function InlineStyle({ css }: { css: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a style sheet of our own
  return <style dangerouslySetInnerHTML={{ __html: css }} />
}

/** Not escaped, like `InlineStyle`. */
export function InlineScript({ code }: { code: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a script of our own
  return <script dangerouslySetInnerHTML={{ __html: code }} />
}
