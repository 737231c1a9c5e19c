/** The web manifest: what the site is called and looks like on a home screen. */
import { linksFor } from '../../links.ts'
import { dirOf, type Lang } from '../../locales/lang.ts'

/** As in app/ui/base.css and the page's own theme colour. */
const DEEP = '#0d3a31'
const PAPER = '#fffdf9'

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
    theme_color: DEEP,
    background_color: PAPER,
    icons: ICONS,
  }
}
