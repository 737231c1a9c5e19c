/** Specializations at the desk. */
import { applyEdits } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { afterEdit, englishStates } from '../translations/english-state.ts'
import { textsOfSpecialization } from '../translations/small-texts.ts'
import type { specializationsEndpoints } from './contract.ts'
import { type Mark, slugOf } from './marks.ts'
import {
  findAll,
  findOne,
  insertOne,
  lockOne,
  type SpecializationRow,
  setMadeFrom,
  updateOne,
} from './queries.server.ts'

type Calls = typeof specializationsEndpoints

const shown = ({ summary, mark, colour, slug, course_count, english_made_from, ...row }: SpecializationRow) => ({
  ...row,
  english: englishStates(textsOfSpecialization({ name: row.name, summary }), english_made_from),
  slug: slug ?? '',
  summary: summary ?? { ar: '' },
  mark: mark ?? '',
  colour: colour ?? '',
  courseCount: Number(course_count),
})

const specializations: Operations<Calls>['specializations'] = async ({ db }) => (await findAll(db)).map(shown)

async function createSpecialization(ctx: Context, fields: Input<Calls['createSpecialization']>) {
  const slug = slugOf(fields.name.ar)
  if (slug === '') throw new Problem('validation', {}, { 'name.ar': ['invalid'] })
  const id = await ctx.db.transaction().execute(async (tx) => {
    const created = await insertOne(tx, { ...clean(fields), slug })
    if (created === undefined) throw new Problem('nameTaken')
    await writeAudit(tx, ctx, { action: 'specialization.create', reference: slug, after: fields })
    return created
  })
  return shown((await findOne(ctx.db, id))!)
}

async function changeSpecialization(ctx: Context, { id, changes }: Input<Calls['changeSpecialization']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockOne(tx, id)
    if (!row) throw new Problem('notFound')
    const { name, summary, mark, colour } = row
    const before = { name, summary: summary ?? { ar: '' }, mark: (mark ?? '') as Mark, colour: colour ?? '' }
    const edits = applyEdits({ ...before, version: row.version }, changes)
    if (Object.keys(edits).length === 0) return
    const next = clean({ ...before, ...edits })
    const madeFrom = afterEdit(textsOfSpecialization(before), textsOfSpecialization(next), row.english_made_from)
    await updateOne(tx, id, next, madeFrom)
    const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
    await writeAudit(tx, ctx, { action: 'specialization.change', reference: row.key, before: was, after: edits })
  })
  return shown((await findOne(ctx.db, id))!)
}

/** @throws Problem notFound */
async function confirmSpecializationEnglish(ctx: Context, { id, paths }: Input<Calls['confirmSpecializationEnglish']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockOne(tx, id)
    if (!row) throw new Problem('notFound')
    const texts = textsOfSpecialization(row)
    await setMadeFrom(tx, id, afterEdit(texts, texts, row.english_made_from, paths))
    const detail = { paths }
    await writeAudit(tx, ctx, { action: 'specialization.confirm-english', reference: row.key, detail })
  })
  return shown((await findOne(ctx.db, id))!)
}

type Words = { ar: string; en?: string | undefined }
/** Without English fields that say nothing. */
const words = ({ ar, en }: Words) => (en === undefined ? { ar } : { ar, en })
const clean = ({ name, summary, mark, colour }: { name: Words; summary: Words; mark: string; colour: string }) => ({
  ...{ name: words(name), summary: words(summary), mark, colour },
})

export const specializationsOperations: Operations<Calls> = {
  specializations,
  createSpecialization,
  changeSpecialization,
  confirmSpecializationEnglish,
}
