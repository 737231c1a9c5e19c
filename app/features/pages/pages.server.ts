import type { Localized, PageSection as StoredSection } from '../../../db/shapes.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { renderText } from '../../platform/markdown/markdown.server.ts'
import { qrCode } from '../../platform/qr-code.server.ts'
import { filmAt } from '../content/lessons/film.ts'
import { menusFor } from '../menus/menus.server.ts'
import { isAddedSection } from './added-section.ts'
import type { Organisation, PageContent, PageSection, pagesEndpoints, Seo } from './contract.ts'
import { isHomeList, withHomeLists } from './home-lists.ts'
import {
  featuredReviews,
  instituteData,
  organisationsOf,
  pageOf,
  policyVersion,
  type StoredPage,
  type StoredSeo,
  sectionsOf,
  seoOf,
} from './queries.server.ts'

const HOME_REVIEWS = 12

export const pagesOperations: Operations<typeof pagesEndpoints> = {
  pageByCode,
  seoByCode,
  whatYouGet,
  institute,
  appStores,
  partners: (ctx) => organisations(ctx, 'partner'),
  clients: (ctx) => organisations(ctx, 'client'),
}

async function pageByCode(ctx: Context, { code, version }: Input<typeof pagesEndpoints.pageByCode>) {
  const page = await pageOf(ctx.db, code)
  if (!page?.title.ar) throw new Problem('notFound')
  if (version === undefined) return pageContent(ctx, page)
  const former = await policyVersion(ctx.db, code, version)
  if (!former) throw new Problem('notFound')
  return pageContent(ctx, { ...page, ...former.content, updated_at: former.validFrom })
}

/** A page as visitors see it. */
async function pageContent(ctx: Context, page: StoredPage): Promise<PageContent> {
  const { code, alts } = page
  const stored = code === 'home' ? withHomeLists(page.sections, (key) => ({ key, items: [] })) : page.sections
  const seen = stored.filter(({ hidden }) => !hidden)
  const sections = seen.filter(isWritten).map((section) => shown(section, alts, ctx.lang))
  return {
    code,
    title: inLang(page.title, ctx.lang),
    description: inLang(page.description, ctx.lang),
    image: page.image,
    imageAlt: altOf({ image: page.image, imageAlt: page.image_alt }, alts, ctx.lang),
    video: page.video,
    film: filmAt(page.video),
    updatedAt: page.updated_at.toISOString(),
    sections,
    ...(page.versions && page.versions.length > 1 ? { versions: page.versions.map(versionText) } : {}),
    ...(code === 'home' ? { parts: seen.map(({ key }) => key), ...(await homeExtras(ctx, sections)) } : {}),
  }
}

/** A list of the home page is a section only where staff gave it a title or a text of their own; an added one, once it has anything. */
function isWritten({ key, title, body, image, items }: StoredSection): boolean {
  if (isHomeList(key)) return Boolean(title || body)
  return !isAddedSection(key) || Boolean(title || body || image || items.length > 0)
}

type Texts = Pick<StoredPage, 'title' | 'description' | 'image' | 'image_alt' | 'sections'>

/**
 * A page as visitors will see it with these texts in place of its own.
 * @param since when they hold; by default, since when the page is as it is
 */
export async function contentWith(ctx: Context, code: string, texts: Texts, since: Date | undefined) {
  const stored = await pageOf(ctx.db, code)
  const updatedAt = since ?? stored?.updated_at ?? ctx.now()
  return pageContent(ctx, { video: null, alts: {}, ...stored, versions: null, ...texts, code, updated_at: updatedAt })
}

const versionText = ({ version, validFrom }: { version: number; validFrom: string }) => ({
  version,
  validFrom: new Date(validFrom).toISOString(),
})

async function homeExtras(ctx: Context, sections: PageSection[]) {
  const section = (key: string) => sections.find((candidate) => candidate.key === key)
  const [reviews, clients] = await Promise.all([
    featuredReviews(ctx.db, ctx.now(), HOME_REVIEWS),
    organisations(ctx, 'client'),
  ])
  return {
    homeWhoAreWe: section('who-we-are'),
    countings: section('countings')?.items ?? [],
    certificates: section('certificates')?.items ?? [],
    reviews: reviews.map((review) => ({
      id: review.id,
      userName: inLang(review.user_name, ctx.lang),
      userPicture: review.user_picture,
      rate: review.rate,
      comment: inLang(review.comment, ctx.lang),
    })),
    clients,
  }
}

type Alts = StoredPage['alts']

/** What a picture shows: in the words of the page, or in those of the media library. */
function altOf(
  { image, imageAlt }: { image?: string | null; imageAlt?: Localized | null },
  alts: Alts,
  lang: Lang,
): string {
  const words = image ? (imageAlt ?? alts[image]) : undefined
  return words ? inLang(words, lang) : ''
}

function shown(section: StoredSection, alts: Alts, lang: Lang): PageSection {
  const { key, title, body, image, items } = section
  const text = (words: Localized | undefined) => (words ? inLang(words, lang) : null)
  return {
    key,
    title: text(title),
    body: body ? renderText(body, lang) : null,
    image: image ?? null,
    imageAlt: altOf(section, alts, lang),
    items: items.map((item) => ({
      title: inLang(item.title, lang),
      body: text(item.body),
      icon: item.icon ?? null,
      image: item.image ?? null,
      imageAlt: altOf(item, alts, lang),
      value: typeof item.value === 'string' ? item.value : text(item.value),
      link: item.link ?? null,
    })),
  }
}

async function seoByCode(ctx: Context, { code }: { code: string }) {
  const seo = await seoOf(ctx.db, code)
  if (!seo?.meta_title.ar) throw new Problem('notFound')
  return seoTexts(ctx, seo)
}

export const seoTexts = ({ lang }: Pick<Context, 'lang'>, seo: StoredSeo): Seo => ({
  metaTitle: inLang(seo.meta_title, lang),
  metaDescription: inLang(seo.meta_description, lang),
  keywords: inLang(seo.keywords, lang),
})

async function whatYouGet(ctx: Context) {
  const sections = await sectionsOf(ctx.db, 'home')
  const items = sections?.find(({ key, hidden }) => key === 'what-you-get' && !hidden)?.items ?? []
  return items.map(({ title, body, icon }) => ({
    title: inLang(title, ctx.lang),
    description: body ? inLang(body, ctx.lang) : '',
    icon: icon ?? '',
  }))
}

async function institute(ctx: Context) {
  const data = await instituteData(ctx.db)
  if (!data) throw new Problem('notFound')
  return {
    ...data,
    name: inLang(data.name, ctx.lang),
    alternateName: inLang(data.name, ctx.lang === 'ar' ? 'en' : 'ar'),
    legalName: inLang(data.legalName, ctx.lang),
    tagline: inLang(data.tagline, ctx.lang),
    address: inLang(data.address, ctx.lang),
    licence: inLang(data.licence, ctx.lang),
    whatsapp: data.whatsapp ?? '',
    stores: { ios: data.stores?.ios ?? '', android: data.stores?.android ?? '' },
    vatNumber: data.vatRegistered === false ? null : (data.vatNumber ?? null),
    menus: data.menus && (await menusFor(ctx, data.menus)),
  }
}

async function appStores(ctx: Context) {
  const data = await instituteData(ctx.db)
  if (!data) throw new Problem('notFound')
  return (['ios', 'android'] as const).flatMap((system) => {
    const link = data.stores?.[system]
    return link ? [{ system, link, qr: qrCode(link) }] : []
  })
}

async function organisations(ctx: Context, kind: 'partner' | 'client'): Promise<Organisation[]> {
  const rows = await organisationsOf(ctx.db, kind)
  return rows.map(({ key, name, logo, link }) => ({ id: key, name: inLang(name, ctx.lang), logo, link }))
}
