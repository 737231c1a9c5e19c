/** Comments on articles and on posts: over HTTP, against a real database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays } from '../../../tests/support/factories.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { article, comment, post } from '../../../tests/support/writing.ts'
import type { Comment, CommentPage, OwnComments } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** The tables with a row that contains a text in any column. */
async function tablesContaining(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(app.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.raw(name)} as entry where entry::text like ${`%${text}%`} limit 1`.execute(app.db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe.each([
  { kind: 'article', path: 'Comments', idField: 'articleId' },
  { kind: 'post', path: 'CommentsOfPosts', idField: 'postId' },
] as const)('a comment on a $kind', ({ kind, path, idField }) => {
  const createSubject = async () => (kind === 'article' ? (await article(app.db)).id : await post(app.db))
  const load = async (id: number, page = 1) => {
    const list =
      kind === 'article' ? `Articles/load-more-comments?ArticleId=${id}` : `Posts/load-more-comments?PostId=${id}`
    return (await app.call<CommentPage>('GET', `${list}&PageNumber=${page}`)).data
  }

  it('is the visitor’s own in one answer with what else of its subject is theirs', async () => {
    const [writer, reader, admin] = [
      await signedInMember(app),
      await signedInMember(app),
      await signedInMember(app, ['Admin']),
    ]
    const id = await createSubject()
    const own = async (member: Member) => {
      const address = kind === 'article' ? `Articles/my-article?id=${id}` : `Posts/my-post?id=${id}`
      return (await member.call<{ isFollowed: boolean; comments: OwnComments; mayChange?: boolean }>('GET', address))
        .data
    }
    const nothing = { isFollowed: false, comments: { mine: [], useful: [], mayChangeAll: false, source: null } }
    expect(await own(writer)).toMatchObject(nothing)
    const { data: written } = await writer.call<Comment>('POST', path, { [idField]: id, text: 'رأي' })
    await reader.call('PUT', 'Follows', { kind, id })
    expect(await own(writer)).toMatchObject({ isFollowed: true, comments: { mine: [written.id] } })
    expect(await own(reader)).toMatchObject({ ...nothing, isFollowed: true })
    expect(await own(admin)).toMatchObject({ isFollowed: false, comments: { mine: [], mayChangeAll: true } })
    await reader.call('DELETE', 'Follows', { kind, id })
    expect(await own(reader)).toMatchObject(nothing)
    if (kind === 'post') expect([(await own(reader)).mayChange, (await own(admin)).mayChange]).toEqual([false, true])
  })

  it('is written and changed by its author and by staff, by no other member', async () => {
    const [writer, other, admin] = [
      await signedInMember(app),
      await signedInMember(app),
      await signedInMember(app, ['Admin']),
    ]
    const id = await createSubject()
    const created = await writer.call<Comment>('POST', path, { [idField]: id, text: ' شكرًا **جزيلًا** ' })
    expect([created.status, created.data.isMine, created.data.source]).toEqual([201, true, 'شكرًا **جزيلًا**'])
    expect(created.data.text).toContain('<strong>')
    const commentId = created.data.id
    expect((await load(id)).items.map((shown) => [shown.id, shown.mayChange, shown.source])).toEqual([
      [commentId, false, undefined],
    ])
    const change = (member: Member, text: string) =>
      member.call<Comment>('PUT', `${path}?commentId=${commentId}`, { text })
    expect((await change(other, 'x')).error.code).toBe('forbidden')
    expect((await change(writer, 'أحسنتم')).status).toBe(200)
    expect((await change(admin, 'by staff')).status).toBe(200)
    expect((await load(id)).items[0]!.text).toContain('by staff')
  })

  it('shows readers that it was edited, and only then', async () => {
    const writer = await signedInMember(app)
    const id = await createSubject()
    const { data } = await writer.call<Comment>('POST', path, { [idField]: id, text: 'first' })
    const change = (text: string) => writer.call<Comment>('PUT', `${path}?commentId=${data.id}`, { text })
    expect([data.editedAt, (await change('first')).data.editedAt]).toEqual([undefined, undefined])
    await change('second')
    const [shown] = (await load(id)).items
    expect(shown!.text).toContain('second')
    expect(shown!.editedAt).toBeDefined()
  })

  it('with a link of a new member waits for the staff, as a post does', async () => {
    const [writer, admin] = [await signedInMember(app), await signedInMember(app, ['Admin'])]
    const id = await createSubject()
    const write = (member: Member, text: string) => member.call<Comment>('POST', path, { [idField]: id, text })
    const { data } = await write(writer, 'see https://advert.example')
    expect(data.isWaiting).toBe(true)
    expect((await load(id)).totalCount).toBe(0)
    const cases = await admin.call<{ items: { id: number; subjectId: number; kind: string }[] }>(
      'GET',
      'admin/reports?PageSize=50',
    )
    const found = cases.data.items.find((one) => one.subjectId === data.id && one.kind === `${kind}Comment`)!
    expect(found).toMatchObject({ cause: 'first-links', state: 'waiting' })
    await admin.call('POST', `admin/reports/${found.id}`, { decision: 'keep' })
    expect((await load(id)).totalCount).toBe(1)
    // Now known: the next one is shown at once, and so is one of staff.
    for (const member of [writer, admin])
      expect((await write(member, 'https://more.example')).data.isWaiting).toBe(undefined)
    expect((await load(id)).totalCount).toBe(3)
  })

  it('without a link, which its only author adds later, waits from then on', async () => {
    const writer = await signedInMember(app)
    const id = await createSubject()
    const { data } = await writer.call<Comment>('POST', path, { [idField]: id, text: 'hello' })
    expect((await load(id)).totalCount).toBe(1)
    const changed = await writer.call<Comment>('PUT', `${path}?commentId=${data.id}`, {
      text: 'https://advert.example',
    })
    expect(changed.data.isWaiting).toBe(true)
    expect((await load(id)).totalCount).toBe(0)
  })

  it('is deleted by its author and leaves its text in no table', async () => {
    const [writer, other] = [await signedInMember(app), await signedInMember(app)]
    const id = await createSubject()
    const text = `secret-of-${kind} @${other.user.userName}`
    const { data } = await writer.call<Comment>('POST', path, { [idField]: id, text })
    expect(await tablesContaining(`secret-of-${kind}`)).toContain('public.comments')
    await other.call('POST', 'Reports', { kind: `${kind}Comment`, id: data.id, reason: 'rude' })
    const remove = (member: Member) => member.call('DELETE', `${path}?commentId=${data.id}`)
    expect((await remove(other)).error.code).toBe('forbidden')
    expect((await remove(writer)).status).toBe(200)
    expect((await remove(writer)).status).toBe(404)
    expect((await load(id)).totalCount).toBe(0)
    expect(await tablesContaining(`secret-of-${kind}`)).toEqual([])
  })

  it('can answer another on the same subject, and names it while it is public', async () => {
    const [asker, writer] = [await signedInMember(app), await signedInMember(app)]
    const id = await createSubject()
    const write = (member: Member, text: string, rest: object = {}) =>
      member.call<Comment>('POST', path, { [idField]: id, text, ...rest })
    const { data: asked } = await write(asker, 'سؤال')
    const { data: answer, status } = await write(writer, 'جواب', { replyTo: asked.id })
    const replyTo = { id: asked.id, author: asked.author.name }
    expect([status, answer.replyTo]).toEqual([201, replyTo])
    const shown = async () => (await load(id)).items.map((one) => [one.id, one.replyTo])
    expect(await shown()).toEqual([
      [asked.id, undefined],
      [answer.id, replyTo],
    ])
    const elsewhere = await comment(app.db, { postId: await post(app.db) })
    for (const gone of [elsewhere, 2_000_000_000])
      expect((await write(writer, 'إلى غير مكانه', { replyTo: gone })).error.code).toBe('answeredIsGone')
    await sql`update comments set state = 'hidden' where id = ${asked.id}`.execute(app.db)
    expect(await shown()).toEqual([[answer.id, undefined]])
    await sql`delete from comments where id = ${asked.id}`.execute(app.db)
    expect(await shown()).toEqual([[answer.id, undefined]])
  })

  it('is useful once to each person, and never to its author', async () => {
    const [writer, ...readers] = [await signedInMember(app), await signedInMember(app), await signedInMember(app)]
    const id = await createSubject()
    const { data: written } = await writer!.call<Comment>('POST', path, { [idField]: id, text: 'خطوة بخطوة' })
    const mark = (member: Member, method: 'PUT' | 'DELETE' = 'PUT') =>
      member.call<{ usefulCount: number }>(method, `Useful?kind=comment&id=${written.id}`)
    const count = async () => (await load(id)).items[0]!.usefulCount
    expect((await mark(writer!)).error.code).toBe('ownWriting')
    for (const reader of readers) expect((await mark(reader)).status).toBe(200)
    expect((await mark(readers[0]!)).data.usefulCount).toBe(2)
    expect(await count()).toBe(2)
    const address = kind === 'article' ? `Articles/my-article?id=${id}` : `Posts/my-post?id=${id}`
    const { data: own } = await readers[0]!.call<{ comments: OwnComments }>('GET', address)
    expect(own.comments.useful).toEqual([written.id])
    expect((await mark(readers[0]!, 'DELETE')).data.usefulCount).toBe(1)
    expect((await mark(readers[0]!, 'DELETE')).data.usefulCount).toBe(1)
    await sql`delete from users where id = ${readers[1]!.user.id}`.execute(app.db)
    expect(await count()).toBe(0)
    await sql`update comments set state = 'hidden' where id = ${written.id}`.execute(app.db)
    expect((await mark(readers[0]!)).error.code).toBe('notFound')
  })

  it('is refused to guests, on every call', async () => {
    const commentId = await comment(
      app.db,
      kind === 'article' ? { articleId: await createSubject() } : { postId: await createSubject() },
    )
    const calls = [
      app.call('POST', path, { body: { [idField]: await createSubject(), text: 'x' } }),
      app.call('PUT', `${path}?commentId=${commentId}`, { body: { text: 'x' } }),
      app.call('DELETE', `${path}?commentId=${commentId}`),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401])
  })

  it('cannot be empty or too long, when it is written or changed', async () => {
    const { call } = await signedInMember(app)
    const id = await createSubject()
    const { data } = await call<Comment>('POST', path, { [idField]: id, text: 'x' })
    for (const [text, message] of [
      [' ', 'You have to write a comment'],
      ['x'.repeat(5001), undefined],
    ]) {
      const answers = [
        await call('POST', path, { [idField]: id, text }),
        await call('PUT', `${path}?commentId=${data.id}`, { text }),
      ]
      for (const { status, error } of answers) {
        expect([status, error.code]).toEqual([400, 'validation'])
        if (message) expect(error.fields).toEqual({ text: [message] })
        else expect(error.fields).toHaveProperty('text')
      }
    }
  })

  it('cannot be written on what is hidden or missing, nor be reached by the other path', async () => {
    const { call } = await signedInMember(app)
    const hidden =
      kind === 'article' ? (await article(app.db, { publishedAt: null })).id : await post(app.db, { state: 'hidden' })
    for (const id of [hidden, 999_999])
      expect((await call('POST', path, { [idField]: id, text: 'x' })).error.code).toBe(`${kind}NotFound`)
    const { data } = await call<Comment>('POST', path, { [idField]: await createSubject(), text: 'x' })
    const otherPath = path === 'Comments' ? 'CommentsOfPosts' : 'Comments'
    expect((await call('DELETE', `${otherPath}?commentId=${data.id}`)).status).toBe(404)
    expect((await call('PUT', `${otherPath}?commentId=${data.id}`, { text: 'y' })).status).toBe(404)
  })

  it('that is submitted three times concurrently is created once', async () => {
    const { call } = await signedInMember(app)
    const id = await createSubject()
    await Promise.all([1, 2, 3].map(() => call('POST', path, { [idField]: id, text: 'same' })))
    expect((await load(id)).items).toHaveLength(1)
  })

  it('that is changed twice concurrently keeps one change and refuses the other with the current text', async () => {
    const { call } = await signedInMember(app)
    const id = await createSubject()
    const { data } = await call<Comment>('POST', path, { [idField]: id, text: 'before' })
    const change = (text: string) => call('PUT', `${path}?commentId=${data.id}`, { text, version: data.version })
    const answers = await Promise.all([change('one'), change('two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { error } = answers.find(({ status }) => status === 409)! as unknown as {
      error: { code: string; current: { text: string; version: number } }
    }
    const [shown] = (await load(id)).items
    expect([error.code, error.current.version]).toEqual(['changedMeanwhile', data.version + 1])
    expect(shown!.text).toContain(error.current.text)
  })

  it('is refused when one member writes more than 15 in ten minutes', async () => {
    const { call } = await signedInMember(app)
    const id = await createSubject()
    for (let n = 0; n < 15; n++) expect((await call('POST', path, { [idField]: id, text: `n${n}` })).status).toBe(201)
    expect((await call('POST', path, { [idField]: id, text: 'more' })).error.code).toBe('tooManyRequests')
  })

  it('is listed with twenty a page, the oldest first, without hidden ones', async () => {
    const id = await createSubject()
    const subject = kind === 'article' ? { articleId: id } : { postId: id }
    for (let number = 1; number <= 23; number++)
      await comment(app.db, { ...subject, text: `number ${number}`, createdAt: inDays(-1 + number / 100) })
    await comment(app.db, { ...subject, text: 'hidden', state: 'hidden' })
    const first = await load(id)
    expect([first.totalCount, first.items.length]).toEqual([23, 20])
    expect((await load(id, 2)).items.map(({ text }) => text)).toEqual(
      [21, 22, 23].map((number) => `<p dir="auto">number ${number}</p>`),
    )
  })
})
