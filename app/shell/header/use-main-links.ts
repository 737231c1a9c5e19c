import type { InstituteInfo } from '../../features/pages/contract.ts'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'

/** The links of the main navigation, in the header and in the phone's menu; the programmes come after the first. */
export function useMainLinks(institute: InstituteInfo | null) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  return (
    institute?.menus?.main ?? [
      { to: links.home, label: t.home },
      { to: links.blog(), label: t.blog },
      { to: links.about, label: t.about },
      { to: links.contact, label: t.contact },
      { to: links.services, label: t.services },
    ]
  )
}
