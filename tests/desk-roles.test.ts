/**
 * What each role meets on every page of the desk: a page or the page without the right, no link to what it may not open,
 * and no button whose command it is refused.
 */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../app/api/contract.ts'
import type { Endpoint } from '../app/api/endpoint.ts'
import { Problem } from '../app/api/problem.ts'
import { hasRight, type Right, type Role } from '../app/api/rights.ts'
import { builtPages } from '../app/composition/built-pages.server.ts'
import routes from '../app/desk/routes.ts'
import { SECTIONS, TODAY } from '../app/desk/sections.ts'
import { shell as ar } from '../app/locales/ar/shell.ts'
import { shell as en } from '../app/locales/en/shell.ts'
import type { PageHandler } from '../app/page-handler.server.tsx'
import type { SignedInUser } from '../app/platform/context.server.ts'
import { DAY_MS, HOUR_MS } from '../app/platform/durations.ts'
import { apiAs } from './support/api-as.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { course, learner, order, schedule, trainer } from './support/factories.ts'
import { tokenOf } from './support/signed-in.ts'
import { article } from './support/writing.ts'

/** Buttons without a command: their page shows what is in the form, before it is saved, or leads to another or a file. */
const WITHOUT_COMMAND = [
  '/en/desk/settings preview',
  '/en/desk/runs message',
  '/en/desk/orders exportChosen',
  '/en/desk/learners exportChosen',
]

const STAFF = ['Owner', 'Admin', 'Finance', 'Content', 'Teacher'] as const satisfies readonly Role[]

/** The commands that forms of pages asked for while `watch` was on: they are recorded and not carried out. */
const asked: { call: string; right: Right | undefined }[] = []

/** The pages as they are, but a form's command is only recorded: nothing changes for the next one. */
async function pagesWithoutCommands(): Promise<PageHandler> {
  const pages = await builtPages()
  return (request, page) => {
    if (request.method === 'GET') return pages(request, page)
    const recorded = Object.fromEntries(
      Object.entries(contract).map(([feature, endpoints]) => [
        feature,
        new Proxy(endpoints as Record<string, Endpoint>, {
          get: (of, name: string) => async (input: object) => {
            const { audience, method } = of[name]!
            // biome-ignore lint/suspicious/noExplicitAny: any call, by its name
            if (method === 'GET') return (page.api as any)[feature][name](input)
            asked.push({ call: `${feature}.${name}`, right: typeof audience === 'object' ? audience.right : undefined })
            throw new Problem('notFound')
          },
        }),
      ]),
    )
    return pages(request, Object.assign(Object.create(page), { api: recorded as never }))
  }
}

let app: TestApp
const people = new Map<Role, { user: SignedInUser; token: string }>()
/** The values of the parameters in addresses, of records that the trainer may see. */
const records: Record<string, string> = {}
beforeAll(async () => {
  app = await startTestApp({ institute: true, pageHandler: await pagesWithoutCommands() })
  for (const role of STAFF) {
    const user = await learner(app.db, { roles: [role], lang: 'en' })
    people.set(role, { user, token: await tokenOf(app, user) })
  }
  await seed()
})
afterAll(() => app.stop())

async function seed() {
  const { db } = app
  const teacher = people.get('Teacher')!.user
  const made = await course(db, { name: { ar: 'دورة المدرب', en: 'A course' } })
  const trainerId = await trainer(db, { courseIds: [made.id] })
  await db.updateTable('trainers').set({ user_id: teacher.id }).where('id', '=', trainerId).execute()
  const startsAt = new Date(Date.now() + 3 * DAY_MS)
  const run = await schedule(db, made.id, { startsAt })
  const { id: session } = await db
    .insertInto('run_sessions')
    .values({ schedule_id: run, starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const paid = await order(db, { courseId: made.id, scheduleId: run, status: 'paid' })
  await order(db, { courseId: made.id, scheduleId: run, status: 'pending', expiresAt: startsAt })
  const now = new Date()
  const reference = 'Q-2026-000777'
  await db
    .insertInto('leads')
    .values({
      ...{ reference, kind: 'quote', lang: 'ar', name: 'ليلى', email: 'layla@example.com', phone: null, fields: '{}' },
      ...{ created_at: now, updated_at: now, erase_at: startsAt, assignee_id: teacher.id },
    })
    .execute()
  const field = await db.selectFrom('specializations').select('id').limit(1).executeTakeFirstOrThrow()
  await apiAs(app, teacher).courseProposals.proposeChanges({
    id: made.id,
    version: 1,
    changes: { 'name.en': { from: 'A course', to: 'A better course' } },
  })
  Object.assign(records, {
    'runs/:id': run,
    'attendance/:sessionId': session,
    'courses/:id': made.id,
    'articles/:id': (await article(db)).id,
    'orders/:id': paid.id,
    'enquiries/:reference': reference,
    'specializations/:id': field.id,
    'staff/:id': people.get('Admin')!.user.id,
  })
}

/** The addresses of all pages below the desk, of which those of records that were not made are left out. */
function addresses(): string[] {
  const [desk] = routes as RouteConfigEntry[]
  return desk!.children!.flatMap(({ path = '' }) => {
    if (path === '*' || /export$|\/share\/|\/preview$/.test(path)) return []
    const [pattern] = Object.keys(records).filter((name) => path === name || path.startsWith(`${name}/`))
    if (pattern) return [path.replace(pattern, pattern.replace(/:\w+/, String(records[pattern])))]
    return path.includes(':') ? [] : [path]
  })
}

const at = (path: string) => (path === '' ? '/en/desk' : `/en/desk/${path}`)

async function open(role: Role, path: string): Promise<{ status: number; html: string }> {
  const answer = await fetch(app.address + path, {
    headers: { Cookie: `access=${people.get(role)!.token}` },
    redirect: 'manual',
  })
  const to = answer.headers.get('location')
  // A page may lead to the part of it that the person may see.
  if (to?.startsWith(`${path}/`)) return open(role, to)
  return { status: answer.status, html: await answer.text() }
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** What the buttons of a page send: the hidden fields of their form, and their intent. */
function buttonsIn(html: string): { intent: string; fields: Record<string, string> }[] {
  const forms = [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form)
  const intents = (part: string) =>
    [...part.matchAll(/<button\b[^>]*>/g)]
      .filter(([tag]) => attribute(tag, 'name') === 'intent')
      .map(([tag]) => attribute(tag, 'value')!)
  const hidden = (form: string) =>
    Object.fromEntries(
      [...form.matchAll(/<input\b[^>]*>/g)]
        .filter(([tag]) => attribute(tag, 'type') === 'hidden' && attribute(tag, 'name'))
        .map(([tag]) => [attribute(tag, 'name')!, attribute(tag, 'value') ?? '']),
    )
  const within = forms.flatMap((form) => {
    const fields = hidden(form)
    // Some forms have one intent, in a hidden field.
    const all = fields.intent === undefined ? intents(form) : [fields.intent]
    return all.map((intent) => ({ intent, fields }))
  })
  // A button outside of its form names it: the rows of a list are chosen for it.
  const outside = intents(forms.reduce((rest, form) => rest.replace(form, ''), html))
  const all = [...within, ...outside.map((intent) => ({ intent, fields: {} }))]
  // The rows of a list have the same buttons.
  return [...new Map(all.map((button) => [button.intent, button])).values()]
}

/** Fields as a person fills them in; only whether the command may be asked for counts. */
const FILLED = { reason: 'x', at: '2030-01-01T10:00', seats: '10', note: 'x', status: 'handling', role: 'Admin' }

async function press(role: Role, path: string, { intent, fields }: ReturnType<typeof buttonsIn>[number]) {
  asked.length = 0
  await fetch(app.address + path, {
    method: 'POST',
    headers: {
      Cookie: `access=${people.get(role)!.token}`,
      Origin: app.address,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ ...FILLED, ...fields, intent }),
    redirect: 'manual',
  })
  return [...asked]
}

const NAVIGATION = [TODAY, ...SECTIONS.flatMap(({ entries }) => entries)]

describe.each(STAFF)('%s', (role) => {
  const shown = new Map<string, string>()
  beforeAll(async () => {
    for (const path of addresses()) {
      const { status, html } = await open(role, at(path))
      expect([path, [200, 403, 404].includes(status)]).toEqual([path, true])
      if (status === 200) shown.set(at(path), html)
    }
  })

  it('is led to exactly the pages of the own rights', () => {
    const may = (right: Right) => hasRight({ roles: [role] }, right)
    const html = shown.get(at(''))!
    for (const { path, right } of NAVIGATION) {
      const isOpen = shown.has(at(path))
      const isLinked = html.includes(`href="${at(path)}"`)
      const isAllowed = [right].flat().some(may)
      expect({ path, isOpen, isLinked }).toEqual({ path, isOpen: isAllowed, isLinked: isAllowed })
    }
  })

  it('meets no link to a page without the right', async () => {
    const links = new Set(
      [...shown.values()].flatMap((html) =>
        [...html.matchAll(/href="(\/en\/desk[^"#]*)/g)].map(([, path]) => path!.replaceAll('&amp;', '&')),
      ),
    )
    const closed: string[] = []
    for (const path of links) {
      const known = path.split('?')[0]!
      if (shown.has(known) || /export|\.data/.test(known)) continue
      const { status } = await open(role, path)
      if (status >= 400) closed.push(`${path} ${status}`)
    }
    expect(closed).toEqual([])
    expect(links.size).toBeGreaterThan(3)
  })

  it('meets no button whose command is refused', async () => {
    const refused: string[] = []
    let pressed = 0
    for (const [path, html] of shown) {
      for (const button of buttonsIn(html)) {
        const calls = await press(role, path, button)
        pressed++
        // Without a call the button does nothing.
        if (calls.length === 0 && !WITHOUT_COMMAND.includes(`${path} ${button.intent}`))
          refused.push(`${path} ${button.intent}: no command`)
        for (const { call, right } of calls)
          if (right && !hasRight({ roles: [role] }, right)) refused.push(`${path} ${button.intent}: ${call}`)
      }
    }
    expect(refused).toEqual([])
    expect(pressed).toBeGreaterThan(0)
  })
})

describe('the preview of a course', () => {
  const address = async () =>
    (await apiAs(app, people.get('Content')!.user).courseEditing.previewCourse({ id: Number(records['courses/:id']) }))
      .address
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(app.address + path, { headers, redirect: 'manual' })

  it('is signed when somebody opens it at the desk', async () => {
    const path = at(`courses/${records['courses/:id']}/preview`)
    const answer = await get(path, { Cookie: `access=${people.get('Teacher')!.token}` })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringContaining('?preview=')])
    expect((await get(path)).headers.get('location')).toMatch(/^\/en\/login/)
  })

  it('is the page for whoever has the address, kept by nobody and found by no search engine', async () => {
    const answer = await get(await address())
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(await answer.text()).toMatch(/<meta name="robots" content="noindex/)
  })

  it('has no empty picture where the course has no cover yet', async () => {
    const id = Number(records['courses/:id'])
    const { cover } = await app.db.selectFrom('courses').select('cover').where('id', '=', id).executeTakeFirstOrThrow()
    await app.db.updateTable('courses').set({ cover: '' }).where('id', '=', id).execute()
    expect(await (await get(await address())).text()).not.toContain('src=""')
    await app.db.updateTable('courses').set({ cover }).where('id', '=', id).execute()
  })

  it('says that it is one, as that of an article and of a page of the site does; what guests get never does', async () => {
    const { articleEditing, courseEditing, pageEditing } = apiAs(app, people.get('Content')!.user)
    const NOTICES = { ar: ar.previewLabel, en: en.previewLabel }
    const saysSo = async (path: string) => {
      const says: boolean[] = []
      for (const lang of ['ar', 'en'] as const) {
        const answer = await get(path.replace(/^\/\w+/, `/${lang}`))
        expect([path, answer.status]).toEqual([path, 200])
        says.push((await answer.text()).replace(/<script.*?<\/script>/gs, '').includes(NOTICES[lang]))
      }
      return says
    }
    const [{ address: ofCourse }, { address: ofArticle }, { address: ofPage }, { address: ofLogin }] =
      await Promise.all([
        courseEditing.previewCourse({ id: Number(records['courses/:id']) }),
        articleEditing.previewArticle({ id: Number(records['articles/:id']) }),
        pageEditing.previewPage({ code: 'faqs' }),
        pageEditing.previewPage({ code: 'login' }),
      ])
    for (const path of [ofCourse, ofArticle, ofPage, ofLogin])
      expect([path, await saysSo(path)]).toEqual([path, [true, true]])
    // Nor do pages without a draft that are opened with the token of another one.
    const [, token = ''] = ofPage.split('preview=')
    const guests = [
      ofPage.split('?')[0]!,
      `/ar/about?preview=${token}`,
      `/ar/seats?preview=${token}`,
      '/ar/seats?preview=x',
    ]
    for (const path of guests) expect([path, await saysSo(path)]).toEqual([path, [false, false]])
  })

  it('is not found with another signature, for another course, and after a day', async () => {
    const path = await address()
    const [, token = ''] = path.split('preview=')
    const [id, until, signature = ''] = token.split('.')
    const other = await course(app.db)
    // As with every address of a course that there is not, the answer leads to the page of what is not found.
    const isNotFound = async (wrong: string) => {
      const answer = await get(path.replace(token, wrong))
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/error'])
      expect((await get('/error')).status).toBe(404)
    }
    for (const wrong of [`${id}.${until}.${'A'.repeat(signature.length)}`, `${other.id}.${until}.${signature}`, 'x'])
      await isNotFound(wrong)
    expect((await get(path)).status).toBe(200)
    app.advance(DAY_MS + HOUR_MS)
    await isNotFound(token)
  })
})
