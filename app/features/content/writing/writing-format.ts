/** The files of the blog and the community. */
import { z } from 'zod'
import { Clock, DaysAgo, ImagePath, Key, Localized, PhotoPath, Slug, Unfinished } from '../format-fields.ts'

/** Authors other than trainers: the institute's staff, and members of the community without an account. */
export const AuthorsFile = z.array(
  z.strictObject({
    key: Key,
    kind: z.enum(['staff', 'member']).default('member'),
    name: Localized,
    title: Localized.optional(),
    picture: ImagePath.optional(),
  }),
)

const Categories = z.array(z.strictObject({ key: Key, name: Localized, summary: Localized }))
export const BlogCategoriesFile = Categories
export const PostCategoriesFile = Categories

export const TagsFile = z.array(z.strictObject({ key: Key, name: Localized }))

/** Written by members, so in one language only. */
const Comment = z.strictObject({
  /** A trainer's key, or one of `authors.yaml`. */
  author: Key,
  daysAgo: DaysAgo,
  at: Clock,
  /** Markdown. */
  text: z.string().trim().min(1).max(5000),
  /** Taken down by moderators; it keeps the place of those after it. Files neither hide nor show a loaded comment. */
  hidden: z.literal(true).optional(),
})

export const ArticleFile = z.strictObject({
  key: Key,
  slug: Slug,
  formerSlugs: z.array(Slug).default([]),
  category: Key,
  /** A trainer's key, or one of `authors.yaml`. */
  author: Key,
  tags: z.array(Key).default([]),
  /** Visitors see it since then. Without this, a schedule or the archive it is a draft, whose texts may be missing. */
  publishedDaysAgo: DaysAgo.optional(),
  /** It is published by itself on that day, at that time. */
  publishInDays: z.int().optional(),
  publishAt: Clock.optional(),
  archivedDaysAgo: DaysAgo.optional(),
  /** The last change before the first loading; later changes set the date themselves. */
  updatedDaysAgo: DaysAgo.optional(),
  cover: ImagePath.optional(),
  coverAlt: Unfinished.optional(),
  title: Localized,
  summary: Unfinished,
  /** Markdown; headings start at level `##`. */
  body: Unfinished,
  seo: z.strictObject({ title: Unfinished, description: Unfinished, keywords: Unfinished.optional() }),
  /** The English texts whose Arabic has changed since they were written, such as `body`. */
  englishStale: z.array(z.string()).default([]),
  comments: z.array(Comment).default([]),
})
export type ArticleFile = z.infer<typeof ArticleFile>

export const PostFile = z.strictObject({
  key: Key,
  author: Key,
  category: Key,
  daysAgo: DaysAgo,
  at: Clock,
  title: z.string().trim().min(1).max(200),
  /** Markdown. */
  content: z.string().trim().min(1).max(20_000),
  /** A picture as a member would upload it. */
  image: PhotoPath.optional(),
  /** The alt text. */
  imageAlt: z.string().trim().min(1).max(300).optional(),
  comments: z.array(Comment).default([]),
})
export type PostFile = z.infer<typeof PostFile>

/** Posts may also share one file. */
export const PostListFile = z.array(PostFile)
