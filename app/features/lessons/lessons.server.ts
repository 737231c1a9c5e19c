/** Taking the lessons of a recorded course: what is seen, how far one has come, and the certificate at the end. */
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser, type Services, type SignedInUser } from '../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { renderText } from '../../platform/markdown/markdown.server.ts'
import { certificateNumber } from '../certificates/certificate-number.ts'
import { issueOnCompletion } from '../certificates/completion.server.ts'
import { fileAddress } from '../files/file-links.ts'
import { signedFileAddress } from '../files/files.server.ts'
import type { LessonEntry, LessonVideo, lessonsEndpoints, Step } from './contract.ts'
import { lessonDeskOperations } from './desk.server.ts'
import { captionsAddress } from './lesson-links.ts'
import {
  type EntryRow,
  entriesOf,
  type FileRow,
  fileOfLearner,
  findCaptions,
  findEnrolled,
  findFreeLesson,
  findLesson,
  isFileOf,
  isFreeVideo,
  isPaused,
  type LessonRow,
  type ProgressRow,
  saveProgress,
} from './queries.server.ts'
import { gradeOf } from './quiz.ts'

type Calls = Operations<typeof lessonsEndpoints>

/** Long enough to watch a lesson with breaks; the page makes a new one whenever it is opened. */
const VIDEO_SECONDS = 2 * HOUR_SECONDS
const FILE_SECONDS = 600
/** A lesson without a quiz is done after so much of its video. */
const WATCHED_SHARE = 0.9
const MAX_TRIES_PER_HOUR = 60

const entryOf = ({ id, title, minutes, hasVideo, hasQuiz, doneAt }: EntryRow, lang: Lang): LessonEntry => ({
  ...{ id, title: inLang(title, lang), minutes, hasVideo, hasQuiz },
  doneAt: doneAt?.toISOString() ?? null,
})

const recordedCourse: Calls['recordedCourse'] = async (ctx, { id }) => {
  const { id: userId } = requireUser(ctx)
  const enrolled = await findEnrolled(ctx.db, id, userId)
  if (!enrolled) throw new Problem((await isPaused(ctx.db, id, userId)) ? 'accessPaused' : 'courseNotFound')
  const entries = await entriesOf(ctx.db, id, userId)
  const { slug, name, certificate } = enrolled
  return {
    course: { id, slug, name: inLang(name, ctx.lang) },
    lessons: entries.map((row) => entryOf(row, ctx.lang)),
    done: entries.filter(({ doneAt }) => doneAt).length,
    nextId: entries.find(({ doneAt }) => !doneAt)?.id ?? null,
    certificate: certificate && { number: certificateNumber(certificate), code: certificate.code },
  }
}

async function requireLesson(ctx: Context, id: number): Promise<LessonRow> {
  const row = await findLesson(ctx.db, id, requireUser(ctx).id)
  if (!row) throw new Problem('notFound')
  return row
}

/** @param addressOf of a file of the lesson */
function videoOf(
  { id, captions, files }: Pick<LessonRow, 'id' | 'captions' | 'files'>,
  addressOf: (file: FileRow) => string,
): LessonVideo | null {
  const video = files.find(({ kind }) => kind === 'video')
  if (!video) return null
  const spoken = (['ar', 'en'] as const).filter((lang) => captions?.[lang])
  return {
    address: addressOf(video),
    type: video.type,
    captions: spoken.map((lang) => ({ lang, src: captionsAddress(id, lang) })),
  }
}

const lesson: Calls['lesson'] = async (ctx, { id }) => {
  const row = await requireLesson(ctx, id)
  const { id: userId } = requireUser(ctx)
  const { courseId, body, files, quiz, seconds, percent, doneAt } = row
  const text = (words: { ar: string; en?: string }) => inLang(words, ctx.lang)
  return {
    ...entryOf(row, ctx.lang),
    courseId,
    text: body ? renderText(body, ctx.lang) : '',
    video: videoOf(row, (file) => signedFileAddress(ctx, file.fileId, file.storedName, VIDEO_SECONDS, userId)),
    files: files
      .filter(({ kind }) => kind === 'file')
      .map((file) => ({ id: file.id, name: file.fileName, size: file.size })),
    quiz: quiz && {
      passPercent: quiz.passPercent,
      questions: quiz.questions.map(({ text: question, choices }) => ({
        text: text(question),
        choices: choices.map((choice) => text(choice.text)),
        isMany: choices.filter(({ right }) => right).length > 1,
      })),
    },
    progress: { seconds: seconds ?? 0, percent, doneAt: doneAt?.toISOString() ?? null },
  }
}

type Advance = { seconds?: number; done?: boolean; percent?: number }

/** Writes it down and, when it completes the course, issues the certificate in the same transaction. */
async function advance(ctx: Context, { id, orderId }: LessonRow, { seconds = 0, done = false, percent }: Advance) {
  const { id: userId } = requireUser(ctx)
  return ctx.db.transaction().execute(async (tx) => {
    const step = { userId, lessonId: id, seconds, done, percent: percent ?? null, now: ctx.now() }
    const row = await saveProgress(tx, step)
    if (done && row.isComplete) await issueOnCompletion(tx, ctx, orderId)
    return progressOf(row)
  })
}

const progressOf = ({ seconds, doneAt, percent, isComplete }: ProgressRow): Step => ({
  ...{ seconds, percent, isComplete, doneAt: doneAt?.toISOString() ?? null },
})

const watchLesson: Calls['watchLesson'] = async (ctx, { id, seconds, length }) => {
  const row = await requireLesson(ctx, id)
  const done = row.quiz === null && length !== undefined && seconds >= length * WATCHED_SHARE
  return advance(ctx, row, { seconds, done })
}

const completeLesson: Calls['completeLesson'] = async (ctx, { id }) => {
  const row = await requireLesson(ctx, id)
  if (row.quiz && !row.doneAt) throw new Problem('quizNotPassed', { percent: row.quiz.passPercent })
  return advance(ctx, row, { done: true })
}

const answerQuiz: Calls['answerQuiz'] = async (ctx, { id, chosen }) => {
  const row = await requireLesson(ctx, id)
  if (!row.quiz) throw new Problem('notFound')
  await limit(ctx, `quiz:${requireUser(ctx).id}`, MAX_TRIES_PER_HOUR, HOUR_SECONDS)
  const { right, percent, isPassed } = gradeOf(row.quiz, chosen)
  const progress = await advance(ctx, row, { done: isPassed, percent })
  return { ...progress, right, result: percent, isPassed }
}

const lessonCaptions: Calls['lessonCaptions'] = async (ctx, { id, lang }) => {
  const text = await findCaptions(ctx.db, { id, lang, userId: ctx.user?.id ?? null, now: ctx.now() })
  if (text === undefined) throw new Problem('notFound')
  return { name: `${lang}.vtt`, body: new Blob([text]).stream() }
}

const lessonFile: Calls['lessonFile'] = async (ctx, { id }) => {
  const { id: userId } = requireUser(ctx)
  const file = await fileOfLearner(ctx.db, id, userId)
  if (!file) throw new Problem('notFound')
  const address = signedFileAddress(ctx, file.fileId, file.fileName, FILE_SECONDS, userId)
  return { name: file.fileName, address }
}

const freeLesson: Calls['freeLesson'] = async (ctx, { courseId }) => {
  const row = await findFreeLesson(ctx.db, courseId, ctx.now())
  if (!row) return { lesson: null }
  const { title, minutes, body } = row
  const text = body ? renderText(body, ctx.lang) : ''
  // Kept pages show it: the address does not expire, and opens while the lesson is free.
  const video = videoOf(row, ({ fileId, storedName }) => fileAddress(fileId, storedName))
  return { lesson: { title: inLang(title, ctx.lang), minutes, text, video } }
}

export const lessonsOperations: Calls = {
  recordedCourse,
  lesson,
  watchLesson,
  completeLesson,
  answerQuiz,
  lessonCaptions,
  lessonFile,
  freeLesson,
  ...lessonDeskOperations,
}

/** Everybody sees the video of a free lesson. */
export const isPublicLessonFile = ({ db, now }: Pick<Services, 'db' | 'now'>, { id }: { id: string }) =>
  isFreeVideo(db, id, now())

/** An address that was made for a learner opens nothing once their order was refunded; who writes lessons sees them. */
export const opensLessonFile = async ({ db }: Pick<Services, 'db'>, { id }: { id: string }, user: SignedInUser) =>
  hasRight(user, 'courses.change') || isFileOf(db, id, user.id)
