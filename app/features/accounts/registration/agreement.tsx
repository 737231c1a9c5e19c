import { linksFor } from '../../../links.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'

/** The terms that a new account agrees to. The documents open in new tabs, so that what was typed is not lost. */
export function Agreement() {
  const t = useTexts('accounts').agree
  const links = linksFor(useLang())
  const document = (href: string, name: string) => (
    <a href={href} target="_blank" rel="noopener">
      {name}
      <span className="visually-hidden"> {t.newTab}</span>
    </a>
  )
  return (
    <>
      {t.before}
      {document(links.policy('terms-conditions'), t.terms)}
      {t.between}
      {document(links.policy('privacy-policy'), t.privacy)}
    </>
  )
}
