import { useLocation } from 'react-router'
import { inLang } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'

/** The same page in the other language, as a new document, since direction and texts change. */
export default function LanguageLink({ className }: { className?: string | undefined }) {
  const t = useTexts('shell')
  const other = useLang() === 'ar' ? 'en' : 'ar'
  const { pathname, search } = useLocation()
  return (
    <a href={inLang(other, pathname, search)} lang={other} hrefLang={other} className={className}>
      <Icon name="globe" size={18} />
      <span>{t.otherLanguage}</span>
    </a>
  )
}
