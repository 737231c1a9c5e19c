/** Visits of the last weeks, as a busy institute has them: the same for everybody who looks, and more on working days. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

const DAYS = 75

/** A number below `bound` that a name always has. */
const chance = (name: ReturnType<typeof sql>, bound: number) => sql`(abs(hashtext(${name})) % ${sql.lit(bound)})`

/** @param today in Riyadh */
export async function addVisits(db: Database, today: string): Promise<void> {
  const days = sql`(select day::date, case when extract(isodow from day) in (5, 6) then 6 else 10 end as pace
    from generate_series(${today}::date - ${sql.lit(DAYS)}, ${today}::date - 1, interval '1 day') as day) as days`
  const campaigns = [
    ['google', 'cpc', 'autumn'],
    ['newsletter', 'email', 'new-courses'],
    ['linkedin', 'social', 'hr-diploma'],
  ] as const
  await db.transaction().execute(async (tx) => {
    await sql`insert into campaigns (source, medium, campaign, first_day)
      select source, medium, campaign, ${today}::date - ${sql.lit(DAYS)}
      from unnest(${campaigns.map(([source]) => source)}::text[], ${campaigns.map(([, medium]) => medium)}::text[],
        ${campaigns.map(([, , campaign]) => campaign)}::text[]) as named (source, medium, campaign)
      on conflict do nothing`.execute(tx)
    await sql`insert into page_visits (day, page, views, visitors)
      select day, page, (weight * pace / 6 + ${chance(sql`page || day`, 20)})::int, (weight * pace / 10 + ${chance(sql`page || day`, 12)})::int
      from ${days}, (values ('/', 60), ('/courses', 44), ('/about', 9), ('/contact', 7), ('/faq', 12), ('/blog', 15), ('/community', 11)) as pages (page, weight)
      union all
      select day, '/courses/' || slug, 1 + ${chance(sql`slug || day`, 4)}, 1 + ${chance(sql`slug || day`, 2)}
      from ${days}, courses where published_at is not null
      on conflict do nothing`.execute(tx)
    await sql`insert into visit_sources (day, host, campaign_id, visitors)
      select day, host, 0, greatest(1, weight * pace / 10 + ${chance(sql`host || day`, 9)})
      from ${days}, (values ('', 26), ('google.com', 34), ('linkedin.com', 9), ('x.com', 6), ('bing.com', 3)) as sites (host, weight)
      union all
      select day, case when source = 'google' then 'google.com' when source = 'linkedin' then 'linkedin.com' else '' end, c.id,
        2 + ${chance(sql`c.campaign || day`, 8)}
      from ${days}, campaigns c where c.id <> 0
      on conflict do nothing`.execute(tx)
    await sql`insert into visit_searches (day, term, count)
      select day, (select string_agg(word, ' ' order by place) from search_tokens(term)), 1 + ${chance(sql`term || day`, 5)}
      from ${days}, (values ('إدارة المشاريع'), ('الموارد البشرية'), ('السلامة'), ('تحليل البيانات'), ('PMP')) as terms (term)
      where ${chance(sql`day || term`, 3)} > 0
      on conflict do nothing`.execute(tx)
    await sql`insert into buying_steps (day, course_id, campaign_id, seen, started)
      select day, courses.id, c.id, seen, case when seen > 0 and ${chance(sql`courses.key || day || c.id`, 4)} = 0 then 1 else 0 end
      from ${days}, courses, campaigns c,
        lateral (select case
          when c.id = 0 then ${chance(sql`courses.key || day`, 3)}
          when ${chance(sql`courses.key || c.campaign`, 10)} = 0 then ${chance(sql`courses.key || c.campaign || day`, 3)}
          else 0 end as seen) as looked
      where courses.published_at is not null and seen > 0
      on conflict do nothing`.execute(tx)
  })
}
