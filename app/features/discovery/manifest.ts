/** The web manifest: name, colours and icons for a home screen. */
import { linksFor } from '../../links.ts'
import { dirOf, type Lang } from '../../locales/lang.ts'
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'

const ICONS = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
]

export function webManifest(lang: Lang, siteName: string, description: string) {
  return {
    id: '/',
    lang,
    dir: dirOf(lang),
    name: description ? `${siteName}: ${description}` : siteName,
    short_name: siteName,
    description,
    start_url: linksFor(lang).home,
    scope: '/',
    display: 'minimal-ui',
    theme_color: BRAND_COLOURS.deep,
    background_color: BRAND_COLOURS.paper,
    icons: ICONS,
  }
}
