import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { textsOfCourse } from '../translations/course-texts.ts'
import { pairsOf } from '../translations/english-state.ts'
import { filesFrom } from './files.server.ts'
import { everything } from './queries.server.ts'

/** Why a column is not in the files. */
type Reason = { not: string }
type Columns = Record<string, Reason>

const ID = { id: { not: 'a number of this database: files know records by their key' } }
const VERSION = { version: { not: 'counts the edits in this database' } }
const POSITION = { position: { not: 'the place in the list says it' } }
const MADE_FROM = { english_made_from: { not: 'which English the staff of this database left behind its Arabic' } }

/**
 * The tables of content, by the part of an export that reads them: of each, the columns that no file holds. A new column
 * is either written into the files (`rows.ts`, `files.server.ts`) or named here with its reason.
 */
const CONTENT: Record<string, { rows: keyof Everything; not: Columns }> = {
  specializations: { rows: 'specializations', not: { ...ID, ...VERSION, ...POSITION, ...MADE_FROM } },
  trainers: {
    rows: 'trainers',
    not: { ...ID, ...VERSION, ...MADE_FROM, user_id: { not: 'who signs in as the trainer: an account' } },
  },
  courses: {
    rows: 'courses',
    not: {
      ...ID,
      ...VERSION,
      updated_at: { not: 'when it was last written in this database' },
      english_made_from: { not: 'hashes of which `englishStale` says the result' },
      english_missing: { not: 'counted from the texts' },
      search_text: { not: 'folded from the names and the address' },
    },
  },
  lessons: {
    rows: 'lessons',
    not: {
      ...ID,
      ...VERSION,
      ...POSITION,
      created_at: { not: 'when the staff of this database added it' },
      english_made_from: { not: 'hashes of which `englishStale` says the result' },
      english_missing: { not: 'counted from the texts' },
    },
  },
  lesson_files: {
    rows: 'lessonFiles',
    not: { ...ID, file_id: { not: 'where storage keeps it' }, hash: { not: 'of the file, which stands beside' } },
  },
  course_trainers: { rows: 'courseTrainers', not: { ...POSITION } },
  former_slugs: { rows: 'formerSlugs', not: {} },
  schedules: {
    rows: 'runs',
    not: {
      ...ID,
      ...VERSION,
      moves: { not: 'what happened to the learners of this database' },
      moved_at: { not: 'what happened to the learners of this database' },
      free_exit_until: { not: 'what learners of this database were told' },
      company_seats: { not: 'what companies have bought in this database' },
      tags: { not: 'words of the staff of this database' },
    },
  },
  run_sessions: { rows: 'sessions', not: { ...ID } },
  reviews: {
    rows: 'reviews',
    not: {
      ...ID,
      user_id: { not: 'reviews with an account are the learner’s own' },
      answered_by: { not: 'an account of this database' },
      hidden_at: { not: 'the day of loading: files say why it is hidden' },
      hidden_by: { not: 'an account of this database' },
      held_match: { not: 'only reviews of learners are held' },
    },
  },
  coupons: {
    rows: 'coupons',
    not: {
      ...ID,
      ...VERSION,
      series_id: { not: 'which codes were made together in this database' },
      created_at: { not: 'when it was added to this database' },
      company_ids: { not: 'companies are in no file, and neither is a coupon that is limited to some' },
    },
  },
  pages: {
    rows: 'pages',
    not: {
      ...VERSION,
      english_made_from: { not: 'hashes of which `englishStale` says the result' },
      english_missing: { not: 'counted from the texts' },
    },
  },
  page_seo: {
    rows: 'seo',
    not: {
      ...VERSION,
      english_made_from: { not: 'hashes of which `englishStale` says the result' },
      english_missing: { not: 'counted from the texts' },
    },
  },
  organisations: { rows: 'organisations', not: { ...ID, ...POSITION, ...VERSION, ...MADE_FROM } },
  faq_groups: {
    rows: 'faqs',
    not: { ...POSITION, ...VERSION, ...MADE_FROM, questions: { not: 'written from the rows of faq_questions' } },
  },
  faq_questions: { rows: 'questions', not: { ...ID, ...POSITION, ...VERSION, ...MADE_FROM } },
  search_synonyms: { rows: 'synonyms', not: { is_own: { not: 'words of the product are in no file' } } },
  authors: {
    rows: 'authors',
    not: {
      ...ID,
      trainer_id: { not: 'trainers are authors by their own key' },
      user_id: { not: 'an account' },
      stopped_at: { not: 'moderation' },
      stopped_until: { not: 'moderation' },
    },
  },
  blog_categories: { rows: 'blogCategories', not: { ...ID, ...POSITION } },
  tags: { rows: 'tags', not: {} },
  articles: {
    rows: 'articles',
    not: {
      ...ID,
      ...VERSION,
      english_made_from: { not: 'hashes of which `englishStale` says the result' },
      english_missing: { not: 'counted from the texts' },
      search_text: { not: 'folded from the title and the address' },
      words_ar: { not: 'counted from the text' },
      words_en: { not: 'counted from the text' },
      comments_count: { not: 'counted from the comments' },
      trending_score: { not: 'computed from views and comments' },
    },
  },
  former_article_slugs: { rows: 'formerArticleSlugs', not: {} },
  post_categories: { rows: 'postCategories', not: { ...ID, ...POSITION } },
  posts: {
    rows: 'posts',
    not: {
      ...ID,
      ...VERSION,
      created_at: { not: 'the same as its date, for posts from files' },
      edited_at: { not: 'members edit their posts, files theirs by another text' },
      removed_at: { not: 'moderation' },
      state: { not: 'only posts that are shown are exported' },
      state_before: { not: 'moderation' },
      comments_count: { not: 'counted from the comments' },
      useful_count: { not: 'counted from the marks' },
      trending_score: { not: 'computed from views and comments' },
      mentions: { not: 'accounts' },
      upload_id: { not: 'the file holds the picture itself' },
    },
  },
  comments: {
    rows: 'comments',
    not: {
      ...ID,
      ...VERSION,
      key: { not: 'the place under its article or post' },
      edited_at: { not: 'members edit their comments, files theirs by another text' },
      reply_to: { not: 'files say what was written, not whom it answers' },
      useful_count: { not: 'counted from the marks' },
      mentions: { not: 'accounts' },
    },
  },
  institute: {
    rows: 'institute',
    not: {
      ...VERSION,
      ...MADE_FROM,
      menus_made_from: MADE_FROM.english_made_from,
      branches_made_from: MADE_FROM.english_made_from,
      singleton: { not: 'there is one' },
      loaded_on: { not: 'written as loadedOn, see below' },
    },
  },
}

/** What belongs to the business, not to the folder: docs/decisions/0081 says why. */
const OPERATIONAL = `
  attendance attendance_scans badges certificate_counters certificates certificate_proposals waiting_places run_actions run_action_items run_action_purchases purchase_refunds
  orders order_parts order_events payment_plans payment_attempts payment_events payment_comparisons sandbox_payments sandbox_instalments sandbox_e_invoicing unmatched_payments transfers
  refunds refund_accounts ledger invoices invoice_counters e_invoices e_invoicing_units month_closings chargebacks chargeback_notes
  payouts payout_files payout_lines payout_columns payout_terms
  users sessions refresh_tokens codes registrations password_resets sign_in_tries sign_in_challenges authenticators
  backup_codes passkeys passkey_challenges external_identities external_tickets external_visits invitations
  security_events audit_log idempotency_keys rate_limits rate_buckets
  coupon_series companies company_contacts company_payments company_seats quotes quote_lines leads lead_events lead_messages learner_notes messages notifications notification_settings digests follows notify_requests
  purchase_attempts
  run_materials lesson_progress told_of_lessons saved_courses useful_marks former_addresses calendar_feeds data_files answer_templates trainer_criteria trainer_criterion_versions lead_reviews lead_scores
  published_builds policy_versions
  moderation_cases moderation_events moderation_decisions moderation_filters reports views campaigns page_visits visit_sources visit_searches buying_steps visit_seeds campaign_visitors order_campaigns learner_messages learner_message_recipients search_misses found_links drafts discarded_drafts revisions
  course_proposals saved_views default_views bank_statements bank_columns bank_lines bank_line_uses
  banners media stored_files uploads unknown_files installations migrations content_documents`

/** Computed from other tables. */
const DERIVED = `
  article_search course_cells course_cities course_months course_offer_times course_offers course_ratings courses_to_index purchase_balances removed_offers synonym_changes
  invoice_vat account_uses media_uses payments_without_line payout_first_days post_search post_words question_search search_words articles_to_index site_ratings specialization_search`

type Everything = Awaited<ReturnType<typeof everything>>
type Row = Record<string, unknown>

describe('every column of a table of content', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ institute: true })
  })
  afterAll(() => app.stop())

  const columnsOf = async () => {
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select table_name as table, column_name as column, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name in (select tablename from pg_tables where schemaname = 'public')`.execute(
      app.db,
    )
    return rows
  }

  it('stands in a table that is content, operational or computed', async () => {
    const tables = new Set((await columnsOf()).map(({ table }) => table))
    const others = [OPERATIONAL, DERIVED].flatMap((names) => names.trim().split(/\s+/))
    expect([...tables].sort()).toEqual([...Object.keys(CONTENT), ...others].sort())
  })

  it('is seen in an export, or is not content for a reason', async () => {
    const all = await filled(app)
    const base = exported(all)
    const unseen: string[] = []
    for (const { table, column, type } of await columnsOf()) {
      const { rows, not } = CONTENT[table] ?? {}
      if (!rows || !not || not[column]) continue
      const change = (row: Row) => ({ ...row, [column]: other(row[column], column, type) })
      const changed =
        rows === 'institute' ? { ...all, institute: { ...all.institute, phone: '+966' } } : each(all, rows, change)
      if (exported(changed as Everything) === base) unseen.push(`${table}.${column}`)
    }
    expect(unseen).toEqual([])
    const named = Object.entries(CONTENT).flatMap(([table, { not }]) =>
      Object.keys(not).map((name) => `${table}.${name}`),
    )
    const present = new Set((await columnsOf()).map(({ table, column }) => `${table}.${column}`))
    expect(named.filter((name) => !present.has(name))).toEqual([])
  })

  it('of a course with texts in both languages counts as missing or stale in English, in lists and in files', async () => {
    const columns = (await columnsOf())
      .filter(({ table, column, type }) => table === 'courses' && type === 'jsonb' && column !== 'english_made_from')
      .map(({ column }) => column)
    expect(columns).toContain('cover_alt')
    const { rows } = await sql<{ body: string; trigger: string }>`
      select pg_get_functiondef(tgfoid) as body, pg_get_triggerdef(oid) as trigger from pg_trigger
      where tgrelid = 'courses'::regclass and tgname = 'count_missing_english'`.execute(app.db)
    const text = { ar: 'نص', en: 'text' }
    const seo = { title: text, description: text, keywords: text }
    const course = Object.fromEntries(columns.map((column) => [column, column === 'seo' ? seo : text]))
    const known = pairsOf(textsOfCourse(course as Parameters<typeof textsOfCourse>[0])).length
    // All but the three of `seo` are one text each.
    expect(known).toBe(columns.length - 1 + 3)
    for (const column of columns) {
      expect(rows[0]!.body, 'count_missing_english()').toContain(`new.${column}`)
      expect(rows[0]!.trigger, 'its trigger').toMatch(new RegExp(`\\b${column}\\b`))
    }
  })
})

const exported = (all: Everything): string => {
  try {
    const same = (address: string) => address
    return JSON.stringify(filesFrom(all as Everything & { institute: never; loadedOn: string }, same, same))
  } catch (error) {
    // A value without a meaning is seen, too.
    return String(error)
  }
}

const each = (all: Everything, rows: keyof Everything, change: (row: Row) => Row) => ({
  ...all,
  [rows]: (all[rows] as Row[]).map(change),
})

/** Some of everything, with each kind of record there. */
async function filled(app: TestApp): Promise<Everything> {
  const all = await everything(app.db)
  const course = all.courses[0]!
  const article = all.articles.find(({ id }) => all.comments.some((one) => one.article_id === id))!
  const some = <T>(rows: T[]) => rows.slice(0, 3)
  const courses = some(all.courses)
  const runs = all.runs.filter(({ course_id }) => courses.some(({ id }) => id === course_id))
  const inRuns = all.sessions.filter(({ schedule_id }) => runs.some(({ id }) => id === schedule_id))
  return {
    ...all,
    courses,
    lessons: all.lessons.map((lesson) => ({ ...lesson, course_id: course.id })),
    runs,
    articles: [article],
    posts: [...some(all.posts), ...some(all.posts.filter(({ source }) => source))],
    pages: some(all.pages),
    comments: all.comments.filter((one) => one.article_id === article.id || one.post_id === all.posts[0]!.id),
    formerSlugs: [{ slug: 'former', course_id: course.id }],
    formerArticleSlugs: [{ slug: 'former', article_id: article.id }],
    sessions: inRuns.map((session) => ({ ...session, room: 'A1' })),
    reviews: all.reviews.map((one) => ({ ...one, answer: { ar: 'رد' }, answered_at: new Date('2026-01-01') })),
  }
}

/** Another value of the type. */
function other(value: unknown, column: string, type: string): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return `${value}-`
  if (typeof value === 'boolean') return !value
  if (value instanceof Date) return new Date(+value - 90_000_000)
  if (Array.isArray(value)) return [...value, column === 'weekdays' ? 'sat' : 'x']
  if (typeof value === 'object' && value !== null) return { ...value, ar: 'نص آخر' }
  if (type.startsWith('timestamp')) return new Date('2026-01-01T08:08:00Z')
  if (type === 'integer') return 1
  return type === 'jsonb' ? { ar: 'نص آخر' } : 'a/b/c-d'
}
