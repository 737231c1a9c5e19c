/** Dead links: the nightly job, the list of the desk, and checking again. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course } from '../../../tests/support/factories.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import type { Services } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { askAgain, askSites, checkLinks } from './check-links.server.ts'
import type { deadLinksEndpoints } from './contract.ts'
import type { Verdict } from './link-states.ts'

type List = Output<(typeof deadLinksEndpoints)['deadLinks']>

let app: TestApp
let editor: Member
let services: Services
/** What other sites answer, by their address; those that are not here answer 200. */
let answers: Record<string, Verdict> = {}
let asked: string[] = []
/** Later than what the tests publish by the database's clock. */
let now = new Date('2036-11-26T00:07:00Z')
beforeAll(async () => {
  app = await startTestApp({ institute: true })
  editor = await signedInMember(app, ['Content'])
  services = { ...app.services, now: () => now }
})
afterAll(() => app.stop())

const ask = async (url: string): Promise<Verdict> => {
  asked.push(url)
  return answers[url] ?? { state: 'good', reason: null, status: 200 }
}

async function night(day: number) {
  now = new Date(Date.UTC(2036, 10, day, 0, 7))
  await checkLinks(services)
  while ((await askSites(services, ask)) > 0);
}

async function list(query = '', as = editor): Promise<List> {
  const { status, data } = await as.call<List>('GET', `admin/dead-links?limit=50${query}`)
  expect(status).toBe(200)
  return data
}

const missing: Verdict = { state: 'failed', reason: 'status', status: 404 }

async function linking(ar: string, en = 'Nothing') {
  const { id } = await course(app.db)
  const description = JSON.stringify({ ar, en })
  await sql`update courses set description = ${description}::jsonb where id = ${id}`.execute(app.db)
  return String(id)
}

describe('the nightly check of links', () => {
  it('finds what leads nowhere within the site, in each language, and takes off what was mended', async () => {
    const shown = await course(app.db)
    const hidden = await course(app.db)
    await sql`update courses set published_at = null where id = ${hidden.id}`.execute(app.db)
    await sql`insert into former_slugs (slug, course_id) values ('as-before', ${shown.id})`.execute(app.db)
    const id = await linking(
      `[صفحة](/faq) [دورة](/courses/${encodeURIComponent(shown.slug)}) [سابقة](/courses/as-before) [لا](/nothing) [لا](/nothing)`,
      `[hidden](/courses/${encodeURIComponent(hidden.slug)}) [none](/courses/not-there) [post](/community/999999) [odd](faq)
      [own](${app.services.settings.publicUrl}/en/nowhere) [mail](mailto:a@b.sa) [mail](MAILTO:a@b.sa) c@d.sa [here](#part-1)`,
    )
    await night(26)
    const found = (await list('&kind=course&where=inside')).items.filter(({ record }) => record === id)
    expect(found.map(({ lang, reason, state, path }) => [lang, reason, state, path])).toEqual([
      ['ar', 'noPage', 'dead', 'description'],
      ['en', 'hidden', 'dead', 'description'],
      ['en', 'noRecord', 'dead', 'description'],
      ['en', 'noRecord', 'dead', 'description'],
      ['en', 'relative', 'dead', 'description'],
      ['en', 'noPage', 'dead', 'description'],
    ])
    // As it stands in the text, without the language that its page adds.
    expect(found[0]?.url).toBe('/nothing')
    await sql`update courses set published_at = now() - interval '1 day' where id = ${hidden.id}`.execute(app.db)
    await sql`update courses set description = description || '{"ar": "نص"}' where id = ${id}`.execute(app.db)
    await night(27)
    const left = (await list('&kind=course&where=inside')).items.filter(({ record }) => record === id)
    expect(left.map(({ reason }) => reason)).toEqual(['noRecord', 'noRecord', 'relative', 'noPage'])
  })

  it('reads banners that are not over, menus, branches and lessons', async () => {
    const { id: courseId } = await course(app.db)
    const text = JSON.stringify({ ar: 'إعلان', en: 'A banner' })
    const banner = (link: string, ends: string) =>
      sql`insert into banners (kind, text, link, link_text, starts_at, ends_at)
      values ('information', ${text}, ${link}, ${text}, '2036-11-01', ${ends})`.execute(app.db)
    await banner('/courses/gone', '2036-12-30')
    await banner('/courses/gone-too', '2036-11-02')
    await sql`update institute set data = data || jsonb_build_object(
      'menus', '{"help": [{"to": "/faq"}, {"to": "/nowhere"}, {"to": "field:none"}]}'::jsonb,
      'branches', '[{"key": "north", "name": {"ar": "الشمال"}, "address": {"ar": "طريق"}, "map": "https://map.example/x"}]'::jsonb)`.execute(
      app.db,
    )
    await sql`insert into lessons (course_id, key, position, title, minutes, body)
      values (${courseId}, 'one', 0, '{"ar": "درس"}', 5, '{"ar": "[هنا](/courses/not-there)"}')`.execute(app.db)
    answers = { 'https://map.example/x': missing }
    await night(25)
    const found = (await list()).items.filter(({ kind }) => ['banner', 'menu', 'branch', 'lesson'].includes(kind))
    expect(found.map(({ kind, path, url, state }) => [kind, path, url, state])).toEqual([
      ['banner', 'link', '/courses/gone', 'dead'],
      ['branch', 'map', 'https://map.example/x', 'failed'],
      ['lesson', 'body', '/courses/not-there', 'dead'],
      ['menu', 'links.1.link', '/nowhere', 'dead'],
    ])
    await sql`update institute set data = data - 'menus' - 'branches'`.execute(app.db)
    for (const table of ['banners', 'lessons']) await sql`delete from ${sql.table(table)}`.execute(app.db)
  })

  it('calls another site dead after failures in two nights, and forgets them when it answers', async () => {
    const url = 'https://gone.example/page'
    const id = await linking(`[موقع](${url})`, `[site](${url}) and [another](https://there.example/)`)
    answers = { [url]: missing }
    asked = []
    const stateOf = async () =>
      (await list('&where=outside')).items.filter(({ record }) => record === id).map(({ lang, state }) => [lang, state])
    await night(28)
    expect(asked.filter((one) => one === url)).toHaveLength(1)
    expect(await stateOf()).toEqual([
      ['ar', 'failed'],
      ['en', 'failed'],
    ])
    await night(29)
    expect(await stateOf()).toEqual([
      ['ar', 'dead'],
      ['en', 'dead'],
    ])
    const [first] = (await list('&where=outside&state=dead')).items
    expect(first).toMatchObject({ url, reason: 'status', status: 404, checkedAt: '2036-11-29T00:07:00.000Z' })
    answers = {}
    await night(30)
    expect(await stateOf()).toEqual([])
  })

  it('says which were not asked, and which answer programs neither yes nor no', async () => {
    const id = await linking('[خاص](http://10.0.0.1/) [ممنوع](https://closed.example/)')
    answers = { 'https://closed.example/': { state: 'unknown', reason: 'status', status: 403 } }
    await checkLinks(services)
    const before = (await list('&where=outside')).items.filter(({ record }) => record === id)
    expect(before.map(({ state, reason, checkedAt }) => [state, reason, checkedAt])).toEqual([
      ['notAsked', 'notYet', null],
      ['notAsked', 'notYet', null],
    ])
    answers['http://10.0.0.1/'] = { state: 'notAsked', reason: 'private', status: null }
    now = new Date(now.getTime() + DAY_MS)
    await askSites(services, ask)
    const { items, counts } = await list('&where=outside')
    expect(items.filter(({ record }) => record === id).map(({ state, reason }) => [state, reason])).toEqual([
      ['notAsked', 'private'],
      ['unknown', 'status'],
    ])
    expect(counts).toContainEqual({ kind: 'course', where: 'outside', state: 'unknown', count: 1 })
  })

  it('reads every kind of record', async () => {
    const link = JSON.stringify({ ar: '[x](/nothing)' })
    await sql`update trainers set bio = ${link}::jsonb where id = (select min(id) from trainers)`.execute(app.db)
    await sql`update specializations set summary = ${link}::jsonb where id = (select min(id) from specializations)`.execute(
      app.db,
    )
    await sql`update faq_questions set answer = ${link}::jsonb where id = (select min(id) from faq_questions)`.execute(
      app.db,
    )
    await sql`update pages set sections = jsonb_build_array(jsonb_build_object('key', 'k', 'items',
      jsonb_build_array(jsonb_build_object('link', '/nothing')))) where code = 'home'`.execute(app.db)
    await sql`update organisations set link = 'not an address' where kind = 'client'`.execute(app.db)
    await sql`update institute set data = data || jsonb_build_object('tagline', ${link}::jsonb)`.execute(app.db)
    await checkLinks(services)
    const { counts } = await list()
    const inside = counts.filter(({ where }) => where === 'inside').map(({ kind }) => kind)
    const all = ['course', 'institute', 'organisation', 'page', 'question', 'specialization', 'trainer']
    expect(inside.sort()).toEqual(all)
  })
})

describe('a link that is checked again', () => {
  const linksOf = async (record: string) => (await list('&kind=course')).items.filter((link) => link.record === record)

  it('is checked by a job, and the log knows who asked', async () => {
    const slug = 'will-be-there'
    const record = await linking(`[دورة](/courses/${slug})`)
    await checkLinks(services)
    const one = async () => (await linksOf(record))[0]
    const { id } = (await one())!
    expect((await editor.call('POST', `admin/dead-links/${id}/check`, {})).status).toBe(200)
    const entry = await app.db.selectFrom('audit_log').select('action').orderBy('id', 'desc').executeTakeFirst()
    expect(entry?.action).toBe('content.check-link')
    await expect.poll(async () => (await one())?.isBeingChecked, { timeout: 10_000 }).toBe(false)
    expect(await one()).toMatchObject({ state: 'dead', reason: 'noRecord' })
    const { id: courseId } = await course(app.db)
    await sql`update courses set slug = ${slug} where id = ${courseId}`.execute(app.db)
    await askAgain(services, id, ask)
    expect(await one()).toBeUndefined()
  })

  it('leaves the list once its text is mended, and what the text has instead is there', async () => {
    const [mended, other] = [await linking('[دورة](/courses/misspelt)'), await linking('[أخرى](/courses/elsewhere)')]
    await checkLinks(services)
    const searched = (await list()).searchedAt
    const { id } = (await linksOf(mended))[0]!
    await sql`update courses set description = '{"ar": "[هنا](/faq) [وهنا](/no-page)"}' where id = ${mended}`.execute(
      app.db,
    )
    now = new Date(now.getTime() + 1000)
    await askAgain(services, id, ask)
    expect((await linksOf(mended)).map(({ url }) => url)).toEqual(['/no-page'])
    expect((await linksOf(other)).map(({ url }) => url)).toEqual(['/courses/elsewhere'])
    expect((await list()).searchedAt).toBe(searched)
    // A course in the archive is shown to nobody.
    await sql`update courses set archived_at = ${now}, published_at = null where id = ${mended}`.execute(app.db)
    now = new Date(now.getTime() + 1000)
    await askAgain(services, (await linksOf(mended))[0]!.id, ask)
    expect(await linksOf(mended)).toEqual([])
  })

  it('asks another site at most once a minute, for a text that still has the link', async () => {
    const url = 'https://often.example/'
    answers = { [url]: missing }
    const record = await linking(`[موقع](${url})`)
    await checkLinks(services)
    asked = []
    const { id } = (await linksOf(record))[0]!
    const again = async (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
      await sql`update found_links set asked_again_at = ${now} where id = ${id}`.execute(app.db)
      await askAgain(services, id, ask)
      return [asked.length, (await linksOf(record))[0]?.isBeingChecked]
    }
    expect(await again(0)).toEqual([1, false])
    expect(await again(59)).toEqual([1, false])
    expect(await again(2)).toEqual([2, false])
    await sql`update courses set description = '{"ar": "نص"}' where id = ${record}`.execute(app.db)
    expect(await again(100)).toEqual([2, undefined])
  })

  it('must be known, and the list has no other filters', async () => {
    expect((await editor.call('POST', 'admin/dead-links/999999/check', {})).status).toBe(404)
    expect((await editor.call('GET', 'admin/dead-links?state=good')).status).toBe(400)
    expect((await editor.call('GET', 'admin/dead-links?cursor=x')).status).toBe(400)
    const finance = await signedInMember(app, ['Finance'])
    expect((await finance.call('GET', 'admin/dead-links')).status).toBe(403)
  })

  it('stands on one page of the list, and on no other', async () => {
    const { items } = await list()
    const pages: number[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: List = (await editor.call<List>('GET', `admin/dead-links?limit=2${next && `&cursor=${next}`}`)).data
      pages.push(...page.items.map(({ id }) => id))
      next = page.next
    }
    expect(pages).toEqual(items.map(({ id }) => id))
  })
})
