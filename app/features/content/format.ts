/** The format of the files in `content/`, which an institute's staff writes by hand. */
import { z } from 'zod'
import { ROLES } from '../../api/rights.ts'
import { ICON_NAMES } from '../../ui/icons/icon-names.ts'
import { NOTE_KINDS, type NoteKind } from '../mail-notes/mail-notes.ts'
import { MENU_PLACES } from '../menus/places.ts'
import { MAX_SESSIONS } from '../runs/sessions.ts'
import {
  Clock,
  DaysAgo,
  FilmPath,
  Iban,
  ImagePath,
  Key,
  Localized,
  Question,
  Riyals,
  Slug,
  Unfinished,
} from './format-fields.ts'
import { LessonFile } from './lesson-format.ts'
import {
  type ArticleFile,
  AuthorsFile,
  BlogCategoriesFile,
  PostCategoriesFile,
  type PostFile,
  PostListFile,
  TagsFile,
} from './writing-format.ts'

export { Localized }

const Vat = z.enum(['standard', 'zero', 'exempt'])

export const InstituteFile = z.strictObject({
  /** The day to which relative days refer; by default the day of the first loading. An export writes it. */
  loadedOn: z.iso.date().optional(),
  name: Localized,
  legalName: Localized,
  tagline: Localized,
  phone: z.string(),
  whatsapp: z.string().optional(),
  email: z.email(),
  /** The addressees of each kind of enquiry; `email` by default. */
  mailboxes: z
    .partialRecord(z.enum(['contact', 'support', 'complaint', 'quote', 'partnership', 'trainer', 'orders']), z.email())
    .optional(),
  /** As people read it. */
  address: Localized,
  /** As it is registered (the national address), for the tax authority. */
  nationalAddress: z
    .strictObject({
      buildingNumber: z.string().regex(/^\d{4}$/),
      street: Localized,
      additionalNumber: z
        .string()
        .regex(/^\d{4}$/)
        .optional(),
      district: Localized,
      city: Localized,
      postalCode: z.string().regex(/^\d{5}$/),
      shortAddress: z
        .string()
        .regex(/^[A-Z]{4}\d{4}$/)
        .optional(),
    })
    .optional(),
  commercialRegistration: z.string().regex(/^\d{10}$/),
  /** False: not registered for VAT; then `vatNumber` and `vatRatePercent` are left out. */
  vatRegistered: z.boolean().optional(),
  vatNumber: z
    .string()
    .regex(/^3\d{13}3$/)
    .optional(),
  licence: Localized,
  vatRatePercent: z.number().min(0).max(100).optional(),
  /** For courses without their own value; `standard` by default. */
  vatDefault: Vat.optional(),
  /** The reason for courses without VAT, which an invoice must state by law. */
  vatReasons: z.strictObject({ zero: Localized.optional(), exempt: Localized.optional() }).optional(),
  /** The account for bank transfers; without it learners pay online only. */
  bank: z.strictObject({ name: Localized, beneficiary: Localized, iban: Iban }).optional(),
  /** How long a seat is held for a transfer; 3 days by default. */
  transferDays: z.int().min(1).max(14).optional(),
  /** How long after paying a learner may request a refund; 7 days by default. */
  refundDays: z.int().min(0).max(365).optional(),
  /** The days on which enquiries are answered; Sunday to Thursday by default. */
  workingDays: z
    .array(z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']))
    .min(1)
    .optional(),
  /** Within how many working days an enquiry is answered, by its kind, where it is not the usual number. */
  answerDays: z
    .partialRecord(
      z.enum(['contact', 'support', 'complaint', 'quote', 'partnership', 'trainer']),
      z.int().min(1).max(30),
    )
    .optional(),
  /** How much of an order an Admin may refund, in halalas; any amount by default. */
  adminRefundHalalas: z.int().min(0).max(100_000_000).optional(),
  /** How long learners may leave a run that was moved, and get everything back; 7 days by default. */
  movedRunDays: z.int().min(1).max(60).optional(),
  /** How long a freed seat is kept for the first of the waiting list; 24 hours by default. */
  offerHours: z.int().min(1).max(168).optional(),
  /** The share of a run's sessions that a certificate needs; 80 by default. */
  certificatePercent: z.int().min(1).max(100).optional(),
  /** What the institute adds to some mails, by their kind; fields stand in braces. */
  mailNotes: z.partialRecord(z.enum(NOTE_KINDS as [NoteKind, ...NoteKind[]]), Localized).optional(),
  social: z.array(
    z.strictObject({ id: z.enum(['x', 'linkedin', 'instagram', 'youtube', 'snapchat', 'tiktok']), link: z.url() }),
  ),
  /** In place of those that the contact page names. */
  branches: z
    .array(
      z.strictObject({
        key: Key,
        name: Localized,
        address: Localized,
        map: z.url({ protocol: /^https$/ }).optional(),
        phone: z.string().optional(),
        hours: Localized.optional(),
        hidden: z.boolean().optional(),
      }),
    )
    .optional(),
  /** Links of header and footer, where they are not the usual ones. */
  menus: z
    .partialRecord(
      z.enum(MENU_PLACES),
      z.array(
        z.strictObject({
          /** A page's path without the language, `field:` with the key of a specialization, or an address. */
          to: z.string().regex(/^(?:field:[a-z0-9-]+|\/(?!\/)\S*|https:\/\/\S+|mailto:\S+|tel:\S+)$/),
          label: Localized.optional(),
          hidden: z.boolean().optional(),
        }),
      ),
    )
    .optional(),
  /** Where the mobile app is found; without it no page speaks of an app. */
  stores: z.strictObject({ ios: z.url().optional(), android: z.url().optional() }).optional(),
})

export const SpecializationsFile = z.array(
  z.strictObject({
    key: Key,
    slug: Slug,
    name: Localized,
    summary: Unfinished,
    /** The icon that is the mark of the specialization, also drawn on the covers of its courses. */
    mark: z.enum(ICON_NAMES),
    colour: z.string().regex(/^#[0-9a-f]{6}$/),
    children: z.array(z.strictObject({ key: Key, name: Localized })).default([]),
  }),
)

/** Words of the institute that the search takes for the same as a sense; those that come with the product are in no file. */
export const SynonymsFile = z.array(
  z.strictObject({ key: z.string().trim().min(1).max(60), words: z.array(z.string().trim().min(1).max(60)).min(1) }),
)

export const TrainersFile = z.array(
  z.strictObject({
    ...{ key: Key, name: Localized, title: Localized, bio: Localized },
    picture: ImagePath.optional(),
    /** What the picture shows beyond the person; without one it is decoration beside the name. */
    pictureAlt: Localized.optional(),
  }),
)

const Session = z.strictObject({
  /** Days after the day of loading. */
  inDays: z.int(),
  from: Clock,
  /** At or before `from`: on the next day. */
  to: Clock,
  room: z.string().trim().min(1).max(120).optional(),
  /** Where it is held online; only its learners see it. */
  link: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
  /** The trainer of this session, where it is not every trainer of the course. */
  trainer: Key.optional(),
})

const Run = z.strictObject({
  key: Key,
  /** Days after the day of loading. */
  startsInDays: z.int(),
  /** Length in days, first and last day included. */
  lastsDays: z.int().min(1),
  weekdays: z.array(z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'])).min(1),
  from: Clock,
  to: Clock,
  /** Where they are not simply on each of the weekdays at these hours, or have a room, a link or a trainer. */
  sessions: z.array(Session).min(1).max(MAX_SESSIONS).optional(),
  city: Localized.optional(),
  venue: Localized.optional(),
  seats: z.int().min(1).max(1000),
  /** Below this number of learners the institute may not want to hold it. */
  minimum: z.int().min(1).max(1000).optional(),
  /** Enrolment opens this many days before the start, at midnight or at the time given; by default it is open. */
  enrolmentOpensDaysBefore: z.int().min(0).optional(),
  enrolmentOpensAt: Clock.optional(),
  /** Enrolment closes this many days before the start, at the end of the day or at the time given. */
  enrolmentClosesDaysBefore: z.int().min(0).default(1),
  enrolmentClosesAt: Clock.optional(),
  /** Seats sold outside this site, for instance to a company. */
  heldSeats: z.int().min(0).default(0),
  price: Riyals.optional(),
  /** It does not take place. A loaded run is cancelled in the desk, never by a file. */
  cancelled: z.literal(true).optional(),
})
export type RunFile = z.infer<typeof Run>

export const CourseFile = z.strictObject({
  key: Key,
  slug: Slug,
  formerSlugs: z.array(Slug).default([]),
  specialization: Key,
  subSpecialization: Key.optional(),
  category: z.enum(['development', 'preparatory', 'registered']),
  level: z.enum(['beginner', 'intermediate', 'advanced']),
  delivery: z.enum(['in-person', 'recorded', 'online']),
  hours: z.number().positive().max(9999).multipleOf(0.5),
  price: Riyals,
  oldPrice: Riyals.optional(),
  /** By default as `vatDefault` of the institute. */
  vat: Vat.optional(),
  /** ZATCA's code for a sale at the zero rate or exempt. */
  vatReasonCode: z.string().optional(),
  /** The state bears the VAT of citizens on this programme. */
  zeroRatedForCitizens: z.boolean().optional(),
  /** Visitors see it since then. Without this, a schedule or the archive it is a draft, whose texts may be missing. */
  publishedDaysAgo: DaysAgo.optional(),
  /** It is published by itself on that day, at that time. */
  publishInDays: z.int().optional(),
  publishAt: Clock.optional(),
  archivedDaysAgo: DaysAgo.optional(),
  licence: z.string().optional(),
  cover: ImagePath.optional(),
  coverAlt: Unfinished.optional(),
  previewVideo: z.url().optional(),
  name: Localized,
  summary: Unfinished,
  /** Markdown. */
  description: Unfinished,
  outcomes: z.array(Localized),
  prerequisites: z.array(Localized),
  audience: z.array(Localized),
  outline: z.array(
    z.strictObject({
      title: Localized,
      lessons: z.array(z.strictObject({ title: Localized, minutes: z.int().positive() })),
    }),
  ),
  /** Of a recorded course, in order. */
  lessons: z.array(LessonFile).max(200).default([]),
  certificate: Unfinished,
  trainers: z.array(Key),
  faq: z.array(Question),
  /** Empty for a recorded course, which has no dates. */
  runs: z.array(Run),
  seo: z.strictObject({ title: Unfinished, description: Unfinished, keywords: Unfinished.optional() }),
  /** The English texts whose Arabic has changed since they were written, such as `outline.0.title`. */
  englishStale: z.array(z.string()).default([]),
})
export type CourseFile = z.infer<typeof CourseFile>

export const ReviewsFile = z.array(
  z.strictObject({
    key: Key,
    course: Key,
    name: Localized,
    picture: ImagePath.optional(),
    /** 1 to 5 in steps of 0.25. */
    rate: z.number().min(1).max(5).multipleOf(0.25),
    comment: Localized,
    daysAgo: DaysAgo,
    /** Shown on the home page and the reviews page. */
    featured: z.boolean().default(false),
    /** The institute's answer, below the review. */
    answer: z.strictObject({ text: Localized, daysAgo: DaysAgo }).optional(),
    /** Why visitors do not see it. */
    hidden: z.string().trim().min(1).optional(),
  }),
)

export const CouponsFile = z.array(
  z.strictObject({
    code: z.string().regex(/^[A-Z0-9-]{3,20}$/),
    /** A note for the staff. */
    note: Localized,
    percent: z.number().positive().max(100).multipleOf(0.01).optional(),
    amount: Riyals.positive().optional(),
    validFromDays: z.int().default(-1),
    validForDays: z.int().positive().optional(),
    totalLimit: z.int().positive().optional(),
    perLearnerLimit: z.int().positive().optional(),
    minimum: Riyals.optional(),
    courses: z.array(Key).optional(),
    emailDomain: z.string().optional(),
    active: z.boolean().default(true),
  }),
)

const PageSection = z.strictObject({
  key: Key,
  title: Localized.optional(),
  /** Markdown. */
  body: Localized.optional(),
  image: ImagePath.optional(),
  imageAlt: Localized.optional(),
  /** Visitors do not see it. */
  hidden: z.literal(true).optional(),
  items: z
    .array(
      z.strictObject({
        title: Localized,
        body: Localized.optional(),
        icon: z.enum(ICON_NAMES).optional(),
        image: ImagePath.optional(),
        imageAlt: Localized.optional(),
        /** A figure, the same in both languages, or a text such as a time. */
        value: z.union([z.string(), Localized]).optional(),
        link: z.string().optional(),
      }),
    )
    .default([]),
})

export const PageFile = z.strictObject({
  code: Key,
  title: Localized,
  description: Localized,
  image: ImagePath.optional(),
  imageAlt: Localized.optional(),
  video: FilmPath.optional(),
  /** At the first loading; later changes set the date themselves. */
  updatedDaysAgo: DaysAgo.default(0),
  sections: z.array(PageSection).default([]),
  /** The English texts whose Arabic has changed since they were written, such as `sections.story.title`. */
  englishStale: z.array(z.string()).default([]),
})
export type PageFile = z.infer<typeof PageFile>

export const SeoFile = z.array(
  z.strictObject({
    ...{ code: Key, metaTitle: Localized, metaDescription: Localized, keywords: Localized },
    /** The English texts whose Arabic has changed since: `seoTitle`, `seoDescription`, `seoKeywords`. */
    englishStale: z.array(z.string()).default([]),
  }),
)

const Organisation = z.strictObject({
  key: Key,
  name: Localized,
  logo: ImagePath,
  link: z.url().optional(),
  hidden: z.literal(true).optional(),
})
export const PartnersFile = z.array(Organisation)
export const ClientsFile = z.array(Organisation)

/** One that is hidden waits at the desk. */
const FrequentQuestion = Question.extend({ hidden: z.literal(true).optional() })

export const FaqsFile = z.array(z.strictObject({ key: Key, title: Localized, questions: z.array(FrequentQuestion) }))

/** The accounts of the demonstration; loaded only in demonstration mode. */
export const DemoAccountsFile = z.array(
  z.strictObject({
    email: z.email(),
    password: z.string(),
    phone: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    roles: z.array(z.enum(ROLES)).min(1),
    /** The trainer whose courses a teacher account teaches. */
    trainer: Key.optional(),
  }),
)

/** The files of a content folder; courses, pages, articles and posts have a folder with one file each. */
export const FILES = {
  institute: { path: 'institute.yaml', schema: InstituteFile },
  specializations: { path: 'specializations.yaml', schema: SpecializationsFile },
  trainers: { path: 'trainers.yaml', schema: TrainersFile },
  reviews: { path: 'reviews.yaml', schema: ReviewsFile },
  coupons: { path: 'coupons.yaml', schema: CouponsFile },
  seo: { path: 'seo.yaml', schema: SeoFile },
  partners: { path: 'partners.yaml', schema: PartnersFile },
  clients: { path: 'clients.yaml', schema: ClientsFile },
  faqs: { path: 'faqs.yaml', schema: FaqsFile },
  authors: { path: 'authors.yaml', schema: AuthorsFile },
  blogCategories: { path: 'blog-categories.yaml', schema: BlogCategoriesFile },
  tags: { path: 'tags.yaml', schema: TagsFile },
  postCategories: { path: 'post-categories.yaml', schema: PostCategoriesFile },
  synonyms: { path: 'synonyms.yaml', schema: SynonymsFile },
  postList: { path: 'posts.yaml', schema: PostListFile },
} as const
/** Optional: without them there is no blog or no community yet, and the search has the words of the product. */
export const MAY_BE_MISSING: string[] = [
  FILES.authors.path,
  FILES.blogCategories.path,
  FILES.tags.path,
  FILES.postCategories.path,
  FILES.synonyms.path,
  FILES.postList.path,
]
export const DEMO_ACCOUNTS = 'demo-accounts.yaml'
export const COURSES = 'courses'
export const PAGES = 'pages'
export const ARTICLES = 'articles'
export const POSTS = 'posts'

type Files = { [Name in keyof typeof FILES]: z.output<(typeof FILES)[Name]['schema']> }
/** A folder that was read completely. Courses, pages, articles and posts are ordered by file name. */
export type Content = Files & {
  courses: CourseFile[]
  pages: PageFile[]
  articles: ArticleFile[]
  posts: PostFile[]
  demoAccounts: z.output<typeof DemoAccountsFile>
}

/** The records of the common file and those with their own file, each with its place for error messages. */
export function placedPosts({ postList, posts }: Content) {
  return [
    ...postList.map((post, index) => ({ post, file: FILES.postList.path as string, path: [index] })),
    ...posts.map((post) => ({ post, file: `${POSTS}/${post.key}.yaml`, path: [] })),
  ]
}

export const allPosts = ({ postList, posts }: Content) => [...postList, ...posts]
