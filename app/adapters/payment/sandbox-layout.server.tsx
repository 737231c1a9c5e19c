/** The documents of the sandbox and of its test bank: no scripts, no inline styles. */
import type { ReactNode } from 'react'
import { renderDocument } from '../../html/document.server.tsx'
import { dirOf, type Lang } from '../../locales/lang.ts'
import { BankLogo, SandboxLogo } from './sandbox-icons.server.tsx'
import { sandboxTexts } from './sandbox-texts.ts'

export const BASE_PATH = '/sandbox-payment'

/** The Content-Security-Policy: no scripts, and forms lead to the shop or back here. */
export function policy(shopOrigin: string): string {
  return `default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' ${shopOrigin}; base-uri 'none'; frame-ancestors 'none'`
}

/** @param query other parameters of the address, which the language link keeps */
export function paymentDocument(lang: Lang, title: string, content: ReactNode, query = ''): string {
  const { company, mode, notice } = sandboxTexts[lang]
  return renderDocument({
    lang,
    title: `${title} · ${company}`,
    head: <Head styleSheets={['sandbox', 'sandbox-cards']} />,
    body: (
      <>
        <header>
          <p className="ribbon">
            <strong>{mode}</strong> {notice}
          </p>
          <div className="top">
            <span className="company">
              <SandboxLogo />
              {company}
            </span>
            <LanguageLink lang={lang} query={query} />
          </div>
        </header>
        <main>{content}</main>
      </>
    ),
  })
}

export function challengeDocument(lang: Lang, title: string, content: ReactNode): string {
  const { name, notice } = sandboxTexts[lang].bank
  return renderDocument({
    lang,
    title: `${title} · ${name}`,
    head: <Head styleSheets={['sandbox-bank']} />,
    body: (
      <main>
        <header className="top">
          <span className="company">
            <BankLogo />
            {name}
          </span>
          <LanguageLink lang={lang} />
        </header>
        {content}
        <p className="ribbon">{notice}</p>
      </main>
    ),
  })
}

function Head({ styleSheets }: { styleSheets: string[] }) {
  return (
    <>
      <meta name="robots" content="noindex" />
      {['sandbox-type', ...styleSheets].map((name) => (
        <link key={name} rel="stylesheet" href={`${BASE_PATH}/${name}.css`} />
      ))}
    </>
  )
}

function LanguageLink({ lang, query = '' }: { lang: Lang; query?: string }) {
  const other: Lang = lang === 'ar' ? 'en' : 'ar'
  return (
    <a className="language" href={`?lang=${other}${query}`} lang={other} hrefLang={other} dir={dirOf(other)}>
      {sandboxTexts[lang].otherLanguage}
    </a>
  )
}
