/** How an article is changed: locked, written with its revision and its audit entry, in one transaction. */
import { type FieldErrors, Problem } from '../../api/problem.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import type { Acting } from '../audit/queries.server.ts'
import { withAddresses } from '../pictures/picture-sizes.ts'
import { withoutSeoCopies } from '../revisions/flat-texts.ts'
import { type Publication, publicationOf, UNPUBLISHED } from '../revisions/publication.ts'
import {
  changedNames,
  keepFirstRevision,
  only,
  type RecordName,
  recordChange,
  type Saved,
  subjectOf,
} from '../revisions/record-changes.server.ts'
import { textsOfArticle } from '../translations/article-texts.ts'
import { afterEdit, stalePaths } from '../translations/english-state.ts'
import { type ArticleValues, columnsOf, missingForPublication, valuesOf } from './article-values.ts'
import {
  type EditedRow,
  findUnknown,
  isSlugTaken,
  keepFormerSlug,
  keyAuthor,
  lockEdited,
  setPublication,
  updateArticle,
} from './queries.server.ts'

export const articleSubject = (id: number) => subjectOf({ kind: 'article', id })

/** Articles that members' files once brought without a key are known by their address. */
export const nameOf = ({ id, key, slug }: { id: number; key: string | null; slug: string }): RecordName => ({
  kind: 'article',
  ...{ id, reference: key ?? slug },
})

/** Runs with the article locked. @throws Problem articleNotFound */
export async function withArticle<T>(
  { db }: Pick<Services, 'db'>,
  id: number,
  work: (tx: Tx, row: EditedRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const row = await lockEdited(tx, id)
    if (!row) throw new Problem('articleNotFound')
    return work(tx, row)
  })
}

/**
 * Writes new values. Nothing is written when none differs.
 * @param action of the audit and the revision
 * @param confirmed the paths of English texts that are right for the present Arabic
 * @throws Problem validation at `changes.<field>.to`
 */
export async function writeValues(
  tx: Tx,
  row: EditedRow,
  wanted: ArticleValues,
  acting: Acting,
  action: string,
  confirmed: readonly string[] = [],
): Promise<Saved> {
  const before = valuesOf(row)
  const next = withoutSeoCopies(before, wanted, 'title')
  const changed = changedNames(before, next)
  if (changed.length === 0 && confirmed.length === 0) return { id: row.id, version: row.version }
  await refuseInvalid(tx, row, before, next)
  await keepFirst(tx, row)
  // A text that nobody touched stays as it is to the byte: what says the same is not written anew.
  const written: ArticleValues = { ...before, ...Object.fromEntries(changed.map((name) => [name, next[name]])) }
  const columns = columnsOf(written)
  if (changed.includes('authorId')) await keyAuthor(tx, written.authorId, acting.now())
  const madeFrom = afterEdit(textsOfArticle(row), textsOfArticle(columns), row.english_made_from, confirmed)
  const english = { madeFrom, stale: stalePaths(textsOfArticle(columns), madeFrom) }
  // Readers see when an article was changed: to confirm its English changes nothing for them.
  const updatedAt = changed.length > 0 ? acting.now() : row.updated_at
  const version = await updateArticle(tx, row.id, columns, english, updatedAt)
  if (changed.includes('slug')) await keepFormerSlug(tx, row.id, before.slug, written.slug)
  await recordChange(tx, nameOf(row), { version, values: written, publication: publicationOf(row) }, acting, {
    action,
    before: only(before, changed),
    after: only(written, changed),
  })
  return { id: row.id, version }
}

/** Shows other pictures in the place of some. Nothing is done to one that is gone. */
export async function replaceInArticle(
  tx: Tx,
  id: number,
  addresses: ReadonlyMap<string, string>,
  acting: Acting,
): Promise<void> {
  const row = await lockEdited(tx, id)
  if (row) await writeValues(tx, row, withAddresses(valuesOf(row), addresses), acting, 'picture')
}

/** Writes whether, and from when, visitors see the article. */
export async function writePublication(
  tx: Tx,
  row: EditedRow,
  publication: Publication,
  acting: Acting,
  action: string,
): Promise<Saved> {
  await keepFirst(tx, row)
  const version = await setPublication(tx, row.id, publication, acting.now())
  await recordChange(tx, nameOf(row), { version, values: valuesOf(row), publication }, acting, {
    action,
    before: publicationOf(row),
    after: publication,
  })
  return { id: row.id, version }
}

/** The first revision of an article that was added in the desk. */
export async function recordNew(
  tx: Tx,
  article: { id: number; key: string; slug: string },
  values: ArticleValues,
  acting: Acting,
): Promise<void> {
  await recordChange(tx, nameOf(article), { version: 1, values, publication: UNPUBLISHED }, acting, { action: 'add' })
}

const keepFirst = (tx: Tx, row: EditedRow) =>
  keepFirstRevision(tx, nameOf(row), {
    ...{ version: row.version, values: valuesOf(row), publication: publicationOf(row), updatedAt: row.updated_at },
  })

/** @throws Problem validation at `changes.<field>.to` */
export async function refuseInvalid(tx: Tx, row: EditedRow, before: ArticleValues, next: ArticleValues) {
  const errors: FieldErrors = {}
  const refuse = (name: keyof ArticleValues, message: string) => {
    errors[`changes.${name}.to`] = [message]
  }
  if (next.slug !== before.slug && (await isSlugTaken(tx, next.slug, row.id))) refuse('slug', 'slugTaken')
  const unknown = await findUnknown(tx, next)
  if (unknown.category) refuse('categoryId', 'invalid')
  if (unknown.author) refuse('authorId', 'invalid')
  if (unknown.tags || new Set(next.tags).size < next.tags.length) refuse('tags', 'invalid')
  // What visitors see stays complete.
  if (row.published_at || row.publish_at) {
    const wasMissing = missingForPublication(before)
    for (const name of missingForPublication(next)) if (!wasMissing.includes(name)) refuse(name, 'required')
  }
  if (Object.keys(errors).length > 0) throw new Problem('validation', {}, errors)
}
