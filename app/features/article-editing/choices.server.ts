/** What articles are sorted by: sections and tags, which staff add while they write. */
import type { Input } from '../../api/endpoint.ts'
import type { Context } from '../../platform/context.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { firstFree, keyFor } from '../revisions/keys-and-slugs.ts'
import {
  categoryKeysLike,
  findCategories,
  findInstituteAuthors,
  findTags,
  insertCategory,
  insertTag,
  tagKeyByName,
  tagKeysLike,
} from './choices-queries.server.ts'
import type { articleEditingEndpoints } from './desk-contract.ts'

type Calls = typeof articleEditingEndpoints

export async function articleChoices({ db }: Context) {
  const [categories, authors, tags] = await Promise.all([findCategories(db), findInstituteAuthors(db), findTags(db)])
  return { categories, authors, tags }
}

/** In the order of the names, each once. */
export async function tagsByName(ctx: Context, { names }: Input<Calls['tagsByName']>) {
  return ctx.db.transaction().execute(async (tx) => {
    const keys: string[] = []
    for (const [place, name] of names.entries()) {
      // One by one: a name that stands twice is added once.
      let key = await tagKeyByName(tx, name)
      if (!key) {
        const wanted = keyFor(name, `tag-${ctx.now().getTime()}-${place + 1}`)
        key = firstFree(wanted, await tagKeysLike(tx, wanted))
        // The site needs an Arabic name: a word that was typed in English stands in both languages.
        await insertTag(tx, key, ctx.lang === 'en' ? { ar: name, en: name } : { ar: name })
        await writeAudit(tx, ctx, { action: 'article.add-tag', reference: key, after: { name } })
      }
      if (!keys.includes(key)) keys.push(key)
    }
    return { keys }
  })
}

export async function addArticleCategory(ctx: Context, input: Input<Calls['addArticleCategory']>) {
  const { 'name.ar': ar, 'name.en': en } = input
  return ctx.db.transaction().execute(async (tx) => {
    const wanted = keyFor(en ?? null, `category-${ctx.now().getTime()}`)
    const key = firstFree(wanted, await categoryKeysLike(tx, wanted))
    const id = await insertCategory(tx, key, { ar, ...(en && { en }) })
    await writeAudit(tx, ctx, { action: 'article.add-category', reference: key, after: { name: ar } })
    return { id }
  })
}
