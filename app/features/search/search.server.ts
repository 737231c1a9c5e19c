/** The search over the whole site, and its suggestions. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { rangeOf } from '../../platform/limits/ip-range.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { cardsOf } from '../catalogue/cards.server.ts'
import { limitSearches } from '../lists/search-limit.server.ts'
import { rememberMiss, searchMisses } from '../search-misses/search-misses.server.ts'
import type { searchEndpoints } from './contract.ts'
import {
  type ArticleRow,
  correctTerm,
  foundArticles,
  foundCourses,
  foundQuestions,
  foundSpecializations,
  LOOKED_AT,
  readTerm,
  type SpecializationRow,
  suggestedCourses,
} from './queries.server.ts'

type Calls = typeof searchEndpoints

const SUGGESTED = 5
const MIN_LETTERS = 2
/** A fast typist causes eight requests a second at most, and the staff of a company may share one address. */
const MAX_PER_MINUTE = 600
const SHOWN = { courses: 6, specializations: 6, articles: 6, questions: 5 }

export const searchOperations: Operations<Calls> = { suggest, results, misses: searchMisses }

async function suggest(ctx: Context, { q = '' }: Input<Calls['suggest']>) {
  await limit(ctx, `suggest:${rangeOf(ctx.ip)}`, MAX_PER_MINUTE, 60)
  const term = await readTerm(ctx.db, q)
  const query = term.longest < MIN_LETTERS ? '' : term.query
  const { found, mended } = await findOrCorrect(ctx, q, query, true, suggestedFor, ['articles'])
  return {
    courses: await cardsOf(ctx, found.courseIds),
    specializations: found.specializations.items.map((row) => specializationOf(row, ctx.lang)),
    articles: found.articles.items.map((row) => articleOf(row, ctx.lang)),
    mended,
  }
}

async function suggestedFor({ db, now }: Context, query: string) {
  const [courseIds, specializations, articles] = await Promise.all([
    suggestedCourses(db, query, SUGGESTED, now()),
    foundSpecializations(db, query, SUGGESTED, now()),
    foundArticles(db, query, SUGGESTED, now(), LOOKED_AT),
  ])
  const offers = courseIds.length + specializations.total
  return { offers, total: offers + articles.total, courseIds, specializations, articles }
}

async function results(ctx: Context, { q = '' }: Input<Calls['results']>) {
  await limitSearches(ctx)
  const term = await readTerm(ctx.db, q)
  const { found, mended } = await findOrCorrect(ctx, q, term.query, false, foundFor, ['articles', 'questions'])
  if (q !== '' && found.total === 0) await rememberMiss(ctx, q)
  const { courses, specializations, articles, questions } = found
  return {
    courses: groupOf(await cardsOf(ctx, courses.ids), courses.total),
    specializations: groupOf(
      specializations.items.map((row) => specializationOf(row, ctx.lang)),
      specializations.total,
    ),
    articles: groupOf(
      articles.items.map((row) => articleOf(row, ctx.lang)),
      articles.total,
    ),
    questions: groupOf(
      questions.items.map(({ group, place, question }) => ({ group, place, question: inLang(question, ctx.lang) })),
      questions.total,
    ),
    mended,
  }
}

async function foundFor({ db, now }: Context, query: string) {
  const [courses, specializations, articles, questions] = await Promise.all([
    foundCourses(db, query, SHOWN.courses, now()),
    foundSpecializations(db, query, SHOWN.specializations, now()),
    foundArticles(db, query, SHOWN.articles, now()),
    foundQuestions(db, query, SHOWN.questions),
  ])
  const offers = courses.total + specializations.total
  const total = offers + articles.total + questions.total
  return { offers, total, courses, specializations, articles, questions }
}

/** @property offers how many courses and specializations are among the total */
type Findings = { offers: number; total: number }

/**
 * What the query finds. If that is nothing, or articles only, what it finds with corrected spelling, together with the
 * texts that have it as typed: an article may have a mistyped word by chance.
 * @param texts the kinds that are no offers
 */
async function findOrCorrect<K extends string, T extends Findings & Record<K, { total: number }>>(
  ctx: Context,
  term: string,
  query: string,
  unfinished: boolean,
  find: (ctx: Context, query: string) => Promise<T>,
  texts: readonly K[],
): Promise<{ found: T; mended: string | null }> {
  const found = await find(ctx, query)
  if (found.offers > 0 || query === '') return { found, mended: null }
  const isFound = found.total > 0
  if (isFound && (await foundQuestions(ctx.db, query, 1)).total > 0) return { found, mended: null }
  const other = await correctTerm(ctx.db, term, { amongCourses: isFound, unfinished })
  if (!other) return { found, mended: null }
  const near = await find(ctx, other.query)
  if (!isFound) return { found: near, mended: near.total > 0 ? other.words : null }
  if (near.offers === 0) return { found, mended: null }
  const asTyped = Object.fromEntries(texts.filter((kind) => found[kind].total > 0).map((kind) => [kind, found[kind]]))
  return { found: { ...near, ...asTyped }, mended: other.words }
}

function groupOf<T>(items: T[], total: number) {
  return { items, totalCount: Math.min(total, COUNT_CAP), totalIsCapped: total > COUNT_CAP || undefined }
}

function specializationOf(row: SpecializationRow, lang: Lang) {
  const { id, name, slug, mark, colour, courses_count } = row
  return { id, name: inLang(name, lang), slug, mark: mark ?? '', colour: colour ?? '', coursesCount: courses_count }
}

function articleOf({ id, slug, title, summary, cover }: ArticleRow, lang: Lang) {
  return { id, slug, title: inLang(title, lang), summary: inLang(summary, lang), image: cover }
}
