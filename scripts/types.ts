/** Writes `db/types.ts` from the migrated database: `npm run types`, or `npm run types -- FILE`. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startTestCluster } from '../tests/support/cluster.ts'

const root = join(import.meta.dirname, '..')

const localizedColumns = [
  'specializations.name',
  'trainers.name',
  'trainers.title',
  'trainers.bio',
  'courses.name',
  'courses.summary',
  'courses.description',
  'courses.certificate',
  'reviews.user_name',
  'reviews.comment',
  'orders.course_name',
  'coupons.note',
  'companies.name',
  'pages.title',
  'pages.description',
  'page_seo.meta_title',
  'page_seo.meta_description',
  'page_seo.keywords',
  'organisations.name',
  'faq_groups.title',
  'faq_questions.question',
  'faq_questions.answer',
  'blog_categories.name',
  'blog_categories.summary',
  'tags.name',
  'articles.title',
  'articles.summary',
  'articles.body',
  'post_categories.name',
  'post_categories.summary',
  'found_links.name',
  'course_cities.name',
]
const localizedListColumns = ['courses.outcomes', 'courses.prerequisites', 'courses.audience']
const LOCALIZED = 'ColumnType<import("./shapes.ts").Localized, string, string>'
const LOCALIZED_OR_NULL = 'ColumnType<import("./shapes.ts").Localized | null, string | null, string | null>'
const shape = (name: string) => `ColumnType<import("./shapes.ts").${name}, string, string>`

/** The TypeScript types of columns where the generator knows only `jsonb` or `text`. */
const columns = {
  ...Object.fromEntries(localizedColumns.map((column) => [column, LOCALIZED])),
  ...Object.fromEntries(localizedListColumns.map((column) => [column, shape('Localized[]')])),
  'specializations.summary': LOCALIZED_OR_NULL,
  'drafts.missed_because': '"changed" | "invalid" | null',
  'orders.source': '"site" | "desk" | "waiting-list" | "company" | "move" | null',
  'schedules.city': LOCALIZED_OR_NULL,
  'schedules.venue': LOCALIZED_OR_NULL,
  'authors.name': LOCALIZED_OR_NULL,
  'authors.title': LOCALIZED_OR_NULL,
  'courses.outline': shape('OutlineUnit[]'),
  'courses.faq': shape('Question[]'),
  'courses.seo': shape('Seo'),
  'courses.cover_alt': LOCALIZED_OR_NULL,
  'lessons.title': LOCALIZED,
  'lessons.body': LOCALIZED_OR_NULL,
  'lessons.captions': 'ColumnType<import("./shapes.ts").Captions | null, string | null, string | null>',
  'lessons.quiz': 'ColumnType<import("./shapes.ts").Quiz | null, string | null, string | null>',
  'lesson_files.kind': '"video" | "file"',
  'reviews.answer': LOCALIZED_OR_NULL,
  'trainers.picture_alt': LOCALIZED_OR_NULL,
  'media.alt': LOCALIZED_OR_NULL,
  'courses.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'articles.seo': shape('Seo'),
  'articles.cover_alt': LOCALIZED_OR_NULL,
  'articles.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'trainers.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'specializations.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'institute.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'institute.menus_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'institute.branches_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'banners.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'lessons.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'faq_groups.questions': shape('Question[]'),
  'faq_groups.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'learner_messages.subject': LOCALIZED,
  'learner_messages.text': LOCALIZED,
  'notification_settings.news': 'ColumnType<"at-once" | "none", "at-once" | "none" | undefined, "at-once" | "none">',
  'payment_plans.parts': shape('PlanPart[]'),
  'banners.kind': '"information" | "important"',
  'banners.text': 'ColumnType<{ ar: string; en: string }, string, string>',
  'banners.link_text': 'ColumnType<{ ar: string; en: string } | null, string | null, string | null>',
  'organisations.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'faq_questions.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'pages.image_alt': LOCALIZED_OR_NULL,
  'pages.sections': shape('PageSection[]'),
  'policy_versions.content': shape('PolicyContent'),
  'pages.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'page_seo.english_made_from': 'ColumnType<Record<string, string[]>, string | undefined, string>',
  'institute.data': shape('Institute'),
  'companies.national_address':
    'ColumnType<import("./shapes.ts").NationalAddress | null, string | null, string | null>',
  'messages.attachments': 'ColumnType<import("./shapes.ts").AttachmentRef[], string | undefined, string>',
  'invoices.document': shape('InvoiceDocument'),
  'quotes.document': 'ColumnType<import("./shapes.ts").QuoteDocument | null, string | null, string | null>',
  'quotes.answer': 'ColumnType<import("./shapes.ts").QuoteAnswer | null, string | null, string | null>',
  'posts.mentions': 'ColumnType<Record<string, number>, string | undefined, string>',
  'comments.mentions': 'ColumnType<Record<string, number>, string | undefined, string>',
}

/** Generates the types into `file`. @throws when the generator fails */
export async function generateTypes(file: string): Promise<void> {
  const cluster = await startTestCluster()
  try {
    const args = [
      '--dialect',
      'postgres',
      '--url',
      cluster.templateUrl,
      '--out-file',
      file,
      '--overrides',
      JSON.stringify({ columns }),
      '--numeric-parser',
      'number',
      '--exclude-pattern',
      'graphile_worker.*',
      '--log-level',
      'error',
    ]
    const result = spawnSync(
      process.execPath,
      [join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js'), ...args],
      { cwd: root, encoding: 'utf8' },
    )
    if (result.status !== 0) throw new Error(`kysely-codegen failed: ${result.stderr}${result.stdout}`)
  } finally {
    await cluster.stop()
  }
}

if (import.meta.main) await generateTypes(process.argv[2] ?? join(root, 'db', 'types.ts'))
