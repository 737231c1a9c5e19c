import type { ShownBanner } from '../../features/banners/contract.ts'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { SiteNotice } from './site-notice.tsx'

/** What staff announce above every page. The early script of `deferred-hydration` closes them and keeps them closed. */
export default function Banners({ banners }: { banners: ShownBanner[] }) {
  const t = useTexts('shell')
  return banners.map(({ key, kind, text, link }, place) => (
    // Landmarks of one page have different names.
    <SiteNotice key={key} label={place ? `${t.banner} ${place + 1}` : t.banner} tone={kind} banner={key}>
      {text} {link ? <a href={link.to}>{link.text}</a> : null}
      <button type="button" aria-label={t.closeBanner}>
        <Icon name="close" size={18} />
      </button>
    </SiteNotice>
  ))
}
