import type { z } from 'zod'
import { Problem } from '../../../api/problem.ts'
import { inLang, ownOr } from '../../../locales/localized.ts'
import type { Context } from '../../../platform/context.server.ts'
import { instalmentsFor } from '../../../platform/instalment-companies.ts'
import { renderMarkdown } from '../../../platform/markdown/markdown.server.ts'
import { cardOf, scheduleOf } from '../cards.server.ts'
import type { catalogueEndpoints } from '../contract.ts'
import {
  type CardRow,
  findCards,
  findDetails,
  findDetailsById,
  findMovedSlug,
  findRuns,
  findSpecializationNames,
  findTrainers,
  findTrainersByIds,
  type RunRow,
} from '../queries.server.ts'
import { foldSlug } from '../slug.ts'
import { reviewsOfCourse } from './reviews.server.ts'

type Answer = z.input<(typeof catalogueEndpoints)['courseBySlug']['output']>

/** One course in full, or its current slug when this is a former one. */
export async function courseBySlug(ctx: Context, { slug }: { slug: string }): Promise<Answer> {
  const now = ctx.now()
  const details = await findDetails(ctx.db, slug, now)
  if (!details) return movedCourse(ctx, slug)
  const [cards, runs, trainers, reviews] = await Promise.all([
    findCards(ctx.db, [details.id]),
    findRuns(ctx.db, [details.id], now),
    findTrainers(ctx.db, details.id),
    reviewsOfCourse(ctx, details.id),
  ])
  return answerOf(ctx, { card: cards[0]!, details, runs, trainers, reviews })
}

type Details = Omit<NonNullable<Awaited<ReturnType<typeof findDetails>>>, 'id'>
/** What of a course may be shown in place of what is saved. */
export type Shown = Partial<Details & Omit<CardRow, 'id' | 'specialization_name'>> & { trainers: number[] }

/**
 * A course as it will be: whether or not it is published, with other values than are saved.
 * @throws Problem courseNotFound
 */
export async function courseDetails(ctx: Context, id: number, shown: Shown): Promise<CourseDetailsAnswer> {
  const [[card], runs, names, trainers, reviews, saved] = await Promise.all([
    findCards(ctx.db, [id]),
    findRuns(ctx.db, [id], ctx.now()),
    findSpecializationNames(ctx.db),
    findTrainersByIds(ctx.db, shown.trainers),
    reviewsOfCourse(ctx, id),
    findDetailsById(ctx.db, id),
  ])
  if (!card || !saved) throw new Problem('courseNotFound')
  const specialization = names.find((one) => one.id === shown.specialization_id)?.name ?? card.specialization_name
  const { trainers: _, ...values } = shown
  return answerOf(ctx, {
    card: { ...card, ...values, specialization_name: specialization },
    details: { ...saved, ...values },
    ...{ runs, trainers, reviews },
  })
}

type CourseDetailsAnswer = Extract<Answer, { id: number }>
type Parts = {
  card: CardRow
  details: Details
  runs: RunRow[]
  trainers: Awaited<ReturnType<typeof findTrainers>>
  reviews: CourseDetailsAnswer['reviews']
}

function answerOf(ctx: Context, { card, details, runs, trainers, reviews }: Parts): CourseDetailsAnswer {
  const now = ctx.now()
  const text = (localized: { ar: string; en?: string }) => inLang(localized, ctx.lang)
  const offer = cardOf(card, runs, ctx, now)
  return {
    ...offer,
    description: renderMarkdown(text(details.description), ctx.lang),
    outcomes: details.outcomes.map(text),
    prerequisites: details.prerequisites.map(text),
    audience: details.audience.map(text),
    outline: details.outline.map(({ title, lessons }) => ({
      title: text(title),
      lessons: lessons.map((lesson) => ({ title: text(lesson.title), minutes: lesson.minutes })),
    })),
    certificate: text(details.certificate),
    licence: details.licence,
    includesVat: details.includesVat,
    instalmentCompanies: instalmentsFor(ctx.settings.payment.instalments.offered, offer.priceHalalas)
      .filter(({ parts }) => parts === offer.inParts?.parts)
      .map(({ company }) => company),
    previewVideo: details.preview_video,
    trainers: trainers.map(({ id, name, title, bio, picture, picture_alt: alt }) => ({
      id,
      name: text(name),
      title: text(title),
      bio: text(bio),
      picture,
      pictureAlt: alt ? text(alt) : null,
    })),
    faq: details.faq.map(({ question, answer }) => ({ question: text(question), answer: text(answer) })),
    schedules: runs.map((run) => scheduleOf(run, ctx.lang, now)),
    reviews,
    seo: {
      metaTitle: ownOr(details.seo.title, card.name, ctx.lang),
      metaDescription: ownOr(details.seo.description, card.summary, ctx.lang),
      keywords: details.seo.keywords ? text(details.seo.keywords) : '',
    },
  }
}

async function movedCourse(ctx: Context, slug: string): Promise<{ movedTo: string }> {
  const movedTo = await findMovedSlug(ctx.db, slug, foldSlug(slug), ctx.now())
  if (movedTo === undefined) throw new Problem('courseNotFound')
  return { movedTo }
}
