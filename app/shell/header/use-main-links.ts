import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'

/** The links of the main navigation, in the header and in the phone's menu; the programmes come after the first. */
export function useMainLinks() {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  return [
    { to: links.home, label: t.home, end: true },
    { to: links.blog(), label: t.blog, end: false },
    { to: links.about, label: t.about, end: false },
    { to: links.contact, label: t.contact, end: false },
    { to: links.services, label: t.services, end: false },
  ]
}
