/** Pictures for links shared on social media: 1200 × 630, drawn on the server without a browser. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ResvgRenderOptions } from '@resvg/resvg-js'
import type { StoragePort } from '../../adapters/storage/port.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Drawings, Picture } from '../../platform/drawings.server.ts'
import { lazily } from '../../platform/lazily.ts'
import { pictureOf, pictureWork } from '../../platform/pictures.server.ts'
import { institute } from './institute.server.ts'
import { sharedArticle, sharedCourse } from './queries.server.ts'
import { articleShareCard, courseShareCard, type ShareCard, type SharedCourse, versionOf } from './share-card.ts'
import { SHARE_FONT, sharePicture, svgText } from './share-picture.ts'
import type { Measure } from './title-lines.ts'

const BRAND = join(import.meta.dirname, '..', '..', '..', 'public', 'brand')
const require = createRequire(import.meta.url)
const library = lazily(() => require('@resvg/resvg-js') as typeof import('@resvg/resvg-js'))
const fontFile = (name: string) => require.resolve(`@expo-google-fonts/readex-pro/${name}.ttf`)

export const FONT: ResvgRenderOptions['font'] = {
  fontFiles: [fontFile('400Regular/ReadexPro_400Regular'), fontFile('600SemiBold/ReadexPro_600SemiBold')],
  loadSystemFonts: false,
  defaultFontFamily: SHARE_FONT,
}

type Asking = Pick<Services, 'db' | 'now' | 'storage' | 'settings'>

/** A picture with its version. */
export type SharePicture = { version: string; picture: Picture | undefined }

/** The picture of a published course; undefined if there is none. `picture` is missing while too many are queued. */
export async function courseSharePicture(
  services: Asking,
  drawings: Drawings,
  lang: Lang,
  id: number,
): Promise<SharePicture | undefined> {
  const row = await sharedCourse(services.db, id, services.now())
  if (!row) return undefined
  const course = {
    name: inLang(row.name, lang),
    specialization: { name: inLang(row.specialization_name, lang) },
    courseDeliveryMethod: row.delivery_method as SharedCourse['courseDeliveryMethod'],
    hours: row.hours,
    image: row.cover,
  }
  return shareCardPicture(services, drawings, courseShareCard(course, lang))
}

/** The picture of a published article. */
export async function articleSharePicture(
  services: Asking,
  drawings: Drawings,
  lang: Lang,
  id: number,
): Promise<SharePicture | undefined> {
  const row = await sharedArticle(services.db, id, services.now())
  if (!row) return undefined
  const article = {
    title: inLang(row.title, lang),
    category: { name: inLang(row.category_name, lang) },
    image: row.cover,
  }
  return shareCardPicture(services, drawings, articleShareCard(article, lang))
}

/** The picture of all other pages: the institute's name and promise. */
export async function siteSharePicture(services: Asking, drawings: Drawings, lang: Lang): Promise<SharePicture> {
  const { name, tagline } = await institute(services, lang)
  return shareCardPicture(services, drawings, { lang, eyebrow: '', title: tagline || name, facts: [], cover: null })
}

/** The picture of a share card. */
export async function shareCardPicture(services: Asking, drawings: Drawings, card: ShareCard): Promise<SharePicture> {
  const version = versionOf(card)
  const host = new URL(services.settings.publicUrl).host
  const { name } = await institute(services, card.lang)
  return {
    version,
    picture: await drawings.get(`${version} ${host} ${name}`, () => drawCard(services, card, host, name)),
  }
}

async function drawCard(services: Asking, card: ShareCard, host: string, siteName: string): Promise<Uint8Array> {
  const cover = (card.cover && (await coverOf(services.storage, card.cover))) || brandPicture('hero.svg')
  const drawing = { card, siteName, host, cover, mark: brandPicture('mark.svg') }
  return drawSvg(sharePicture(drawing, createMeasure()))
}

/** A PNG of the drawing, rendered in a worker thread. */
export async function drawSvg(svg: string): Promise<Uint8Array> {
  return (await library().renderAsync(svg, { font: FONT })).asPng()
}

const MEASURED = 100

/** The measured box is that of the ink; the advance of the letters is slightly larger. */
const AIR = 1.04

/**
 * Widths of title lines at font size 1, added up from their words: each word is shaped once, however many lines are
 * tried. Shaping runs on the main thread, so the number of words is limited.
 */
export function createMeasure(): Measure {
  const widths = new Map<string, number>()
  const width = (word: string) => widths.get(word) ?? widths.set(word, shapedWidth(word)).get(word)!
  return (line) => {
    const words = line.split(' ')
    const spaces = words.length > 1 ? (words.length - 1) * (width('x\u00a0x') - 2 * width('x')) : 0
    return words.reduce((sum, word) => sum + width(word), spaces) * AIR
  }
}

/** The width of a text in the title's weight at font size 1. */
export function shapedWidth(text: string): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><text font-family="${SHARE_FONT}"
    font-weight="600" font-size="${MEASURED}">${svgText(text)}</text></svg>`
  return (new (library().Resvg)(svg, { font: FONT }).getBBox()?.width ?? 0) / MEASURED
}

function brandPicture(name: string): string {
  return dataAddress('image/svg+xml', readFileSync(join(BRAND, name)))
}

/** Wide enough for the whole picture. */
const COVER_WIDTH = 800

/** A picture that the renderer can read; an SVG must not refer to other files. */
const READABLE: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg' }

async function coverOf(storage: StoragePort, address: string): Promise<string | undefined> {
  const extension = address.split('.').at(-1) ?? ''
  const type = READABLE[extension] ?? (extension === 'webp' ? 'image/webp' : undefined)
  const bytes = type && /^\/media\/[\w-]+\/[\w.-]+$/.test(address) ? await storage.get(address.slice(1)) : undefined
  if (!type || !bytes) return undefined
  // Covers that staff upload are WebP, which the renderer does not know.
  if (type === 'image/webp') {
    const readable = pictureWork(() => pictureOf(bytes).resize({ width: COVER_WIDTH }).jpeg({ quality: 90 }).toBuffer())
    return readable.then((jpeg) => dataAddress('image/jpeg', jpeg)).catch(() => undefined)
  }
  const asksElsewhere = type === READABLE.svg && /href\s*=\s*["'](?!#|data:)/i.test(Buffer.from(bytes).toString())
  return asksElsewhere ? undefined : dataAddress(type, bytes)
}

const dataAddress = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
