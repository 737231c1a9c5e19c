/** What cached pages and shared answers depend on: calls name the tables that they read, and these announce changes. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '../app/api/contract.ts'
import type { Endpoint } from '../app/api/endpoint.ts'
import { apiAs } from './support/api-as.ts'
import { startTestApp, type TestApp } from './support/app.ts'

describe('the tables that a page depends on', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ institute: true })
  })
  afterAll(() => app.stop())

  const isCalled = new AsyncLocalStorage<true>()
  const unwatched = pg.Client.prototype.query
  const CALLS: Record<string, object> = {
    pageByCode: { code: 'home' },
    seoByCode: { code: 'home' },
    results: { q: 'zeppelin' },
    faqSearch: { SearchTerm: 'zeppelin' },
    'blog articles': { searchTerm: 'zeppelin', tag: 'pmp', UserId: 1 },
    articleById: { id: 'اجتماع-ينتهي-بقرار' },
    'blog moreComments': { ArticleId: 1 },
    posts: { SearchTerm: 'zeppelin', UserId: 1 },
    postById: { id: 1 },
    stamp: { kind: 'contact' },
    'community moreComments': { PostId: 1 },
    courses: { SearchTerm: 'zeppelin' },
    subSpecializations: { Id: 1 },
    coursesOnHover: { SpecializationId: 1 },
    courseBySlug: { slug: 'صياغة-العقود-التجارية' },
    similarCourses: { courseId: 1 },
    freeLesson: { courseId: 1 },
    coursePlan: { courseId: 1, schedule: 1 },
  }
  const declared = Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>)
      .filter(([, { reads }]) => reads)
      .map(([name, { reads }]) => ({ feature, name, reads: reads! })),
  )

  it.each(declared)('$feature $name reads no table that it does not name', async ({ feature, name, reads }) => {
    const statements: string[] = []
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
      const [first] = args as unknown as [{ text?: string } | string]
      // Queries of jobs that run meanwhile do not count.
      if (isCalled.getStore()) statements.push(typeof first === 'string' ? first : (first.text ?? ''))
      return Reflect.apply(unwatched, this, args)
    })
    try {
      // biome-ignore lint/suspicious/noExplicitAny: names come from the contract that types the Api
      const call = (apiAs(app, null) as any)[feature][name]
      await isCalled.run(true, () => call(CALLS[`${feature} ${name}`] ?? CALLS[name] ?? {}))
    } finally {
      query.mockRestore()
    }
    const { rows } = await sql<{
      name: string
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db)
    const tables = rows.filter((row) => statements.some((text) => new RegExp(`\\b${row.name}\\b`).test(text)))
    // An endpoint without declared tables must not query the database.
    expect(statements.length > 0).toBe(reads.length > 0)
    expect(reads).toEqual(expect.arrayContaining(tables.map((row) => row.name)))
  })
  /** Tables that no guest's page shows; the migration of any other table calls `shown_on_pages`. */
  const NEVER_SHOWN =
    'users registrations sessions refresh_tokens codes sign_in_tries rate_limits rate_buckets security_events messages idempotency_keys audit_log ' +
    'notify_requests coupons coupon_series companies company_contacts company_payments company_seats quotes quote_lines purchase_balances payment_attempts payment_events sandbox_payments sandbox_instalments sandbox_e_invoicing e_invoicing_units e_invoices search_synonyms ' +
    'purchase_attempts payments_without_line payout_first_days ' +
    'removed_offers ' +
    'course_offers course_offer_times course_cells course_months course_ratings site_ratings courses_to_index articles_to_index synonym_changes ' +
    'specialization_search question_search search_words search_misses found_links article_search post_search migrations ' +
    'backup_codes authenticators passkeys passkey_challenges sign_in_challenges password_resets external_identities ' +
    'external_visits external_tickets moderation_cases reports moderation_events views campaigns page_visits visit_sources visit_searches buying_steps visit_seeds campaign_visitors order_campaigns learner_messages learner_message_recipients post_words leads lead_events lead_messages learner_notes moderation_decisions moderation_filters ' +
    'run_materials lesson_progress told_of_lessons saved_courses useful_marks former_addresses calendar_feeds data_files answer_templates trainer_criteria lead_reviews lead_scores ' +
    'published_builds media_uses ' +
    'stored_files refund_accounts uploads follows notifications notification_settings digests order_events refunds ledger month_closings ' +
    'order_parts payment_comparisons drafts discarded_drafts revisions unmatched_payments bank_statements bank_columns bank_lines bank_line_uses payout_files payout_columns payout_terms payouts payout_lines chargebacks chargeback_notes invoices invoice_vat invoice_counters transfers invitations installations unknown_files ' +
    'content_documents course_proposals saved_views default_views run_sessions run_actions run_action_items badges attendance attendance_scans certificates certificate_counters certificate_proposals ' +
    'run_action_purchases purchase_refunds faq_questions account_uses trainer_criterion_versions'

  it('all announce their changes, except those that no page shows', async () => {
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public' and not exists
        (select from pg_trigger where tgname = 'tell_pages' and tgrelid = format('%I', tablename)::regclass)`.execute(
      app.db,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(NEVER_SHOWN.split(' ').sort())
  })

  it('announce their changes from the migration that creates them', () => {
    const folder = join(import.meta.dirname, '..', 'db', 'migrations')
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), 'utf8')
      for (const [, table] of text.matchAll(/call shown_on_pages\('(\w+)'\)/g)) {
        expect(text, file).toMatch(new RegExp(`create table ${table} `))
      }
    }
  })
})
