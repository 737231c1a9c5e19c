/** How the writer of an article, a post or a comment is named: over HTTP, against a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { signedInMember } from '../../../tests/support/signed-in.ts'
import { article, author, comment, post } from '../../../tests/support/writing.ts'
import { textLanguage } from '../../locales/text-language.ts'
import type { ArticleCard } from '../blog/contract.ts'
import type { Comment, CommentPage } from '../comments/contract.ts'
import type { Author } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('articles').execute()
})

async function insertTrainer(userId: number): Promise<number> {
  const { id } = await app.db
    .insertInto('trainers')
    .values({
      key: 'writer',
      name: JSON.stringify({ ar: 'هدى', en: 'Huda' }),
      title: JSON.stringify({ ar: 'مدربة', en: 'Trainer' }),
      bio: JSON.stringify({ ar: '…', en: '…' }),
      picture: '/media/a.webp',
      user_id: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('an author', () => {
  const onlyArticle = async (lang: 'ar' | 'en' = 'en') =>
    (await app.call<{ items: ArticleCard[] }>('GET', 'Articles/filter-articles', { lang })).data.items[0]!

  it('is named by the account, and is nameless once the account is deleted', async () => {
    const { user } = await signedInMember(app, ['Admin'])
    await article(app.db, { authorId: await author(app.db, { userId: user.id }) })
    expect((await onlyArticle()).author).toMatchObject({ name: user.userName, kind: 'staff' })
    await app.db.deleteFrom('users').where('id', '=', user.id).execute()
    expect((await onlyArticle()).author).toMatchObject({ name: null, kind: 'member' })
  })

  it('without an account is named in the language of the page', async () => {
    await article(app.db, { authorId: await author(app.db, { name: { ar: 'ريم', en: 'Reem' }, kind: 'teacher' }) })
    for (const [lang, name] of [
      ['ar', 'ريم'],
      ['en', 'Reem'],
    ] as const)
      expect((await onlyArticle(lang)).author).toMatchObject({ name, kind: 'teacher' })
  })

  it('that left is shown at a comment without a name', async () => {
    const id = await post(app.db)
    await comment(app.db, { postId: id, authorId: await author(app.db, { name: null }) })
    const { data } = await app.call<CommentPage>('GET', `Posts/load-more-comments?PostId=${id}`)
    expect(data.items[0]!.author.name).toBeNull()
  })
})

describe('the badge of an author', () => {
  it.each([
    ['Student', 'member'],
    ['Teacher', 'teacher'],
    ['Admin', 'staff'],
    ['Owner', 'staff'],
  ] as const)('of a %s is %s, to the author and to every reader', async (role, kind) => {
    const { user, call } = await signedInMember(app, [role])
    const postId = await post(app.db)
    const { data } = await call<Comment>('POST', 'CommentsOfPosts', { postId, text: 'Hello' })
    const page = await app.call<CommentPage>('GET', `Posts/load-more-comments?PostId=${postId}`)
    for (const { author } of [data, page.data.items[0]!]) expect(author).toMatchObject({ name: user.userName, kind })
  })

  it('of a trainer is the teacher’s, with the trainer’s name, title and picture', async () => {
    const { user, call } = await signedInMember(app)
    const trainerId = await insertTrainer(user.id)
    const write = async () =>
      (await call<Comment>('POST', 'CommentsOfPosts', { postId: await post(app.db), text: 'Hello' })).data
    const [first, second] = [await write(), await write()]
    const expected: Partial<Author> = { name: 'Huda', title: 'Trainer', picture: '/media/a.webp', kind: 'teacher' }
    expect(first.author).toMatchObject(expected)
    expect([first.isMine, second.author.id]).toEqual([true, first.author.id])
    const rows = await app.db.selectFrom('authors').select('user_id').where('trainer_id', '=', trainerId).execute()
    expect(rows).toEqual([{ user_id: null }])
  })
})

describe('a filter by author', () => {
  it('narrows the list and names the author; an unknown one finds nothing', async () => {
    const id = await author(app.db, { name: { ar: 'ريم', en: 'Reem' } })
    await article(app.db, { title: 'by Reem', authorId: id })
    await article(app.db, { title: 'by another' })
    const filtered = (userId: number | string) => app.call('GET', `Articles/filter-articles?UserId=${userId}`)
    const { data } = await filtered(id)
    expect([data.items.map(({ title }: ArticleCard) => title), data.author.name]).toEqual([['by Reem'], 'Reem'])
    const unknown = (await filtered(999_999)).data
    expect([unknown.items, unknown.author]).toEqual([[], undefined])
    expect((await filtered('x')).status).toBe(400)
  })
})

describe('the language of a text', () => {
  it('is marked only where it differs from the page’s', () => {
    expect(textLanguage('What I wish I had known', 'ar')).toEqual({ lang: 'en', dir: 'ltr' })
    expect(textLanguage('كيف أستعد لاختبار CAPM؟', 'en')).toEqual({ lang: 'ar', dir: 'rtl' })
    expect(textLanguage('كيف أستعد لاختبار CAPM؟', 'ar')).toEqual({})
    expect(textLanguage('2026 … !', 'en')).toEqual({})
  })
})
