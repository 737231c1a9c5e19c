/** The desk's calls for articles, by the people who use them. */
import type { Api } from '../../app/api/contract.ts'
import type { SignedInUser } from '../../app/platform/context.server.ts'
import { apiAs } from './api-as.ts'
import { startTestApp, type TestApp } from './app.ts'
import { learner } from './factories.ts'
import { type ArticleFacts, article, tag } from './writing.ts'

export type CallsOfArticles = Api['articleEditing']

export type ArticleDesk = {
  app: TestApp
  /** Has the role Content. */
  editor: SignedInUser
  desk: CallsOfArticles
  /** A complete article, published unless said otherwise. */
  complete: (facts?: ArticleFacts) => Promise<{ id: number; slug: string }>
  edit: (
    id: number,
    changes: Record<string, { from: unknown; to: unknown }>,
  ) => ReturnType<CallsOfArticles['editArticle']>
}

export async function startArticleDesk(): Promise<ArticleDesk> {
  const app = await startTestApp()
  const editor = await learner(app.db, { roles: ['Content'] })
  const desk = apiAs(app, editor).articleEditing
  return {
    ...{ app, editor, desk },
    complete: async (facts = {}) => {
      const created = await article(app.db, { tags: [await tag(app.db, { ar: 'محاسبة', en: 'Accounting' })], ...facts })
      const key = `article-${created.id}`
      await app.db.updateTable('articles').set({ key }).where('id', '=', created.id).execute()
      return created
    },
    edit: async (id, changes) => {
      const { version } = await desk.editedArticle({ id })
      return desk.editArticle({ id, version, changes })
    },
  }
}
