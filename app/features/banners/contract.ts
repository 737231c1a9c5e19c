/** Banners: what staff announce above every page of the site, from a time to a time. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Cursor, CursorPage, EditOf, Id, PageLimit, SiteLink, Text } from '../../api/fields.ts'
import { EnglishPaths, Instant, Version } from '../revisions/records-contract.ts'
import { BANNER_KINDS } from './banner-state.ts'

const blank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/** A banner says the same to all visitors, so neither language may be left for later. */
const Both = (max: number) => z.object({ ar: Text(max), en: Text(max) })
const isBlankText = (value: unknown) =>
  blank(value) || (typeof value === 'object' && value !== null && Object.values(value).every(blank))

const fields = {
  kind: z.enum(BANNER_KINDS, 'invalid'),
  text: Both(200),
  link: z.preprocess((value) => (blank(value) ? null : value), SiteLink.nullable()),
  /** The words of the link. */
  linkText: z.preprocess((value) => (isBlankText(value) ? null : value), Both(60).nullable()),
  startsAt: z.iso.datetime({ offset: true, error: 'invalid' }),
  endsAt: z.iso.datetime({ offset: true, error: 'invalid' }),
}

const Times = z.object({ startsAt: fields.startsAt, endsAt: fields.endsAt })
const endsAfterStart = ({ startsAt, endsAt }: z.output<typeof Times>) => Date.parse(endsAt) > Date.parse(startsAt)
/** Said together with what is wrong in other fields. */
const ENDS_BEFORE_START = {
  path: ['endsAt'],
  message: 'endsBeforeStart',
  when: ({ value }: { value: unknown }) => Times.safeParse(value).success,
}

type LinkAndWords = { link?: unknown; linkText?: unknown }
const hasWords = ({ link, linkText }: LinkAndWords) => isBlankText(link) || !isBlankText(linkText)
const hasLink = ({ link, linkText }: LinkAndWords) => isBlankText(linkText) || !isBlankText(link)

/** Said together with what is wrong in other fields, which may be missing. */
const beside = (message: string, ...path: string[]) => ({
  ...{ path, message },
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
})

type Changed = { changes?: { [field in keyof LinkAndWords]?: { from?: unknown; to?: unknown } } }
/** A banner has both or neither: what an edit leaves alone is blank when what it changes was. */
const after = ({ changes: { link, linkText } = {} }: Changed): LinkAndWords => ({
  link: link ? link.to : linkText?.from,
  linkText: linkText ? linkText.to : link?.from,
})

const Words = z.object({ ar: z.string(), en: z.string() })

const DeskBanner = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(['planned', 'shown', 'over']),
  kind: z.enum(BANNER_KINDS),
  text: Words,
  link: z.string().nullable(),
  linkText: Words.nullable(),
  startsAt: Instant,
  endsAt: Instant,
})
export type DeskBanner = z.output<typeof DeskBanner>

const ShownBanner = z.object({
  /** Another one when the banner says something else: whoever closed it sees it again. */
  key: z.string(),
  kind: z.enum(BANNER_KINDS),
  text: z.string(),
  link: z.object({ to: z.string(), text: z.string() }).nullable(),
})
export type ShownBanner = z.output<typeof ShownBanner>

const VIEW = { right: 'pages.view' } as const
const CHANGE = { right: 'pages.change' } as const

export const bannersEndpoints = {
  shownBanners: endpoint({
    method: 'GET',
    path: 'Pages/banners',
    summary: 'What the site announces above its pages now, important things first.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['banners'],
    input: z.object({}),
    output: z.array(ShownBanner),
  }),
  banners: endpoint({
    method: 'GET',
    path: 'admin/banners',
    summary: 'Banners, those that end last first.',
    audience: VIEW,
    input: z.object({ cursor: Cursor, limit: PageLimit }),
    output: CursorPage(DeskBanner),
  }),
  banner: endpoint({
    method: 'GET',
    path: 'admin/banners/{id}',
    summary: 'One banner.',
    audience: VIEW,
    input: z.object({ id: Id }),
    output: DeskBanner,
    problems: ['notFound'],
  }),
  addBanner: endpoint({
    method: 'POST',
    path: 'admin/banners',
    summary: 'Plans a banner: it is on all pages from its start to its end.',
    audience: CHANGE,
    input: z
      .object(fields)
      .refine(endsAfterStart, ENDS_BEFORE_START)
      .refine(hasWords, beside('linkTextNeeded', 'linkText'))
      .refine(hasLink, beside('required', 'link')),
    output: DeskBanner,
    creates: true,
    status: 201,
  }),
  changeBanner: endpoint({
    method: 'POST',
    path: 'admin/banners/{id}',
    summary: 'Changes a banner.',
    audience: CHANGE,
    input: EditOf(fields)
      .extend({ id: Id })
      .refine((edit) => hasWords(after(edit)), beside('linkTextNeeded', 'changes', 'linkText', 'to'))
      .refine((edit) => hasLink(after(edit)), beside('required', 'changes', 'link', 'to')),
    output: DeskBanner,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  confirmBannerEnglish: endpoint({
    method: 'POST',
    path: 'admin/banners/{id}/confirm-english',
    summary: 'Says that English texts are right for the present Arabic.',
    audience: CHANGE,
    input: z.object({ id: Id, version: Version, paths: EnglishPaths }),
    output: DeskBanner,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  removeBanner: endpoint({
    method: 'POST',
    path: 'admin/banners/{id}/remove',
    summary: 'Deletes a banner.',
    audience: CHANGE,
    input: z.object({ id: Id }),
    output: z.object({}),
    problems: ['notFound'],
  }),
}
