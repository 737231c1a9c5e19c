/** What search engines, browsers and social networks fetch: robots.txt, the sitemap, the manifest, share pictures. */
import { Hono, type Context as HttpContext, type MiddlewareHandler } from 'hono'
import { previewShareCard } from '../features/course-editing/drafts.server.ts'
import { institute } from '../features/discovery/institute.server.ts'
import { webManifest } from '../features/discovery/manifest.ts'
import { isLoopback, robotsTxt } from '../features/discovery/robots.ts'
import {
  articleSharePicture,
  courseSharePicture,
  type SharePicture,
  shareCardPicture,
  siteSharePicture,
} from '../features/discovery/share-pictures.server.ts'
import { fileOfSitemap, indexOfSitemap } from '../features/discovery/sitemap.server.ts'
import { isLang } from '../locales/lang.ts'
import type { Services } from '../platform/context.server.ts'
import { createDrawings } from '../platform/drawings.server.ts'
import { createSitemapFiles } from './files/sitemap-files.server.ts'

const SITEMAP_FILE = /^\/sitemap-(ar|en)-([a-z]+)(?:-([1-9][0-9]{0,4}))?\.xml$/
const YEAR = 'public, max-age=31536000, immutable'
/** The picture at an address without a version can change. */
const TEN_MINUTES = 'public, max-age=600'
/** A picture of what visitors do not see yet. */
const PREVIEW = 'private, no-store'

/** Keeps the API, and every page of a demonstration, out of search engines. */
export function notForSearch(demo: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (isHiddenDemonstration(demo, c.req.header('x-forwarded-host'), c.req.header('host')))
      c.res.headers.set('X-Robots-Tag', 'noindex, nofollow')
    else if (/^\/(?:api|outbox)\b/i.test(c.req.path) || isForScriptsOnly(c.req.path))
      c.res.headers.set('X-Robots-Tag', 'noindex')
  }
}

/** Whether this is a demonstration that others than this machine reach. */
export function isHiddenDemonstration(
  demo: boolean,
  forwardedHost: string | string[] | undefined,
  host: string | undefined,
): boolean {
  return demo && !isLoopback(String(forwardedHost ?? host ?? ''))
}

/** Whether this is the address of a page's data, without the page. */
export const isForScriptsOnly = (address: string) => /\.data(?:\?|$)/i.test(address)

export function discoveryPages(services: Services): Hono {
  const { publicUrl, demo } = services.settings
  const drawings = createDrawings()
  const app = new Hono()

  app.get('/robots.txt', (c) => c.text(robotsTxt(publicUrl, demo), 200, { 'Cache-Control': 'public, max-age=3600' }))
  const sendSitemap = createSitemapFiles(services.now, async (path) => {
    if (path === '/sitemap.xml') return [await indexOfSitemap(services)]
    const [, lang, name, part = '1'] = SITEMAP_FILE.exec(path)!
    return fileOfSitemap(services, lang as 'ar' | 'en', name!, Number(part))
  })
  app.get('/sitemap.xml', sendSitemap)
  app.get('/:file{sitemap-(?:ar|en)-[a-z]+(?:-[1-9][0-9]{0,4})?\\.xml}', sendSitemap)
  app.get('/:lang{ar|en}/site.webmanifest', async (c) => {
    const lang = c.req.param('lang') as 'ar' | 'en'
    const { name, tagline } = await institute(services, lang)
    return c.body(JSON.stringify(webManifest(lang, name, tagline)), 200, {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    })
  })
  app.get('/share/:file{(?:ar|en)\\.png}', async (c) => {
    const lang = c.req.param('file').slice(0, 2)
    return isLang(lang) ? sendPicture(c, await siteSharePicture(services, drawings, lang)) : c.notFound()
  })
  for (const [kind, pictureOf] of [
    ['courses', courseSharePicture],
    ['articles', articleSharePicture],
  ] as const) {
    app.get(`/share/:lang{ar|en}/${kind}/:file{[1-9][0-9]{0,8}\\.png}`, async (c) => {
      const lang = c.req.param('lang') as 'ar' | 'en'
      const id = Number.parseInt(c.req.param('file'), 10)
      const token = c.req.query('preview')
      if (kind !== 'courses' || token === undefined)
        return sendPicture(c, await pictureOf(services, drawings, lang, id))
      const card = await previewShareCard(services, { lang, id, token })
      return sendPicture(c, card && (await shareCardPicture(services, drawings, card)), PREVIEW)
    })
  }
  // No other address below `/share` may reach the pages.
  app.get('/share/*', (c) => c.notFound())
  return app
}

function sendPicture(c: HttpContext, found: SharePicture | undefined, cacheControl?: string) {
  if (!found) return c.notFound()
  const { picture, version } = found
  if (!picture) return c.text('Busy: ask again soon.', 503, { 'Retry-After': '5', 'Cache-Control': 'no-store' })
  c.header('ETag', picture.etag)
  c.header('Cache-Control', cacheControl ?? (c.req.query('v') === version ? YEAR : TEN_MINUTES))
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  const known = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(picture.etag)) return c.body(null, 304)
  return c.body(picture.bytes, 200, { 'Content-Type': 'image/png' })
}
