import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Between, optional, Text, WholeNumber } from '../../api/fields.ts'

const Item = z.object({
  title: z.string(),
  body: z.string().nullable(),
  icon: z.string().nullable(),
  image: z.string().nullable(),
  /** What it shows; empty where it only decorates. */
  imageAlt: z.string(),
  value: z.string().nullable(),
  /** A path of this site without the language (`/faq`), or an absolute address. */
  link: z.string().nullable(),
})
export type PageItem = z.output<typeof Item>

const Section = z.object({
  key: z.string(),
  title: z.string().nullable(),
  /** Sanitized HTML, made from the section's Markdown. */
  body: z.string().nullable(),
  image: z.string().nullable(),
  imageAlt: z.string(),
  items: z.array(Item),
})
export type PageSection = z.output<typeof Section>

const Film = z.object({
  /** In the order in which a browser should try them. */
  sources: z.array(z.object({ src: z.string(), type: z.string() })),
  poster: z.string(),
  captions: z.array(z.object({ lang: z.enum(['ar', 'en']), src: z.string() })),
})
export type Film = z.output<typeof Film>

const Organisation = z.object({ id: z.string(), name: z.string(), logo: z.string(), link: z.string().nullable() })
export type Organisation = z.output<typeof Organisation>

const ReviewCard = z.object({
  id: z.int(),
  userName: z.string(),
  userPicture: z.string().nullable(),
  rate: z.number(),
  comment: z.string(),
})

export const PageContent = z.object({
  code: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  imageAlt: z.string(),
  /** The address of the film, and what a player needs to show it. */
  video: z.string().nullable(),
  film: Film.nullable(),
  updatedAt: z.iso.datetime(),
  sections: z.array(Section),
  /** Of a policy with more than one, the newest first. */
  versions: z.array(z.object({ version: z.int(), validFrom: z.iso.datetime() })).optional(),
  /** The following fields are only used by the home page. The first has the keys of all it shows, in order. */
  parts: z.array(z.string()).optional(),
  homeWhoAreWe: Section.optional(),
  countings: z.array(Item).optional(),
  certificates: z.array(Item).optional(),
  reviews: z.array(ReviewCard).optional(),
  clients: z.array(Organisation).optional(),
})
export type PageContent = z.output<typeof PageContent>

export const Seo = z.object({ metaTitle: z.string(), metaDescription: z.string(), keywords: z.string() })
export type Seo = z.output<typeof Seo>

const Links = z.array(z.object({ to: z.string(), label: z.string() })).optional()

export const InstituteInfo = z.object({
  name: z.string(),
  /** The name in the other language. */
  alternateName: z.string(),
  legalName: z.string(),
  tagline: z.string(),
  phone: z.string(),
  /** Empty when the institute has none. */
  whatsapp: z.string(),
  email: z.string(),
  address: z.string(),
  commercialRegistration: z.string(),
  /** Null when the institute is not registered for VAT. */
  vatNumber: z.string().nullable(),
  licence: z.string(),
  social: z.array(z.object({ id: z.string(), link: z.string() })),
  /** Each is empty where there is no app. */
  stores: z.object({ ios: z.string(), android: z.string() }),
  /** Within how many working days an enquiry is answered, by its kind, where the institute promises its own. */
  answerDays: z.record(z.string(), z.int()).optional(),
  /** Links of header and footer, by their place, where they are not the usual ones. */
  menus: z.object({ main: Links, top: Links, explore: Links, institute: Links, help: Links, rules: Links }).optional(),
})
export type InstituteInfo = z.output<typeof InstituteInfo>

const AppStore = z.object({
  system: z.enum(['ios', 'android']),
  link: z.url(),
  /** The link as a QR code: the dark modules as the data of an SVG path, in a square of `size` units. */
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type AppStore = z.output<typeof AppStore>

export const pagesEndpoints = {
  pageByCode: endpoint({
    method: 'GET',
    path: 'Pages/page-by-code',
    summary: 'One page of the site by its code.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['pages', 'policy_versions', 'reviews', 'courses', 'organisations', 'media', 'media_uses'],
    input: z.object({
      code: Text(60),
      /** Of a policy: what it said in that version. */
      version: optional(WholeNumber.pipe(Between(1, 1_000_000))),
    }),
    output: PageContent,
    problems: ['notFound'],
  }),
  seoByCode: endpoint({
    method: 'GET',
    path: 'Pages/seo-by-code',
    summary: 'Title, description and keywords of a listing page.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['page_seo'],
    input: z.object({ code: Text(60) }),
    output: Seo,
    problems: ['notFound'],
  }),
  whatYouGet: endpoint({
    method: 'GET',
    path: 'Pages/what-you-get',
    summary: 'What every learner gets.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['pages'],
    input: z.object({}),
    output: z.array(z.object({ title: z.string(), description: z.string(), icon: z.string() })),
  }),
  institute: endpoint({
    method: 'GET',
    path: 'Pages/institute',
    summary: "The institute's names, contacts and registration numbers.",
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['institute', 'specializations'],
    input: z.object({}),
    output: InstituteInfo,
    problems: ['notFound'],
  }),
  appStores: endpoint({
    method: 'GET',
    path: 'Pages/app-stores',
    summary: 'Where the mobile app is found, as a link and as a QR code.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['institute'],
    input: z.object({}),
    output: z.array(AppStore),
    problems: ['notFound'],
  }),
  partners: endpoint({
    method: 'GET',
    path: 'Partners/website-partners',
    summary: 'The partners.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['organisations'],
    input: z.object({}),
    output: z.array(Organisation),
  }),
  clients: endpoint({
    method: 'GET',
    path: 'Clients/website-clients',
    summary: 'The clients.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['organisations'],
    input: z.object({}),
    output: z.array(Organisation),
  }),
}
