/** Pages that signed-in visitors share but for their name: never with a word of another, never older than a write. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openSession } from '../app/features/sessions/session.server.ts'
import type { PageHandler } from '../app/page-handler.server.tsx'
import type { SignedInUser } from '../app/platform/context.server.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { course, learner, order, schedule } from './support/factories.ts'
import { tokenOf } from './support/signed-in.ts'
import { post } from './support/writing.ts'

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** A small site, whose pages use of the visitor what the real ones do. */
function smallSite() {
  const rendered: string[] = []
  let gate: Promise<void> | undefined
  const parts: Record<string, (page: Parameters<PageHandler>[1]) => Promise<string>> = {
    about: async ({ shared }) => `partners ${(await shared.pages.partners({})).length}`,
    'about.data': async ({ shared }) => `partners ${(await shared.pages.partners({})).length}`,
    own: async ({ user }) => `first name ${user?.firstName}`,
    unshared: async ({ api }) =>
      api.accounts.userInfo({}).then(
        ({ userData }) => `phone ${userData.phone}`,
        () => 'phone none',
      ),
    raw: async ({ visitor }) => visitor!.userName.toUpperCase(),
    told: async ({ visitor }) => `<s data-count="${visitor!.unread}">${visitor!.unread}</s><u>${visitor!.initials}</u>`,
    broken: async () => {
      throw new Error('broken')
    },
  }
  const handler: PageHandler = async (request, page) => {
    const name = new URL(request.url).pathname.split('/').at(-1)!
    rendered.push(name)
    await gate
    const part = await (parts[name] ?? coursePart(name))(page)
    const { visitor, nonce } = page
    const person = visitor
      ? `<b>${escaped(visitor.userName)}</b><i>${escaped(visitor.email)}</i>${visitor.lastRole} ${visitor.profilePicture}`
      : 'guest'
    return new Response(`<!doctype html><script nonce="${nonce}"></script>${person} ${part} ${'و'.repeat(2000)}`, {
      headers: {
        'Content-Type': name.endsWith('.data') ? 'text/x-script' : 'text/html; charset=utf-8',
        ...(name === 'private' ? { 'Cache-Control': 'private, no-cache' } : {}),
      },
    })
  }
  const coursePart =
    (slug: string) =>
    async ({ api, shared }: Parameters<PageHandler>[1]) => {
      if (slug === 'private') return 'private'
      const found = await shared.catalogue.courseBySlug({ slug })
      if ('movedTo' in found) return 'moved'
      const { isLearner, waiting } = await api.catalogue.myCourse({ courseId: found.id })
      return `seats:${found.schedules.map(({ seatsLeft }) => seatsLeft).join()} learner:${isLearner} line:${waiting.map(({ position }) => position).join() || 'none'}`
    }
  return {
    handler,
    rendered,
    /** Holds every making until it is called again. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
  }
}

describe('a page for a signed-in visitor', () => {
  const site = smallSite()
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ pageHandler: site.handler })
  })
  afterAll(() => app.stop())

  const times = (name: string) => site.rendered.filter((one) => one === name).length
  async function get(path: string, access: string | undefined, more: Record<string, string> = {}, method = 'GET') {
    const headers = access ? { Cookie: `access=${access}`, ...more } : more
    return fetch(`${app.address}/ar/${path}`, { method, headers })
  }
  const text = async (path: string, access?: string) => (await get(path, access)).text()

  async function person(facts: { userName?: string; picture?: string; roles?: SignedInUser['roles'] } = {}) {
    const user = await learner(app.db, facts.roles ? { roles: facts.roles } : {})
    const { userName = user.userName, picture = null } = facts
    await app.db
      .updateTable('users')
      .set({ user_name: userName, profile_picture: picture })
      .where('id', '=', user.id)
      .execute()
    return { ...user, userName, picture, access: await tokenOf(app, user) }
  }
  async function courseWithSeats(seats: number) {
    const { id, slug } = await course(app.db)
    const scheduleId = await schedule(app.db, id, { seats })
    await app.call('POST', 'no-such-call', { body: {} })
    return { courseId: id, scheduleId, path: slug }
  }

  it('is made once for all, and each sees only their own name', async () => {
    const people = await Promise.all([
      person(),
      person({ userName: `</script><b>"O'Brien" & $& \u202e👩🏽‍🏫 \ue000\uf8ff` }),
      person({ userName: '<&>"\'\\\u2028é %@ ' }),
      person({ userName: 'س'.repeat(200) }),
    ])
    await app.call('POST', 'no-such-call', { body: {} })
    const before = times('about')
    for (const { userName, email, access } of people) {
      const answer = await get('about', access)
      const html = await answer.text()
      expect(html).toContain(`<b>${escaped(userName)}</b><i>${escaped(email)}</i>Student null partners 0`)
      const nonce = /nonce="([\w-]+)"/.exec(html)![1]
      expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('vary')).toContain('Cookie')
      expect([answer.headers.has('etag'), answer.headers.has('set-cookie')]).toEqual([false, false])
    }
    expect(times('about')).toBe(before + 1)
    const nonces = await Promise.all(
      people.map(async ({ access }) => /nonce="([\w-]+)"/.exec(await text('about', access))![1]),
    )
    expect(new Set(nonces).size).toBe(people.length)
  })

  it('is never another’s when many ask at once', async () => {
    const pictured = { picture: '/media/ab12-7/512.webp' }
    const people = await Promise.all([
      person({ userName: 'نورة "أ"' }),
      person({ userName: '$1$&', ...pictured }),
      person({ userName: 'Admin <i>', roles: ['Student', 'Teacher'] }),
      person({ userName: 'سعد', picture: '/media/cd34-8/512.webp' }),
    ])
    const { path } = await courseWithSeats(5)
    const readers = Array.from({ length: 60 }, (_, index) => people[index % people.length]!)
    const pages = await Promise.all(readers.map(({ access }, index) => text(index % 3 ? path : 'about', access)))
    for (const [index, html] of pages.entries()) {
      const own = readers[index]!
      expect(html).toContain(`<b>${escaped(own.userName)}</b><i>${escaped(own.email)}</i>`)
      expect(html).toContain(` ${own.picture} `)
      for (const other of people)
        if (other !== own) for (const word of [other.email, escaped(other.userName)]) expect(html).not.toContain(word)
    }
    const guest = await text('about')
    for (const { email } of people) expect(guest).not.toContain(email)
  })

  it('has the role of the visitor', async () => {
    const teacher = await person({ roles: ['Student', 'Teacher'] })
    const roleIs = (last_role: string) =>
      app.db.updateTable('users').set({ last_role }).where('id', '=', teacher.id).execute()
    await roleIs('Student')
    expect(await text('about', teacher.access)).toContain('</i>Student null')
    await roleIs('Teacher')
    expect(await text('about', teacher.access)).toContain('</i>Teacher null')
  })

  it('shows a new name and picture at once', async () => {
    const { id, access } = await person()
    await text('about', access)
    const before = times('about')
    await app.db.updateTable('users').set({ user_name: 'اسم جديد' }).where('id', '=', id).execute()
    expect(await text('about', access)).toContain('<b>اسم جديد</b>')
    expect(times('about')).toBe(before)
  })

  it('has each visitor’s own initials and count of unread notifications', async () => {
    const [told, other] = [await person({ userName: 'نورة العتيبي' }), await person({ userName: 'خالد' })]
    const shown = (count: number | string) => `<s data-count="${count}">${count}</s><u>ن\u200cع</u>`
    expect(await text('told', told.access)).toContain(shown(0))
    const texts = await Promise.all(Array.from({ length: 101 }, () => post(app.db)))
    const tell = (post_id: number) =>
      app.db
        .insertInto('notifications')
        .values({ user_id: told.id, kind: 'mention', post_id, created_at: app.services.now() })
        .execute()
    await tell(texts[0]!)
    expect(await text('told', told.access)).toContain(shown(1))
    expect(await text('told', other.access)).toContain('<s data-count="0">0</s><u>خ</u>')
    for (const id of texts.slice(1)) await tell(id)
    expect(await text('told', told.access)).toContain(shown('99+'))
    // Of a text that is hidden nobody is told any more.
    await app.db.updateTable('posts').set({ state: 'hidden' }).where('id', 'in', texts.slice(2)).execute()
    expect(await text('told', told.access)).toContain(shown(2))
  })

  it('is complete in every encoding, and for HEAD', async () => {
    const { userName, access } = await person()
    const compressed = await new Promise<Buffer>((resolve, reject) => {
      const headers = { Cookie: `access=${access}`, 'Accept-Encoding': 'gzip' }
      httpRequest(`${app.address}/ar/about`, { headers }, async (answer) => {
        expect(answer.headers['content-encoding']).toBe('gzip')
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk)
        resolve(Buffer.concat(chunks))
      })
        .on('error', reject)
        .end()
    })
    expect(gunzipSync(compressed).toString()).toContain(userName)
    const plain = await get('about', access, { 'Accept-Encoding': 'identity' })
    expect([plain.headers.get('content-encoding'), (await plain.text()).includes(userName)]).toEqual([null, true])
    const head = await get('about', access, {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-security-policy')).toContain("'nonce-")
  })

  it('is sent without the framework, with the headers that it would send', async () => {
    const { id, userName, access } = await person()
    const { path } = await courseWithSeats(5)
    async function ask(page: string, method: string, more: Record<string, string> = {}) {
      const headers = { Cookie: `access=${access}`, 'Accept-Encoding': 'gzip', 'X-Request-Id': 'my-request-1', ...more }
      const sent = httpRequest(`${app.address}/ar/${page}`, { method, headers }).end()
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const body = await buffer(answer)
      const { date: _, 'x-robots-tag': robots, 'content-security-policy': policy, ...rest } = answer.headers
      const text = body.length > 0 ? gunzipSync(body).toString() : ''
      return {
        status: answer.statusCode,
        headers: { ...rest, policy: String(policy).replace(/nonce-[\w-]+/, 'nonce') },
        robots,
        text: text.replace(/nonce="[\w-]+"/, 'nonce'),
      }
    }
    for (const page of ['about', 'about.data', path]) {
      await ask(page, 'GET')
      for (const method of ['GET', 'HEAD']) {
        const rendered = vi.spyOn(globalThis, 'Response')
        const direct = await ask(page, method)
        expect(rendered, `${method} ${page}`).not.toHaveBeenCalled()
        // A demonstration that others reach is left to the framework.
        const { robots, ...byFramework } = await ask(page, method, { 'X-Forwarded-Host': 'elsewhere.example' })
        expect(rendered).toHaveBeenCalled()
        rendered.mockRestore()
        expect(direct).toEqual({ ...byFramework, robots: page.endsWith('.data') ? 'noindex' : undefined })
        expect(robots).toBe('noindex, nofollow')
        expect([direct.status, direct.text.includes(userName)]).toEqual([200, method === 'GET'])
      }
    }
    await app.db.updateTable('users').set({ user_name: '' }).where('id', '=', id).execute()
    expect((await ask('about', 'GET')).text).toContain('<b></b>')
  })

  it('renews an expired access token once, and keeps the visitor’s name', async () => {
    const { access, userName, id } = await person()
    await text('about', access)
    const { refreshToken } = await openSession(
      {
        ...app.services,
        ip: '127.0.0.1',
        userAgent: '',
        tokensIn: 'body',
        cookies: new Map(),
        setCookies: [],
      } as never,
      app.db,
      (await app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as never,
    )
    const answer = await fetch(`${app.address}/ar/about`, { headers: { Cookie: `refresh=${refreshToken}` } })
    expect(await answer.text()).toContain(`<b>${escaped(userName)}</b>`)
    const renewed = answer.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
    expect(renewed.toSorted()).toEqual(['access', 'refresh'])
    const fresh = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
    const next = await fetch(`${app.address}/ar/about`, { headers: { Cookie: fresh.join('; ') } })
    expect([(await next.text()).includes(userName), next.headers.getSetCookie()]).toEqual([true, []])
  })

  it('that cannot look up its visitor answers as the framework does, after one attempt', async () => {
    const { access } = await person()
    await text('about', access)
    const { query: original } = pg.Client.prototype as { query: (...readers: unknown[]) => unknown }
    let sessions = 0
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...readers: unknown[]
    ) {
      if (!(readers[0] as { text?: string }).text?.includes('from "sessions"')) return original.apply(this, readers)
      sessions++
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    } as never)
    try {
      const answer = await get('about', access)
      expect([answer.status, answer.headers.get('retry-after') !== null]).toEqual([503, true])
      expect(sessions).toBe(1)
    } finally {
      query.mockRestore()
    }
    expect((await get('about', access)).status).toBe(200)
  })

  it('takes two statements at most once it is made', async () => {
    const { access } = await person()
    const { path } = await courseWithSeats(5)
    for (const [page, most] of [
      ['about', 1],
      [path, 2],
    ] as const) {
      await text(page, access)
      const query = vi.spyOn(pg.Client.prototype, 'query')
      try {
        await text(page, access)
        expect(query.mock.calls.length).toBeLessThanOrEqual(most)
      } finally {
        query.mockRestore()
      }
    }
  })

  it('is the visitor’s own where a call answers them in their own way', async () => {
    const { path, courseId, scheduleId } = await courseWithSeats(9)
    const [buyer, other] = [await person(), await person()]
    expect(await text(path, other.access)).toContain('seats:9 learner:false')
    expect(await text(path, buyer.access)).toContain('seats:9 learner:false')
    await order(app.db, { courseId, scheduleId, userId: buyer.id })
    await app.call('POST', 'no-such-call', { body: {} })
    for (const _ of [1, 2]) {
      expect(await text(path, buyer.access)).toContain('seats:8 learner:true')
      expect(await text(path, other.access)).toContain('seats:8 learner:false')
    }
  })

  it('has the place in a waiting list for whoever stands there, and in nobody else’s page', async () => {
    const { path, courseId, scheduleId } = await courseWithSeats(1)
    const [buyer, first, second, other] = [await person(), await person(), await person(), await person()]
    await order(app.db, { courseId, scheduleId, userId: buyer.id })
    for (const reader of [other, first, second]) expect(await text(path, reader.access)).toContain('line:none')
    for (const { access } of [first, second]) await app.call('POST', `Runs/${scheduleId}/waiting`, { token: access })
    for (const _ of [1, 2]) {
      expect(await text(path, first.access)).toContain('line:1')
      expect(await text(path, second.access)).toContain('line:2')
      for (const access of [other.access, undefined]) expect(await text(path, access)).toContain('line:none')
    }
    await app.call('DELETE', `Runs/${scheduleId}/waiting`, { token: first.access })
    expect(await text(path, first.access)).toContain('line:none')
    expect(await text(path, second.access)).toContain('line:1')
  })

  it('is made for each visitor when it reads the visitor, asks for what is theirs, or changes their name', async () => {
    const [one, two] = [await person(), await person()]
    for (const { userName, firstName, phone, access } of [one, two, one]) {
      expect(await text('own', access)).toContain(`first name ${firstName}`)
      expect(await text('unshared', access)).toContain(`phone ${phone}`)
      expect(await text('raw', access)).toContain(userName.toUpperCase())
      const answer = await get('private', access)
      expect([answer.headers.get('cache-control'), (await answer.text()).includes(userName)]).toEqual([
        'private, no-cache',
        true,
      ])
    }
    // Once to find out, then for each request.
    for (const page of ['own', 'unshared', 'raw', 'private']) expect(times(page), page).toBe(4)
  })

  it('is made anew after a change that it shows, and after thirty seconds', async () => {
    const [{ access }, buyer] = [await person(), await person()]
    const { path, courseId, scheduleId } = await courseWithSeats(6)
    expect(await text(path, access)).toContain('seats:6')
    await text('about', access)
    const about = times('about')
    await app.call('POST', 'Orders', { body: { courseId, scheduleId }, token: buyer.access })
    expect(await text(path, access)).toContain('seats:5')
    await text('about', access)
    expect([times(path), times('about')]).toEqual([2, about])
    app.advance(31_000)
    await text(path, await tokenOf(app, (await person()) as SignedInUser))
    expect(times(path)).toBe(3)
  })

  it('shows what its reader wrote while it was being made', async () => {
    const { path, courseId, scheduleId } = await courseWithSeats(4)
    const [writer, reader] = [await person(), await person()]
    const release = site.hold()
    const early = text(path, reader.access)
    await vi.waitFor(() => expect(times(path)).toBe(1))
    const placed = await app.call('POST', 'Orders', { body: { courseId, scheduleId }, token: writer.access })
    expect(placed.status).toBe(201)
    const late = text(path, writer.access)
    release()
    await early
    expect(await late).toContain('seats:3')
    expect(await text(path, reader.access)).toContain('seats:3')
  })

  it('is a guest’s when the session has ended, and renews a session that goes on', async () => {
    const { id, access, userName } = await person()
    const other = await person()
    const login = await app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
    expect(await text('about', access)).toContain(userName)
    await app.db
      .updateTable('sessions')
      .set({ revoked_at: new Date(), revoked_because: 'logout' })
      .where(
        'id',
        'in',
        login.map((session) => session.id),
      )
      .execute()
    const ended = await get('about', access)
    expect([await ended.text(), ended.headers.getSetCookie().length > 0]).toEqual([
      expect.stringContaining('guest'),
      true,
    ])
    expect(await text('about', other.access)).toContain(other.userName)
    expect(await text('about', 'forged')).toContain('guest')
  })

  it('that fails is not remembered', async () => {
    const { access } = await person()
    for (const _ of [1, 2]) expect((await get('broken', access)).status).toBe(503)
  })
})
