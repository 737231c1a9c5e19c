/** The documents that the sandbox and its test bank answer with: no scripts, no inline styles. */
import { html } from 'hono/html'
import { dirOf, type Lang } from '../../locales/lang.ts'
import { bankMark, companyMark } from './sandbox-marks.ts'
import { sandboxTexts } from './sandbox-texts.ts'

export type Html = ReturnType<typeof html>

export const HOME = '/sandbox-payment'

/** Nothing runs here; forms lead back to the shop. @param shop its origin */
export function policy(shop: string): string {
  return `default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' ${shop}; base-uri 'none'; frame-ancestors 'none'`
}

/** @param query what the address says besides the language, which stays when that changes */
export function companyPage(lang: Lang, title: string, content: Html, query = ''): Html {
  const { company, mode, notice } = sandboxTexts[lang]
  return html`<!doctype html>
    <html lang="${lang}" dir="${dirOf(lang)}">
      ${head(`${title} · ${company}`, 'sandbox')}
      <body>
        <header>
          <p class="ribbon"><strong>${mode}</strong> ${notice}</p>
          <div class="top">
            <span class="company">${companyMark}${company}</span>
            ${languageLink(lang, query)}
          </div>
        </header>
        <main>${content}</main>
      </body>
    </html>`
}

export function bankPage(lang: Lang, title: string, content: Html): Html {
  const { name, notice } = sandboxTexts[lang].bank
  return html`<!doctype html>
    <html lang="${lang}" dir="${dirOf(lang)}">
      ${head(`${title} · ${name}`, 'sandbox-bank')}
      <body>
        <main>
          <header class="top">
            <span class="company">${bankMark}${name}</span>
            ${languageLink(lang, '')}
          </header>
          ${content}
          <p class="ribbon">${notice}</p>
        </main>
      </body>
    </html>`
}

function head(title: string, style: string): Html {
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="stylesheet" href="${HOME}/sandbox-type.css" />
    <link rel="stylesheet" href="${HOME}/${style}.css" />
  </head>`
}

function languageLink(lang: Lang, query: string): Html {
  const other: Lang = lang === 'ar' ? 'en' : 'ar'
  return html`<a class="language" href="?lang=${other}${query}" lang="${other}" hreflang="${other}" dir="${dirOf(other)}"
    >${sandboxTexts[lang].otherLanguage}</a
  >`
}
