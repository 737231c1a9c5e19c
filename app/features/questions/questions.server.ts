import type { Operations } from '../../api/local-api.server.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { renderText } from '../../platform/markdown/markdown.server.ts'
import { limitSearches } from '../lists/search-limit.server.ts'
import { rememberMiss } from '../search-misses/search-misses.server.ts'
import type { questionsEndpoints } from './contract.ts'
import { correctByQuestions, correctTerm, faqGroups, findQuestions, readTerm } from './queries.server.ts'

export const questionsOperations: Operations<typeof questionsEndpoints> = { faqs, faqSearch }

async function faqs(ctx: Context) {
  const groups = await faqGroups(ctx.db)
  return groups.map(({ key, title, questions }) => ({
    key,
    title: inLang(title, ctx.lang),
    questions: questions.map(({ question, answer }) => ({
      question: inLang(question, ctx.lang),
      answer: renderText(answer, ctx.lang),
    })),
  }))
}

async function faqSearch(ctx: Context, { SearchTerm }: { SearchTerm: string }) {
  await limitSearches(ctx)
  const { query } = await readTerm(ctx.db, SearchTerm)
  const found = query ? await findQuestions(ctx.db, query) : []
  if (found.length > 0) return { questions: found, mended: null }
  // First as every search reads it, then by the words of the questions themselves.
  for (const correct of [correctTerm, correctByQuestions]) {
    const mended = await correct(ctx.db, SearchTerm, { amongCourses: false, unfinished: false })
    const questions = mended ? await findQuestions(ctx.db, mended.query) : []
    if (questions.length > 0) return { questions, mended: mended!.words }
  }
  await rememberMiss(ctx, SearchTerm)
  return { questions: [], mended: null }
}
