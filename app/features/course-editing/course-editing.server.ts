/** What staff do with courses. */

import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import { applyEdits, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { renderMarkdown } from '../../platform/markdown/markdown.server.ts'
import { deleteUsedDraft, discardedDraftOf, draftOf } from '../revisions/drafts.server.ts'
import { forEachText } from '../revisions/flat-texts.ts'
import { differencesOf, historyOf, undoableOf, valuesAt } from '../revisions/history.server.ts'
import { firstFree, keyFor, slugFor } from '../revisions/keys-and-slugs.ts'
import { publicationOf, publicationTexts, stateOf } from '../revisions/publication.ts'
import type { Saved } from '../revisions/record-changes.server.ts'
import { textsOfCourse } from '../translations/course-texts.ts'
import { afterEdit, englishStates } from '../translations/english-state.ts'
import { publishCourses } from './bulk.server.ts'
import { courseSubject, reachOf, recordNew, rowValues, withCourse, writeValues } from './change-course.server.ts'
import { TEXT_NAMES } from './course-texts.ts'
import { type CourseValues, columnsOf, missingForPublication } from './course-values.ts'
import { chooseCourseCover, setCourseCover } from './cover.server.ts'
import type { courseEditingEndpoints } from './desk-contract.ts'
import {
  coursePreview,
  discardCourseDraft,
  previewCourse,
  publishCourseDraft,
  restoreCourseDraft,
  saveCourseDraft,
  scheduleCourseDraft,
} from './drafts.server.ts'
import { exportCourses } from './export.server.ts'
import { countCourses, findCourses, findNamedCourses } from './listing-queries.server.ts'
import { proposalsFor } from './proposals.server.ts'
import { archiveCourse, publishCourse, unarchiveCourse, undoCourse, unpublishCourse } from './publishing.server.ts'
import {
  countOpenOrders,
  type EditedRow,
  findAllTrainers,
  findEdited,
  findFormerSlugs,
  findSpecializations,
  findVatDefault,
  insertCourse,
  isSpecialization,
  keysLike,
  setTrainers,
  slugsLike,
} from './queries.server.ts'

type Calls = typeof courseEditingEndpoints
type Answer<Name extends keyof Calls> = ReturnType<Operations<Calls>[Name]>

/** A row's place in the list: what the list is sorted by, and the id. */
const Place = z.tuple([z.string(), z.int()])

async function courseList(ctx: Context, { cursor, ...asked }: Input<Calls['courseList']>): Answer<'courseList'> {
  const now = ctx.now()
  const after = placeOf(Place, cursor)
  const filter = { ...asked, reach: reachOf(ctx), limit: asked.limit + 1 }
  const [rows, count] = await Promise.all([
    findCourses(ctx.db, filter, after, now),
    countCourses(ctx.db, filter, COUNT_CAP + 1, now),
  ])
  const page = cursorPage(rows, asked.limit, {
    placeOf: ({ place, id }) => [place, id],
    itemOf: ({ place: _, archivedAt, publishedAt, publishAt, updatedAt, ...row }) => ({
      ...row,
      ...publicationTexts({ publishedAt, publishAt, archivedAt }),
      state: stateOf({ publishedAt, publishAt, archivedAt }, now),
      updatedAt: updatedAt.toISOString(),
    }),
  })
  return { ...page, ...cappedTotal(count) }
}

/** The few courses of a name or an address that the caller may see, those that changed last first. */
export const namedCourses = (ctx: Context, text: string, limit: number) =>
  findNamedCourses(ctx.db, text, reachOf(ctx), limit)

async function courseChoices(ctx: Context): Answer<'courseChoices'> {
  const [all, trainers] = await Promise.all([findSpecializations(ctx.db), findAllTrainers(ctx.db)])
  const under = (parent: number | null) => all.filter(({ parent_id }) => parent_id === parent)
  const short = ({ id, name }: (typeof all)[number]) => ({ id, name })
  return {
    specializations: under(null).map((whole) => ({ ...short(whole), children: under(whole.id).map(short) })),
    trainers,
  }
}

async function editedCourse(ctx: Context, { id }: { id: number }): Answer<'editedCourse'> {
  const row = await findEdited(ctx.db, id, reachOf(ctx))
  if (!row) throw new Problem('courseNotFound')
  const [formerSlugs, openOrders, draft, discardedDraft, undo] = await Promise.all([
    findFormerSlugs(ctx.db, id),
    countOpenOrders(ctx.db, id, ctx.now()),
    draftOf(ctx.db, courseSubject(id)),
    discardedDraftOf(ctx, courseSubject(id)),
    undoableOf(ctx, courseSubject(id), row.version),
  ])
  const values = rowValues(row)
  const may = {
    change: hasRight(ctx.user, 'courses.change'),
    price: hasRight(ctx.user, 'prices.change'),
    propose: hasRight(ctx.user, 'courses.propose') && !hasRight(ctx.user, 'courses.change'),
  }
  return {
    id,
    key: row.key,
    version: row.version,
    state: stateOf(publicationOf(row), ctx.now()),
    ...publicationTexts(publicationOf(row)),
    updatedAt: row.updated_at.toISOString(),
    values,
    described: {
      ar: renderMarkdown(values['description.ar'] ?? '', 'ar'),
      en: renderMarkdown(values['description.en'] ?? '', 'en'),
    },
    formerSlugs,
    english: englishStates(textsOfCourse(row), row.english_made_from),
    missing: missingForPublication(values),
    openOrders,
    draft,
    discardedDraft,
    undo,
    proposals: may.change || may.propose ? await proposalsFor(ctx, id, may.change) : [],
    may,
  }
}

const EMPTY = {
  ...{ subSpecializationId: null, licence: null, previewVideo: null, trainers: [], cover: '' },
  ...{ outcomes: [], prerequisites: [], audience: [], outline: [], faq: [] },
  ...{ priceHalalas: 0, oldPriceHalalas: null, vatReasonCode: null, zeroRatedForCitizens: false },
  ...forEachText(TEXT_NAMES, null),
} satisfies Partial<CourseValues>

async function addCourse(ctx: Context, input: Input<Calls['addCourse']>): Promise<Saved> {
  if (!(await isSpecialization(ctx.db, input.specializationId, null)))
    throw new Problem('validation', {}, { specializationId: ['invalid'] })
  return ctx.db.transaction().execute(async (tx) => {
    const slug = await freeSlug(tx, input['name.ar']!)
    const english = input['name.en'] ?? null
    const vatTreatment = await findVatDefault(tx)
    const values = { ...EMPTY, ...input, 'name.ar': input['name.ar']!, 'name.en': english, slug, vatTreatment }
    return insert(tx, ctx, values, english, 'add')
  })
}

/** @throws Problem courseNotFound */
async function duplicateCourse(ctx: Context, { id }: { id: number }): Promise<Saved> {
  return withCourse(ctx, id, async (tx, row) => {
    const values = rowValues(row)
    return insert(tx, ctx, { ...values, slug: await freeSlug(tx, values.slug) }, values['name.en'], 'duplicate')
  })
}

async function insert(tx: Tx, ctx: Context, values: CourseValues, keyWords: string | null, action: string) {
  const columns = columnsOf(values)
  const wanted = keyFor(keyWords, `course-${ctx.now().getTime()}`)
  const key = firstFree(wanted, await keysLike(tx, wanted))
  const madeFrom = afterEdit({}, textsOfCourse(columns), {})
  const id = await insertCourse(tx, key, columns, { madeFrom, stale: [] }, ctx.now())
  await setTrainers(tx, id, values.trainers)
  await recordNew(tx, { id, key }, values, ctx, action)
  return { id, version: 1 }
}

async function freeSlug(tx: Tx, name: string): Promise<string> {
  const base = slugFor(name) || 'course'
  return firstFree(base, await slugsLike(tx, base))
}

/** @throws Problem courseNotFound, changedMeanwhile */
async function editCourse(ctx: Context, { id, changes, usedDraft }: Input<Calls['editCourse']>): Promise<Saved> {
  return withCourse(ctx, id, async (tx, row) => {
    await deleteUsedDraft(tx, courseSubject(id), usedDraft)
    const values = rowValues(row)
    const edits = applyEdits({ ...values, version: row.version }, changes)
    return writeValues(tx, row, { ...values, ...edits } as CourseValues, ctx, 'edit')
  })
}

/** @throws Problem courseNotFound, changedMeanwhile */
async function changeCoursePrice(ctx: Context, { id, changes }: Input<Calls['changeCoursePrice']>): Promise<Saved> {
  return withCourse(ctx, id, async (tx, row) => {
    const values = rowValues(row)
    const edits = applyEdits({ ...values, version: row.version }, changes)
    return writeValues(tx, row, { ...values, ...edits } as CourseValues, ctx, 'price')
  })
}

/** @throws Problem courseNotFound, changedMeanwhile */
async function confirmEnglish(ctx: Context, { id, version, paths }: Input<Calls['confirmEnglish']>): Promise<Saved> {
  return withCourse(ctx, id, (tx, row) => {
    refuseOtherVersion(row, version)
    return writeValues(tx, row, rowValues(row), ctx, 'confirm-english', paths)
  })
}

/** @throws Problem courseNotFound */
async function courseRevisions(ctx: Context, asked: Input<Calls['courseRevisions']>): Answer<'courseRevisions'> {
  await requireCourse(ctx, asked.id)
  return historyOf(ctx.db, courseSubject(asked.id), asked)
}

/** @throws Problem courseNotFound, also for a revision that does not exist */
async function compareCourse(ctx: Context, { id, from, to }: Input<Calls['compareCourse']>): Answer<'compareCourse'> {
  await requireCourse(ctx, id)
  const [before, after] = await Promise.all([formerValues(ctx, id, from), formerValues(ctx, id, to)])
  return differencesOf(before, after)
}

/** What is not restored: money is changed by those who may, and an address that was left leads on already. */
const KEPT = [
  'priceHalalas',
  'oldPriceHalalas',
  'vatTreatment',
  'vatReasonCode',
  'zeroRatedForCitizens',
  'slug',
] as const

/** @throws Problem courseNotFound */
async function restoreCourse(ctx: Context, { id, revision }: Input<Calls['restoreCourse']>): Promise<Saved> {
  const former = await formerValues(ctx, id, revision)
  return withCourse(ctx, id, (tx, row) => {
    const values = rowValues(row)
    const kept = Object.fromEntries(KEPT.map((name) => [name, values[name]]))
    return writeValues(tx, row, { ...values, ...former, ...kept }, ctx, 'restore')
  })
}

async function formerValues(ctx: Context, id: number, version: number): Promise<CourseValues> {
  const values = await valuesAt(ctx.db, courseSubject(id), version)
  if (!values) throw new Problem('courseNotFound')
  return values as CourseValues
}

async function requireCourse(ctx: Context, id: number): Promise<EditedRow> {
  const row = await findEdited(ctx.db, id, reachOf(ctx))
  if (!row) throw new Problem('courseNotFound')
  return row
}

export const courseEditingOperations: Operations<Calls> = {
  courseList,
  exportCourses,
  courseChoices,
  editedCourse,
  addCourse,
  editCourse,
  changeCoursePrice,
  setCourseCover,
  chooseCourseCover,
  confirmEnglish,
  duplicateCourse,
  publishCourse,
  unpublishCourse,
  archiveCourse,
  unarchiveCourse,
  undoCourse,
  publishCourses,
  saveCourseDraft,
  publishCourseDraft,
  scheduleCourseDraft,
  coursePreview,
  discardCourseDraft,
  restoreCourseDraft,
  previewCourse,
  courseRevisions,
  compareCourse,
  restoreCourse,
}
