/** How a course is changed: locked, written with its revision and its audit entry, in one transaction. */
import { type FieldErrors, Problem } from '../../api/problem.ts'
import { scopesOf } from '../../api/rights.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
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
import { textsOfCourse } from '../translations/course-texts.ts'
import { afterEdit, stalePaths } from '../translations/english-state.ts'
import { type CourseValues, columnsOf, missingForPublication, valuesOf } from './course-values.ts'
import {
  type EditedRow,
  isSlugTaken,
  isSpecialization,
  keepFormerSlug,
  knownTrainers,
  lockEdited,
  type Reach,
  setPublication,
  setTrainers,
  updateCourse,
} from './queries.server.ts'

/** The courses that the caller sees: a trainer, those that they teach. */
export function reachOf(ctx: Context): Reach {
  const user = requireUser(ctx)
  return scopesOf(user, 'courses.view').has('all') ? 'all' : { trainerOf: user.id }
}

export const rowValues = (row: EditedRow): CourseValues => valuesOf(row, row.trainers)

/** Runs with the course locked. @throws Problem courseNotFound */
export async function withCourse<T>(
  { db }: Pick<Services, 'db'>,
  id: number,
  work: (tx: Tx, row: EditedRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const row = await lockEdited(tx, id, 'all')
    if (!row) throw new Problem('courseNotFound')
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
  wanted: CourseValues,
  acting: Acting,
  action: string,
  confirmed: readonly string[] = [],
): Promise<Saved> {
  const before = rowValues(row)
  const next = withoutSeoCopies(before, wanted, 'name')
  const changed = changedNames(before, next)
  if (changed.length === 0 && confirmed.length === 0) return { id: row.id, version: row.version }
  await refuseInvalid(tx, row, before, next)
  await keepFirst(tx, row)
  const columns = columnsOf(next)
  const madeFrom = afterEdit(textsOfCourse(row), textsOfCourse(columns), row.english_made_from, confirmed)
  const english = { madeFrom, stale: stalePaths(textsOfCourse(columns), madeFrom) }
  const version = await updateCourse(tx, row.id, columns, english, acting.now())
  if (changed.includes('trainers')) await setTrainers(tx, row.id, next.trainers)
  if (changed.includes('slug')) await keepFormerSlug(tx, row.id, before.slug, next.slug)
  await recordChange(tx, nameOf(row), { version, values: next, publication: publicationOf(row) }, acting, {
    action,
    before: only(before, changed),
    after: only(next, changed),
  })
  return { id: row.id, version }
}

/** Shows other pictures in the place of some. Nothing is done to one that is gone. */
export async function replaceInCourse(
  tx: Tx,
  id: number,
  addresses: ReadonlyMap<string, string>,
  acting: Acting,
): Promise<void> {
  const row = await lockEdited(tx, id, 'all')
  if (row) await writeValues(tx, row, withAddresses(rowValues(row), addresses), acting, 'picture')
}

/** Writes whether, and from when, visitors see the course. */
export async function writePublication(
  tx: Tx,
  row: EditedRow,
  publication: Publication,
  acting: Acting,
  action: string,
): Promise<Saved> {
  await keepFirst(tx, row)
  const version = await setPublication(tx, row.id, publication, acting.now())
  await recordChange(tx, nameOf(row), { version, values: rowValues(row), publication }, acting, {
    action,
    before: publicationOf(row),
    after: publication,
  })
  return { id: row.id, version }
}

export const courseSubject = (id: number) => subjectOf({ kind: 'course', id })

const nameOf = ({ id, key }: { id: number; key: string }): RecordName => ({ kind: 'course', id, reference: key })

const keepFirst = (tx: Tx, row: EditedRow) =>
  keepFirstRevision(tx, nameOf(row), {
    ...{ version: row.version, values: rowValues(row), publication: publicationOf(row), updatedAt: row.updated_at },
  })

/** The first revision of a course that was added in the desk. */
export async function recordNew(
  tx: Tx,
  course: { id: number; key: string },
  values: CourseValues,
  acting: Acting,
  action: string,
): Promise<void> {
  await recordChange(tx, nameOf(course), { version: 1, values, publication: UNPUBLISHED }, acting, { action })
}

/** @throws Problem validation at `changes.<field>.to` */
export async function refuseInvalid(tx: Tx, row: EditedRow, before: CourseValues, next: CourseValues) {
  const errors: FieldErrors = {}
  const refuse = (name: keyof CourseValues, message: string) => {
    errors[`changes.${name}.to`] = [message]
  }
  if (next.slug !== before.slug && (await isSlugTaken(tx, next.slug, row.id))) refuse('slug', 'slugTaken')
  if (!(await isSpecialization(tx, next.specializationId, next.subSpecializationId)))
    refuse(next.specializationId === before.specializationId ? 'subSpecializationId' : 'specializationId', 'invalid')
  const known = await knownTrainers(tx, next.trainers)
  if (next.trainers.some((id) => !known.has(id)) || new Set(next.trainers).size < next.trainers.length)
    refuse('trainers', 'invalid')
  if (next.oldPriceHalalas !== null && next.oldPriceHalalas <= next.priceHalalas) refuse('oldPriceHalalas', 'oldPrice')
  // What visitors see stays complete.
  if (row.published_at || row.publish_at) {
    const wasMissing = missingForPublication(before)
    for (const name of missingForPublication(next)) if (!wasMissing.includes(name)) refuse(name, 'required')
  }
  if (Object.keys(errors).length > 0) throw new Problem('validation', {}, errors)
}
