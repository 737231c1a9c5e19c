/** The groups of the frequently asked questions at the desk. */
import type { Localized } from '../../../db/shapes.ts'
import { applyEdits, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { moved } from '../../platform/moved.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { afterEdit } from '../translations/english-state.ts'
import type { questionEditingEndpoints } from './editing-contract.ts'
import {
  deleteGroup,
  type GroupRow,
  insertGroup,
  lockGroup,
  lockGroupKeys,
  orderGroups,
  questionIdsOf,
  updateGroup,
} from './editing-queries.server.ts'

type Calls = typeof questionEditingEndpoints

/** Without an English field that says nothing. */
export const words = ({ ar, en }: { ar: string; en?: string | undefined }): Localized =>
  en === undefined ? { ar } : { ar, en }

export async function addQuestionGroup(ctx: Context, input: Input<Calls['addQuestionGroup']>) {
  const title = words(input.title)
  const key = await ctx.db.transaction().execute(async (tx) => {
    const added = await insertGroup(tx, title)
    await writeAudit(tx, ctx, { action: 'question.create-group', reference: added, after: { title } })
    return added
  })
  return { key }
}

export async function changeQuestionGroup(ctx: Context, { key, changes }: Input<Calls['changeQuestionGroup']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await requireGroup(tx, key)
    const before = { title: row.title }
    const edits = applyEdits<typeof before>({ ...before, version: row.version }, changes as object)
    if (!edits.title) return
    const after = { title: words(edits.title) }
    await updateGroup(tx, key, after.title, afterEdit(before, after, row.english_made_from))
    await writeAudit(tx, ctx, { action: 'question.change-group', reference: key, before, after })
  })
  return {}
}

/** @throws Problem notFound, changedMeanwhile */
export async function confirmQuestionGroupEnglish(
  ctx: Context,
  { key, version, paths }: Input<Calls['confirmQuestionGroupEnglish']>,
) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await requireGroup(tx, key)
    refuseOtherVersion(row, version)
    const texts = { title: row.title }
    await updateGroup(tx, key, row.title, afterEdit(texts, texts, row.english_made_from, paths))
    await writeAudit(tx, ctx, { action: 'question.confirm-english', reference: key, detail: { paths } })
  })
  return {}
}

export async function moveQuestionGroup(ctx: Context, { key, direction }: Input<Calls['moveQuestionGroup']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const keys = await lockGroupKeys(tx)
    if (!keys.includes(key)) throw new Problem('notFound')
    const next = moved(keys, key, direction)
    if (!next) return
    await orderGroups(tx, next)
    await writeAudit(tx, ctx, { action: 'question.move-group', reference: key, detail: { direction } })
  })
  return {}
}

/** @throws Problem notFound, questionGroupNotEmpty */
export async function removeQuestionGroup(ctx: Context, { key }: Input<Calls['removeQuestionGroup']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const { title } = await requireGroup(tx, key)
    if ((await questionIdsOf(tx, key)).length > 0) throw new Problem('questionGroupNotEmpty')
    await deleteGroup(tx, key)
    await writeAudit(tx, ctx, { action: 'question.remove-group', reference: key, before: { title } })
  })
  return {}
}

async function requireGroup(tx: Tx, key: string): Promise<GroupRow> {
  const row = await lockGroup(tx, key)
  if (!row) throw new Problem('notFound')
  return row
}
