/** Specializations at the desk. */
import { applyEdits, type Changes, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { inverseOf, type LastEdit, lastEdits, undoUntil } from '../audit/undo.server.ts'
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

const shown = (row: SpecializationRow, edits: ReadonlyMap<string, LastEdit>) => ({
  ...{ id: row.id, slug: row.slug ?? '', version: row.version },
  ...editedOf(row),
  english: englishStates(textsOfSpecialization(row), row.english_made_from),
  courseCount: Number(row.course_count),
  undoUntil: undoUntil(editedOf(row), edits.get(row.key)),
})

/** The fields that staff edit. */
const editedOf = ({
  name,
  summary,
  mark,
  colour,
}: Pick<SpecializationRow, 'name' | 'summary' | 'mark' | 'colour'>) => ({
  ...{ name, summary: summary ?? { ar: '' }, mark: (mark ?? '') as Mark, colour: colour ?? '' },
})
type Edited = ReturnType<typeof editedOf>

const specializations: Operations<Calls>['specializations'] = async (ctx) => {
  const [rows, edits] = await Promise.all([findAll(ctx.db), lastEdits(ctx, 'specialization.change')])
  return rows.map((row) => shown(row, edits))
}

const shownNow = async (ctx: Context, id: number) =>
  shown((await findOne(ctx.db, id))!, await lastEdits(ctx, 'specialization.change'))

async function createSpecialization(ctx: Context, fields: Input<Calls['createSpecialization']>) {
  const slug = slugOf(fields.name.ar)
  if (slug === '') throw new Problem('validation', {}, { 'name.ar': ['invalid'] })
  const id = await ctx.db.transaction().execute(async (tx) => {
    const created = await insertOne(tx, { ...clean(fields), slug })
    if (created === undefined) throw new Problem('nameTaken')
    await writeAudit(tx, ctx, { action: 'specialization.create', reference: slug, after: fields })
    return created
  })
  return shownNow(ctx, id)
}

async function changeSpecialization(ctx: Context, { id, changes }: Input<Calls['changeSpecialization']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockOne(tx, id)
    if (!row) throw new Problem('notFound')
    await edit(tx, ctx, row, changes, 'specialization.change')
  })
  return shownNow(ctx, id)
}

/** @throws Problem notFound, nothingToUndo */
async function undoSpecialization(ctx: Context, { id }: Input<Calls['undoSpecialization']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockOne(tx, id)
    if (!row) throw new Problem('notFound')
    const changes = inverseOf(
      editedOf(row),
      (await lastEdits({ ...ctx, db: tx }, 'specialization.change')).get(row.key),
    )
    if (!changes) throw new Problem('nothingToUndo')
    await edit(tx, ctx, row, changes, 'specialization.undo')
  })
  return shownNow(ctx, id)
}

async function edit(
  tx: Tx,
  ctx: Context,
  row: NonNullable<Awaited<ReturnType<typeof lockOne>>>,
  changes: Changes<Edited>,
  action: 'specialization.change' | 'specialization.undo',
): Promise<void> {
  const before = editedOf(row)
  const edits = applyEdits<Edited>({ ...before, version: row.version }, changes)
  if (Object.keys(edits).length === 0) return
  const next = clean({ ...before, ...edits })
  const madeFrom = afterEdit(textsOfSpecialization(before), textsOfSpecialization(next), row.english_made_from)
  await updateOne(tx, row.id, next, madeFrom)
  const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
  await writeAudit(tx, ctx, { action, reference: row.key, before: was, after: edits })
}

/** @throws Problem notFound, changedMeanwhile */
async function confirmSpecializationEnglish(
  ctx: Context,
  { id, version, paths }: Input<Calls['confirmSpecializationEnglish']>,
) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockOne(tx, id)
    if (!row) throw new Problem('notFound')
    refuseOtherVersion(row, version)
    const texts = textsOfSpecialization(row)
    await setMadeFrom(tx, id, afterEdit(texts, texts, row.english_made_from, paths))
    const detail = { paths }
    await writeAudit(tx, ctx, { action: 'specialization.confirm-english', reference: row.key, detail })
  })
  return shownNow(ctx, id)
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
  undoSpecialization,
  confirmSpecializationEnglish,
}
