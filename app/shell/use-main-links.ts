import { linksFor } from '../links.ts'
import { useLang, useTexts } from '../locales/texts.tsx'

/** The main navigation, the same in the bar and in the phone's menu. */
export function useMainLinks() {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  return [
    { to: links.home, label: t.home, end: true },
    { to: links.courses(), label: t.courses, end: false },
    { to: links.about, label: t.about, end: false },
    { to: links.faq, label: t.faq, end: false },
    { to: links.contact, label: t.contact, end: false },
  ]
}
