import { useMatches } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { SiteNotice } from './site-notice.tsx'

/** Whoever got the address from staff must not take a draft for what the institute has published. */
export default function PreviewNotice() {
  const t = useTexts('shell')
  return useMatches().some(({ loaderData }) => (loaderData as { isPreview?: boolean } | undefined)?.isPreview) ? (
    <SiteNotice label={t.previewLabel} tone="deep">
      {t.previewLabel} {t.previewNotice}
    </SiteNotice>
  ) : null
}
