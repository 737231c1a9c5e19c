/** Two accounts of one person become one. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, newPerson, PASSWORD } from '../../../../tests/support/accounts/accounts.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { course, learner, order, review, schedule } from '../../../../tests/support/factories.ts'
import { type Member, signedInMember, tokenOf } from '../../../../tests/support/signed-in.ts'
import { author, post } from '../../../../tests/support/writing.ts'
import { unsubscribeToken } from '../../notifications/unsubscribe-token.server.ts'
import type { Merging } from './merging-contract.ts'

let app: TestApp
let admin: Member
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
})
afterAll(() => app.stop())

const preview = async (from: number, into: number) =>
  (await admin.call<Merging>('GET', `admin/learners/${from}/merging?into=${into}`)).data
const send = (from: number, into: number, fingerprint: string) =>
  admin.call('POST', `admin/learners/${from}/merge`, { into, reason: 'One person, by phone', fingerprint })
const merge = async (from: number, into: number) => send(from, into, (await preview(from, into)).fingerprint)
const idOf = async (email: string) =>
  (await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const count = async (table: string, column: string, id: number) =>
  Number(
    (
      await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
        app.db,
      )
    ).rows[0]!.n,
  )

it('everything moves to the account that stays, the other is empty, and its address signs in there', async () => {
  const [from, into] = [await newPerson(app), await newPerson(app)]
  const [fromId, intoId] = [await idOf(from.email), await idOf(into.email)]
  const [one, two] = [await course(app.db), await course(app.db)]
  await order(app.db, { userId: fromId, courseId: one.id })
  await order(app.db, { userId: intoId, courseId: two.id })
  await review(app.db, { courseId: one.id, userId: fromId })
  const run = await schedule(app.db, two.id)
  for (const user of [fromId, intoId])
    await sql`insert into waiting_places (schedule_id, user_id, lang, joined_at) values (${run}, ${user}, 'ar', now())`.execute(
      app.db,
    )
  const mine = await author(app.db, { userId: fromId })
  const theirs = await author(app.db, { userId: intoId })
  const written = await post(app.db, { authorId: mine })
  await sql`insert into follows (user_id, post_id, is_on, created_at) values (${fromId}, ${written}, true, now()), (${intoId}, ${written}, true, now())`.execute(
    app.db,
  )
  const token = await tokenOf(app, { ...admin.user, id: fromId })

  const shown = await preview(fromId, intoId)
  expect(shown).toMatchObject({
    from: { id: fromId, email: from.email },
    into: { id: intoId, email: into.email },
    moves: { orders: 1, posts: 1, reviews: 1, follows: 1, places: 1 },
    clashes: [],
  })
  expect((await send(fromId, intoId, shown.fingerprint)).status).toBe(200)

  expect([await count('orders', 'user_id', fromId), await count('orders', 'user_id', intoId)]).toEqual([0, 2])
  expect(await count('reviews', 'user_id', intoId)).toBe(1)
  expect(await count('waiting_places', 'user_id', intoId)).toBe(1)
  expect(await count('follows', 'user_id', intoId)).toBe(1)
  expect(await count('posts', 'author_id', theirs)).toBe(1)
  const { data } = await admin.call<{ notes: { kind: string; note: string }[] }>('GET', `admin/learners/${intoId}`)
  expect(data.notes[0]).toMatchObject({ kind: 'merge', note: 'One person, by phone' })
  // The sessions of the merged account end.
  expect((await app.call('GET', 'Auth/user-info', { token })).status).toBe(401)
  expect((await admin.call('GET', `admin/learners/${fromId}`)).error.code).toBe('notFound')
  const found = await admin.call<{ items: { id: number }[] }>('GET', `admin/learners?query=${from.email}`)
  expect(found.data.items.map(({ id }) => id)).toEqual([intoId])
  const signIn = (email: string, password: string) =>
    app.call<{ user?: { id: number } }>('POST', 'Auth/login', { body: { email, password } })
  const arrived = await browserOf(app).call('POST', 'Auth/login', { body: { email: from.email, password: PASSWORD } })
  expect(arrived.status).toBe(200)
  expect((await signIn(from.email, 'Wrong-2026!x')).status).toBe(401)
  const sessions = await app.db.selectFrom('sessions').select('user_id').where('user_id', '=', intoId).execute()
  expect(sessions.length).toBeGreaterThan(0)
  const { action, detail } = await app.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('subject', '=', String(intoId))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([action, detail]).toMatchObject(['learner.merge', { merged: fromId }])
})

it('both enrolled on one run: the clash is named, nothing moves until it is settled', async () => {
  const [from, into] = [await learner(app.db), await learner(app.db)]
  const { id: courseId } = await course(app.db)
  const scheduleId = await schedule(app.db, courseId)
  const mine = await order(app.db, { userId: from.id, courseId, scheduleId })
  const theirs = await order(app.db, { userId: into.id, courseId, scheduleId })
  const shown = await preview(from.id, into.id)
  expect(shown.clashes).toMatchObject([{ from: mine.reference, into: theirs.reference }])
  expect((await send(from.id, into.id, shown.fingerprint)).error.code).toBe('accountsClash')
  expect(await count('orders', 'user_id', from.id)).toBe(1)
  await sql`update orders set status = 'refunded', refunded_halalas = total_halalas, ended_at = now() where id = ${mine.id}`.execute(
    app.db,
  )
  expect((await merge(from.id, into.id)).status).toBe(200)
  expect(await count('orders', 'user_id', into.id)).toBe(2)
})

it('news goes on only where one of the two accounts asked for it and none stopped it; other choices stay', async () => {
  const newsAfter = async (from: string | undefined, into: string | undefined) => {
    const [one, other] = [await learner(app.db), await learner(app.db)]
    for (const [{ id }, news] of [[one, from] as const, [other, into] as const])
      if (news)
        await sql`insert into notification_settings (user_id, comments, news, news_chosen_at) values (${id}, 'none', ${news}, now())`.execute(
          app.db,
        )
    expect((await merge(one.id, other.id)).status).toBe(200)
    const kept = await app.db
      .selectFrom('notification_settings')
      .select(['comments', 'news'])
      .where('user_id', '=', other.id)
      .executeTakeFirst()
    return kept && [kept.comments, kept.news]
  }
  expect(await newsAfter('none', undefined)).toEqual(['daily', 'none'])
  expect(await newsAfter('none', 'at-once')).toEqual(['none', 'none'])
  expect(await newsAfter('at-once', 'none')).toEqual(['none', 'none'])
  expect(await newsAfter('at-once', undefined)).toEqual(['daily', 'at-once'])
  expect(await newsAfter(undefined, 'at-once')).toEqual(['none', 'at-once'])
  expect(await newsAfter(undefined, undefined)).toBeUndefined()
})

it('a link that stops mails still does when its account was merged, twice too', async () => {
  const [a, b, c] = [await learner(app.db), await learner(app.db), await learner(app.db)]
  await merge(a.id, b.id)
  await merge(b.id, c.id)
  const stop = (userId: number, kind: 'news' | 'comments') => {
    const token = unsubscribeToken(app.services.settings, { userId, kind })
    return app.call('POST', `Notifications/unsubscribe?token=${token}`, { body: {} })
  }
  expect([(await stop(a.id, 'news')).status, (await stop(b.id, 'comments')).status]).toEqual([200, 200])
  const chosen = await app.db
    .selectFrom('notification_settings')
    .select(['news', 'comments', 'mentions'])
    .where('user_id', '=', c.id)
    .execute()
  expect(chosen).toEqual([{ news: 'none', comments: 'none', mentions: 'at-once' }])
})

it('an account that was merged leads on when the one that stayed is merged, too', async () => {
  const [a, b, c] = [await newPerson(app), await newPerson(app), await newPerson(app)]
  const [idA, idB, idC] = [await idOf(a.email), await idOf(b.email), await idOf(c.email)]
  await merge(idA, idB)
  await merge(idB, idC)
  for (const { email } of [a, b, c])
    expect((await app.call('POST', 'Auth/login', { body: { email, password: PASSWORD } })).status).toBe(200)
  expect(await count('former_addresses', 'user_id', idC)).toBe(2)
})

it('is refused for staff, for the same account, after a change, and for two mergings the other way round', async () => {
  const [from, into] = [await learner(app.db), await learner(app.db)]
  const shown = await preview(from.id, into.id)
  await order(app.db, { userId: from.id, courseId: (await course(app.db)).id })
  expect((await send(from.id, into.id, shown.fingerprint)).error.code).toBe('previewStale')
  expect((await send(from.id, from.id, 'x')).error.code).toBe('sameAccount')
  expect((await send(from.id, admin.user.id, 'x')).error.code).toBe('staffAccount')
  const [there, back] = [await preview(from.id, into.id), await preview(into.id, from.id)]
  const codes = await Promise.all([send(from.id, into.id, there.fingerprint), send(into.id, from.id, back.fingerprint)])
  expect(codes.map(({ status }) => status).sort()).toEqual([200, 404])
})
