/** The format of the files in `content/`, which an institute's staff writes by hand. */
import { z } from 'zod'
import { ROLES } from '../../api/rights.ts'
import { ICON_NAMES } from '../../ui/icons/icon-names.ts'
import type { CourseFile } from './course-format.ts'
import { DaysAgo, FilmPath, ImagePath, Key, Localized, Question, Riyals, Slug, Unfinished } from './format-fields.ts'
import { InstituteFile } from './institute-format.ts'
import {
  type ArticleFile,
  AuthorsFile,
  BlogCategoriesFile,
  PostCategoriesFile,
  type PostFile,
  PostListFile,
  TagsFile,
} from './writing/writing-format.ts'

export { Localized }

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
