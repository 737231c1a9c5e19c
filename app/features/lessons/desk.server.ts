/** Writing the lessons of a recorded course. */
import { createHash } from 'node:crypto'
import type { Captions, Localized, Quiz } from '../../../db/shapes.ts'
import { refuseOtherVersion } from '../../api/edits.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { SentFile } from '../../api/sent-file.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { countFile } from '../../platform/limits/rate-limit.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { commitFile, releaseFile, signedFileAddress } from '../files/files.server.ts'
import { afterEdit, stalePaths } from '../translations/english-state.ts'
import { storePrivateFile } from '../uploads/private-file.server.ts'
import { type DeskLesson, LESSON_QUOTAS, type lessonDeskEndpoints } from './desk-contract.ts'
import {
  type DeskLessonRow,
  deleteFile,
  deleteLesson,
  deskEntries,
  findCourse,
  findDeskLesson,
  insertFile,
  insertLesson,
  lockCourse,
  setOrder,
  updateLesson,
} from './desk-queries.server.ts'
import { enqueueLessonMails } from './lesson-news.server.ts'
import { textsOfLesson } from './lesson-texts.ts'
import { quizText, readQuiz } from './quiz.ts'

type Calls = Operations<typeof lessonDeskEndpoints>

const MAX_LESSONS = 200
const MAX_FILES = 20
const LINK_SECONDS = 600
const PASS_PERCENT = 70

async function requireCourse(ctx: Context, id: number) {
  const course = await findCourse(ctx.db, id)
  if (!course) throw new Problem('courseNotFound')
  return course
}

const lessonsOfCourse: Calls['lessonsOfCourse'] = async (ctx, { id }) => {
  const { name, isRecorded } = await requireCourse(ctx, id)
  const rows = await deskEntries(ctx.db, id)
  return {
    course: { id, name: inLang(name, ctx.lang), isRecorded },
    lessons: rows.map((row) => ({ ...row, title: inLang(row.title, ctx.lang) })),
  }
}

const addLesson: Calls['addLesson'] = async (ctx, { id, minutes, ...texts }) => {
  const { key, isRecorded } = await requireCourse(ctx, id)
  if (!isRecorded) throw new Problem('courseNotFound')
  const title = bothOf(texts['title.ar'], texts['title.en'])!
  return ctx.db.transaction().execute(async (tx) => {
    await lockCourse(tx, id)
    const added = await insertLesson(tx, { courseId: id, title, minutes, max: MAX_LESSONS, now: ctx.now() })
    if (added === undefined) throw new Problem('tooManyLessons', { count: MAX_LESSONS })
    await enqueueLessonMails(tx, id)
    await writeAudit(tx, ctx, { action: 'lesson.add', reference: key, after: { title } })
    return { id: added }
  })
}

const orderLessons: Calls['orderLessons'] = async (ctx, { id, ids }) => {
  const { key } = await requireCourse(ctx, id)
  return ctx.db.transaction().execute(async (tx) => {
    await lockCourse(tx, id)
    if (!(await setOrder(tx, id, ids))) throw new Problem('changedMeanwhile')
    await writeAudit(tx, ctx, { action: 'lesson.order', reference: key, after: { lessons: ids.length } })
    return {}
  })
}

/** @throws Problem notFound */
async function requireLesson(tx: Context['db'] | Tx, id: number, forChange = false): Promise<DeskLessonRow> {
  const row = await findDeskLesson(tx, id, forChange)
  if (!row) throw new Problem('notFound')
  return row
}

const bothOf = (ar: string, en: string | undefined): Localized | null => (ar ? { ar, ...(en ? { en } : {}) } : null)
const pair = (text: { ar?: string | undefined; en?: string | undefined } | null) => ({
  ar: text?.ar ?? '',
  en: text?.en ?? '',
})

function versionOf({ title, minutes, isFree, body, captions, quiz }: DeskLessonRow): string {
  return createHash('sha256')
    .update(JSON.stringify([title, minutes, isFree, body, captions, quiz]))
    .digest('hex')
    .slice(0, 32)
}

function viewOf(ctx: Context, row: DeskLessonRow): DeskLesson {
  const { id, courseId, courseName, title, minutes, isFree, body, captions, quiz, files } = row
  const { id: userId } = requireUser(ctx)
  return {
    ...{ id, minutes, isFree, version: versionOf(row) },
    course: { id: courseId, name: inLang(courseName, ctx.lang) },
    ...{ title: pair(title), body: pair(body), captions: pair(captions) },
    quiz: { ar: quizText(quiz, 'ar'), en: quizText(quiz, 'en') },
    passPercent: quiz?.passPercent ?? PASS_PERCENT,
    files: files.map(({ fileId, fileName, storedName, ...file }) => ({
      ...{ id: file.id, kind: file.kind, name: fileName, type: file.type, size: file.size },
      address: signedFileAddress(ctx, fileId, file.kind === 'video' ? storedName : fileName, LINK_SECONDS, userId),
    })),
  }
}

const deskLesson: Calls['deskLesson'] = async (ctx, { id }) => viewOf(ctx, await requireLesson(ctx.db, id))

const changeLesson: Calls['changeLesson'] = async (
  ctx,
  { id, version, minutes, isFree = false, passPercent, ...texts },
) => {
  const questions = questionsOf(texts['quiz.ar'], texts['quiz.en'])
  const quiz: Quiz | null = questions.length > 0 ? { passPercent, questions } : null
  const captions = captionsOf(texts['captions.ar'], texts['captions.en'])
  if (!texts['body.ar'] && texts['body.en']) throw new Problem('validation', {}, { 'body.ar': ['required'] })
  const changes = {
    ...{ minutes, isFree, quiz, captions },
    title: bothOf(texts['title.ar'], texts['title.en'])!,
    body: bothOf(texts['body.ar'], texts['body.en']),
  }
  return ctx.db.transaction().execute(async (tx) => {
    const before = await requireLesson(tx, id, true)
    if (versionOf(before) !== version) throw new Problem('changedMeanwhile')
    await updateLesson(tx, id, changes, englishOf(before, changes))
    const after = await requireLesson(tx, id)
    const fields = (['title', 'minutes', 'isFree', 'body', 'captions', 'quiz'] as const).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    )
    const of = (row: DeskLessonRow) => Object.fromEntries(fields.map((name) => [name, row[name]]))
    if (fields.length > 0)
      await writeAudit(tx, ctx, {
        ...{ action: 'lesson.change', reference: before.courseKey, before: of(before), after: of(after) },
        detail: { lesson: before.key },
      })
    return viewOf(ctx, after)
  })
}

type Texts = Parameters<typeof textsOfLesson>[0]

function englishOf(before: DeskLessonRow, after: Texts, confirmed: readonly string[] = []) {
  const texts = textsOfLesson(after)
  const madeFrom = afterEdit(textsOfLesson(before), texts, before.madeFrom, confirmed)
  return { madeFrom, stale: stalePaths(texts, madeFrom) }
}

const confirmLessonEnglish: Calls['confirmLessonEnglish'] = async (ctx, { id, version, paths }) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await requireLesson(tx, id, true)
    refuseOtherVersion({ version: row.rowVersion }, version)
    await updateLesson(tx, id, row, englishOf(row, row, paths))
    const detail = { lesson: row.key, paths }
    await writeAudit(tx, ctx, { action: 'lesson.confirm-english', reference: row.courseKey, detail })
    return {}
  })

function questionsOf(ar: string, en: string): Quiz['questions'] {
  const read = readQuiz({ ar, en })
  if ('error' in read) throw new Problem('validation', {}, { [`quiz.${read.at}`]: [read.error] })
  return read.questions
}

/** @throws Problem validation for a text that no browser reads as captions */
function captionsOf(ar: string, en: string): Captions | null {
  const fields = Object.fromEntries(
    Object.entries({ ar, en })
      .filter(([, text]) => text && !/^\uFEFF?WEBVTT(?:[ \t].*)?\r?\n/.test(text))
      .map(([lang]) => [`captions.${lang}`, ['captions']]),
  )
  if (Object.keys(fields).length > 0) throw new Problem('validation', {}, fields)
  const clean = (text: string) =>
    `${text
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?/g, '\n')
      .trim()}\n`
  return ar || en ? { ...(ar ? { ar: clean(ar) } : {}), ...(en ? { en: clean(en) } : {}) } : null
}

const removeLesson: Calls['removeLesson'] = async (ctx, { id }) =>
  ctx.db.transaction().execute(async (tx) => {
    const { courseId, courseKey, title, files } = await requireLesson(tx, id, true)
    await deleteLesson(tx, id)
    for (const { fileId } of files) await releaseFile(tx, fileId)
    await writeAudit(tx, ctx, { action: 'lesson.remove', reference: courseKey, before: { title } })
    return { courseId }
  })

async function hashOf(file: SentFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of file.stream()) hash.update(part)
  return hash.digest('hex')
}

const addLessonFile: Calls['addLessonFile'] = async (ctx, { id, kind, file }) => {
  await requireLesson(ctx.db, id)
  await countFile(ctx, LESSON_QUOTAS, file.size)
  const stored = await storePrivateFile(ctx, file, { purpose: 'lesson', unnamed: 'file', isPublic: true })
  if (kind === 'video' && stored.kind !== 'video') throw new Problem('unsupportedType', {}, { file: ['videoKind'] })
  const hash = await hashOf(file)
  return ctx.db.transaction().execute(async (tx) => {
    const before = await requireLesson(tx, id, true)
    const former = kind === 'video' ? before.files.filter((one) => one.kind === 'video') : []
    if (before.files.length - former.length >= MAX_FILES) throw new Problem('tooManyMaterials', { count: MAX_FILES })
    for (const one of former) {
      await deleteFile(tx, one.id)
      await releaseFile(tx, one.fileId)
    }
    await commitFile(tx, stored.id, null)
    await insertFile(tx, { lessonId: id, kind, fileId: stored.id, hash })
    const { courseKey, key } = before
    await writeAudit(tx, ctx, {
      ...{ action: 'lesson.addFile', reference: courseKey, after: { kind, name: stored.name } },
      detail: { lesson: key },
    })
    return viewOf(ctx, await requireLesson(tx, id))
  })
}

const removeLessonFile: Calls['removeLessonFile'] = async (ctx, { id }) =>
  ctx.db.transaction().execute(async (tx) => {
    const removed = await deleteFile(tx, id)
    if (!removed) throw new Problem('notFound')
    const { courseKey, key } = await requireLesson(tx, removed.lessonId, true)
    await releaseFile(tx, removed.fileId)
    await writeAudit(tx, ctx, { action: 'lesson.removeFile', reference: courseKey, detail: { lesson: key } })
    return { lessonId: removed.lessonId }
  })

export const lessonDeskOperations: Calls = {
  lessonsOfCourse,
  addLesson,
  orderLessons,
  deskLesson,
  changeLesson,
  confirmLessonEnglish,
  removeLesson,
  addLessonFile,
  removeLessonFile,
}
