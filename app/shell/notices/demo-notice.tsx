import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { SiteNotice } from './site-notice.tsx'

/** In demonstration mode: orders and messages are not real. */
export default function DemoNotice() {
  const t = useTexts('shell')
  return (
    <SiteNotice label={t.demoLabel}>
      {t.demoNotice} <a href={linksFor(useLang()).outbox}>{t.demoOutbox}</a>.
    </SiteNotice>
  )
}
