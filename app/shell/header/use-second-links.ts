import type { InstituteInfo } from '../../features/pages/contract.ts'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'

/** The links beside the main navigation, in the bar above the header and in the phone's menu. */
export function useSecondLinks(institute: InstituteInfo | null): { to: string; label: string; isForWide?: boolean }[] {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  return (
    institute?.menus?.top ?? [
      { to: links.joinUs, label: t.joinUs, isForWide: true },
      { to: links.community(), label: t.community },
      { to: links.reviews, label: t.reviews },
      { to: links.partners, label: t.partners },
      { to: links.clients, label: t.clients },
    ]
  )
}
