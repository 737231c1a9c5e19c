/** Rows for the plans of the desk's lists, beside the orders and people of the large data set. */
import type { Run } from '../../bench/scale/part.ts'

const ROWS = 5000

/**
 * What staff did, certificates, coupons, companies, statements with movements, waiting lists, and saved views.
 * @returns the id of a run for which forty people wait
 */
export async function fillDesk(run: Run): Promise<number> {
  await run(`insert into audit_log (user_id, action, area, subject, at)
    select 1, 'coupon.create', (array['money', 'learning', 'content'])[1 + n % 3], 'C' || n,
      timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, ${ROWS}) n`)
  await run(`insert into certificates (order_id, code, issued_at, place, year)
    select id, md5(id::text), created_at, row_number() over (order by id), 2026 from orders where status = 'paid'`)
  await run(`insert into reviews (course_id, user_name, rate, comment, created_at)
    select 1 + n % 2000, '{"ar": "سارة"}', 1 + n % 5, '{"ar": "رأي"}', timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${ROWS}) n`)
  await run(`insert into coupons (code, note, percent, valid_from)
    select 'PLAN' || n, '{"ar": "خصم"}', 10, now() from generate_series(1, ${ROWS}) n`)
  await run(
    `insert into companies (name) select jsonb_build_object('ar', 'شركة ' || n) from generate_series(1, ${ROWS}) n`,
  )
  await run(`insert into company_contacts (company_id, name, email)
    select id, 'نورة', n || '@company.example' from companies, generate_series(1, 3) n`)
  await run(`insert into bank_statements (id, file_name, format, imported_at)
    select gen_random_uuid(), n || '.csv', 'csv', timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${ROWS}) n`)
  await run(`insert into bank_lines (statement_id, place, day, amount_halalas, bank_reference, description, payer_account,
      payer_name, fingerprint, occurrence)
    select s.id, n, date '2026-01-01' + n, 100, '', '', '', '', md5(s.id::text || n), 1
    from (select id from bank_statements order by imported_at desc limit 100) s, generate_series(1, 40) n`)
  const [waited] = await run<{ id: number }>('select min(id) as id from schedules')
  await run(
    `insert into waiting_places (schedule_id, user_id, lang, joined_at)
    select case when row_number() over (order by id) <= 40 then $1 else $1 + 1 end, id, 'ar', now()
    from users where email like 'u%' limit ${ROWS}`,
    [waited!.id],
  )
  await run(`insert into saved_views (user_id, list, name, query, created_at)
    select id, 'orders', 'view', '{}', now() from users where email like 'u%' limit ${ROWS}`)
  for (const table of [
    'audit_log',
    'certificates',
    'coupons',
    'companies',
    'company_contacts',
    'bank_statements',
    'bank_lines',
    'waiting_places',
    'saved_views',
  ])
    await run(`vacuum analyze ${table}`)
  return waited!.id
}

/** Articles enough that a list of them must be read by an index. */
export async function fillArticles(run: Run): Promise<void> {
  // The search of visitors is not asked here.
  await run('alter table articles disable trigger user')
  await run(`
    with section as (
      insert into blog_categories (key, name, summary) values ('many', '{"ar": "قسم"}', '{"ar": "قسم"}') returning id
    ), writer as (insert into authors (kind, name) values ('staff', '{"ar": "كاتب"}') returning id)
    insert into articles (slug, category_id, author_id, title, summary, body, cover, seo, published_at, updated_at)
    select md5(n::text), section.id, writer.id, jsonb_build_object('ar', 'مقال ' || n, 'en', md5('title' || n)),
      '{"ar": "ملخص"}', '{"ar": "نص"}', '/media/covers/a.svg', '{"title": {"ar": "ع"}, "description": {"ar": "و"}}',
      now() - n * interval '1 hour', now() - n * interval '1 hour'
    from section, writer, generate_series(1, 20000) as n`)
  await run('alter table articles enable trigger user')
  await run('analyze articles, authors, blog_categories')
}
