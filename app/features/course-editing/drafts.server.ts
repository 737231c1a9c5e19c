/** Changes of a course that visitors do not see yet, and the page that shows them by a signed address. */
import { applyEdits, type Changes } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { courseDetails } from '../catalogue/course/details.server.ts'
import { courseShareCard, type ShareCard } from '../discovery/share-card.ts'
import { type AnyChanges, type Draft, deleteDraft, findDraft, saveDraft } from '../revisions/queries.server.ts'
import { reachOf, rowValues, type Saved, subjectOf, withCourse, writeValues } from './change-course.server.ts'
import { type CourseValues, columnsOf } from './course-values.ts'
import type { courseEditingEndpoints } from './desk-contract.ts'
import { courseOfToken, previewToken } from './preview-token.server.ts'
import { type EditedRow, findEdited, findSpecializations } from './queries.server.ts'

type Calls = typeof courseEditingEndpoints

/** @throws Problem courseNotFound, changedMeanwhile when somebody else saved a draft */
export async function saveCourseDraft(ctx: Context, input: Input<Calls['saveCourseDraft']>) {
  const user = requireUser(ctx)
  return withCourse(ctx, input.id, async (tx, row) => {
    const draftVersion = await saveDraft(tx, subjectOf(row.id), {
      readVersion: input.draftVersion,
      baseVersion: input.version,
      changes: input.changes as AnyChanges,
      userId: user.id,
      at: ctx.now(),
    })
    if (draftVersion === undefined) throw await draftConflict(await findDraft(tx, subjectOf(row.id)), input.changes)
    return { draftVersion }
  })
}

/** Both texts of the fields that another draft has otherwise. */
async function draftConflict(saved: Draft | undefined, changes: AnyChanges) {
  const theirs = Object.entries(saved?.changes ?? {}).filter(([, change]) => change !== undefined)
  const conflicts = Object.fromEntries(
    theirs.map(([field, change]) => [field, { yours: changes[field]?.to ?? null, theirs: change!.to }]),
  )
  return new Problem('changedMeanwhile', { version: saved?.version ?? 0 }, undefined, conflicts)
}

/** @throws Problem courseNotFound, noDraft, changedMeanwhile when a field became something else meanwhile */
export async function publishCourseDraft(ctx: Context, { id }: { id: number }): Promise<Saved> {
  return withCourse(ctx, id, async (tx, row) => {
    const draft = await findDraft(tx, subjectOf(id))
    if (!draft) throw new Problem('noDraft')
    const values = rowValues(row)
    const edits = applyEdits({ ...values, version: row.version }, draft.changes as Changes<CourseValues>)
    const saved = await writeValues(tx, row, { ...values, ...edits }, ctx, 'publish-draft')
    await deleteDraft(tx, subjectOf(id))
    return saved
  })
}

/** @throws Problem courseNotFound, noDraft */
export async function discardCourseDraft(ctx: Context, { id }: { id: number }) {
  return withCourse(ctx, id, async (tx) => {
    if (!(await deleteDraft(tx, subjectOf(id)))) throw new Problem('noDraft')
    return {}
  })
}

/** @throws Problem courseNotFound */
export async function previewCourse(ctx: Context, { id }: { id: number }) {
  const row = await findEdited(ctx.db, id, reachOf(ctx))
  if (!row) throw new Problem('courseNotFound')
  const until = new Date(ctx.now().getTime() + DAY_MS)
  const token = previewToken(ctx.settings, id, until)
  const sharePicture = (lang: Lang) => withQuery(`/share/${lang}/courses/${id}.png`, { preview: token })
  return {
    address: linksFor(ctx.lang).coursePreview(row.slug, token),
    sharePictures: { ar: sharePicture('ar'), en: sharePicture('en') },
    until: until.toISOString(),
  }
}

/** What the share picture of a preview shows; undefined when the token is not ours, of another course, or has ended. */
export async function previewShareCard(
  { db, settings, now }: Pick<Context, 'db' | 'settings' | 'now'>,
  { lang, id, token }: { lang: Lang; id: number; token: string },
): Promise<ShareCard | undefined> {
  const row = courseOfToken(settings, token, now()) === id ? await findEdited(db, id, 'all') : undefined
  if (!row) return undefined
  const [draft, specializations] = await Promise.all([findDraft(db, subjectOf(id)), findSpecializations(db)])
  const course = withDraft(row, draft)
  const field = specializations.find((one) => one.id === course.specialization_id)
  return courseShareCard(
    {
      name: inLang(course.name, lang),
      specialization: { name: field ? inLang(field.name, lang) : '' },
      courseDeliveryMethod: course.delivery_method as 1 | 2 | 3,
      hours: course.hours,
      image: course.cover,
    },
    lang,
  )
}

/** @throws Problem courseNotFound when the address is not ours, or has ended */
export async function coursePreview(ctx: Context, { token }: { token: string }) {
  const id = courseOfToken(ctx.settings, token, ctx.now())
  const row = id === undefined ? undefined : await findEdited(ctx.db, id, 'all')
  if (!row) throw new Problem('courseNotFound')
  const draft = await findDraft(ctx.db, subjectOf(row.id))
  return courseDetails(ctx, row.id, withDraft(row, draft))
}

/** What visitors will see: the values of the draft in place of those that it replaces. */
function withDraft(row: EditedRow, draft: Draft | undefined) {
  const changes = Object.entries(draft?.changes ?? {}).flatMap(([field, change]) =>
    change ? [[field, change.to]] : [],
  )
  const values: CourseValues = { ...rowValues(row), ...Object.fromEntries(changes) }
  return { ...columnsOf(values), slug: row.slug, trainers: values.trainers }
}
