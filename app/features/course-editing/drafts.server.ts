/** Changes of a course that visitors do not see yet, and the page that shows them by a signed address. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { type Acting, writeAudit } from '../audit/queries.server.ts'
import { courseDetails } from '../catalogue/course/details.server.ts'
import { courseShareCard, type ShareCard } from '../discovery/share-card.ts'
import {
  discardDraft,
  keepDraft,
  publishDueDrafts,
  restoreDraft,
  setDraftTime,
  takeDraft,
  withDraft,
} from '../revisions/drafts.server.ts'
import { idOfToken, previewToken } from '../revisions/preview-token.server.ts'
import type { Saved } from '../revisions/record-changes.server.ts'
import { courseSubject, reachOf, refuseInvalid, rowValues, withCourse, writeValues } from './change-course.server.ts'
import { columnsOf } from './course-values.ts'
import type { courseEditingEndpoints } from './desk-contract.ts'
import { type EditedRow, findEdited, findSpecializations } from './queries.server.ts'

type Calls = typeof courseEditingEndpoints

/** @throws Problem courseNotFound, changedMeanwhile when somebody else's draft has another text of the same field */
export async function saveCourseDraft(ctx: Context, input: Input<Calls['saveCourseDraft']>) {
  return withCourse(ctx, input.id, async (tx, row) => {
    const saved = await keepDraft(ctx, tx, courseSubject(row.id), input)
    const after = { publishAt: null }
    if (saved.isUnscheduled) await writeAudit(tx, ctx, { action: 'course.unschedule-draft', reference: row.key, after })
    return saved
  })
}

/** @throws Problem courseNotFound, noDraft, changedMeanwhile when a field became something else meanwhile */
export async function publishCourseDraft(ctx: Context, { id }: { id: number }): Promise<Saved> {
  return publishDraft(ctx, id, ctx)
}

const publishDraft = (services: Pick<Services, 'db'>, id: number, acting: Acting) =>
  withCourse(services, id, async (tx, row) => {
    const values = await takeDraft(tx, courseSubject(id), rowValues(row), row.version)
    return writeValues(tx, row, values, acting, 'publish-draft')
  })

/** Lets a job publish the draft at a later time; without one, no longer. @throws Problem courseNotFound, noDraft, validation */
export async function scheduleCourseDraft(ctx: Context, { id, at }: Input<Calls['scheduleCourseDraft']>) {
  return withCourse(ctx, id, async (tx, row) => {
    const values = rowValues(row)
    const refuse = (next: typeof values) => refuseInvalid(tx, row, values, next)
    const after = await setDraftTime(ctx, tx, courseSubject(id), { at, values, refuseInvalid: refuse })
    const action = after.publishAt ? 'course.schedule-draft' : 'course.unschedule-draft'
    await writeAudit(tx, ctx, { action, reference: row.key, after })
    return after
  })
}

/** Publishes the drafts whose time has come. */
export async function publishDueCourseDrafts({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await publishDueDrafts({ db, now }, 'course', (id) => publishDraft({ db }, Number(id), { now }))
}

/** @throws Problem courseNotFound, noDraft */
export async function discardCourseDraft(ctx: Context, { id }: { id: number }) {
  return withCourse(ctx, id, (tx, row) => discardDraft(ctx, tx, { kind: 'course', id, reference: row.key }))
}

/** @throws Problem courseNotFound, noDraft, changedMeanwhile when a draft begun since has another text of a field */
export async function restoreCourseDraft(ctx: Context, { id }: { id: number }) {
  return withCourse(ctx, id, (tx, row) => restoreDraft(ctx, tx, { kind: 'course', id, reference: row.key }))
}

/** @throws Problem courseNotFound */
export async function previewCourse(ctx: Context, { id }: { id: number }) {
  const row = await findEdited(ctx.db, id, reachOf(ctx))
  if (!row) throw new Problem('courseNotFound')
  const until = new Date(ctx.now().getTime() + DAY_MS)
  const token = previewToken(ctx.settings, { kind: 'course', id }, until)
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
  const row = idOfToken(settings, 'course', token, now()) === id ? await findEdited(db, id, 'all') : undefined
  if (!row) return undefined
  const [course, specializations] = await Promise.all([drafted(db, row), findSpecializations(db)])
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
  const id = idOfToken(ctx.settings, 'course', token, ctx.now())
  const row = id === undefined ? undefined : await findEdited(ctx.db, id, 'all')
  if (!row) throw new Problem('courseNotFound')
  return courseDetails(ctx, row.id, await drafted(ctx.db, row))
}

/** What visitors will see. */
async function drafted(db: Database, row: EditedRow) {
  const values = await withDraft(db, courseSubject(row.id), rowValues(row))
  return { ...columnsOf(values), slug: row.slug, trainers: values.trainers }
}
