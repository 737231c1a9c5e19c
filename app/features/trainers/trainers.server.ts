/** Trainers at the desk. */
import { applyEdits, type Changes, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight, scopesOf } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { inverseOf, type LastEdit, lastEdits, undoUntil } from '../audit/undo.server.ts'
import { becomeTrainer } from '../leads/applications/applications.server.ts'
import { afterEdit, englishStates } from '../translations/english-state.ts'
import { textsOfTrainer } from '../translations/small-texts.ts'
import type { trainersEndpoints } from './contract.ts'
import { exportTrainers } from './export.server.ts'
import { chooseTrainerPicture, removeTrainerPicture, setTrainerPicture } from './picture.server.ts'
import {
  findAll,
  findOne,
  findTeacher,
  insertOne,
  lockOne,
  setMadeFrom,
  type TrainerRow,
  updateOne,
} from './queries.server.ts'

type Calls = typeof trainersEndpoints

const shown = ({ course_count, english_made_from, key, ...row }: TrainerRow, edits: ReadonlyMap<string, LastEdit>) => ({
  ...row,
  undoUntil: undoUntil(row, edits.get(key)),
  courseCount: Number(course_count),
  english: englishStates(textsOfTrainer(row), english_made_from),
})

const trainers: Operations<Calls>['trainers'] = async (ctx) => {
  const isOwn = !scopesOf(ctx.user, 'courses.view').has('all')
  const rows = await findAll(ctx.db, isOwn ? requireUser(ctx).id : undefined)
  const edits = await lastEdits(ctx, 'trainer.change')
  return rows.map((row) => shown(row, edits))
}

const shownNow = async (ctx: Context, id: number) =>
  shown((await findOne(ctx.db, id))!, await lastEdits(ctx, 'trainer.change'))

async function createTrainer(ctx: Context, { account = null, application, ...fields }: Input<Calls['createTrainer']>) {
  const id = await ctx.db.transaction().execute(async (tx) => {
    const created = await insertOne(tx, {
      ...clean({ ...fields, pictureAlt: null }),
      userId: account === null ? null : await accountOf(tx, ctx, account),
    })
    await writeAudit(tx, ctx, { action: 'trainer.create', reference: created.key, after: { ...fields, account } })
    if (application !== undefined) await becomeTrainer(ctx, tx, application, created.id)
    return created.id
  })
  return shownNow(ctx, id)
}

async function changeTrainer(ctx: Context, { id, changes }: Input<Calls['changeTrainer']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockOne(tx, id)
    if (!row) throw new Problem('notFound')
    await edit(tx, ctx, { id, ...row }, changes, 'trainer.change')
  })
  return shownNow(ctx, id)
}

/** @throws Problem notFound, nothingToUndo, forbidden */
async function undoTrainer(ctx: Context, { id }: Input<Calls['undoTrainer']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockOne(tx, id)
    if (!row) throw new Problem('notFound')
    const changes = inverseOf(row, (await lastEdits({ ...ctx, db: tx }, 'trainer.change')).get(row.key))
    if (!changes) throw new Problem('nothingToUndo')
    await edit(tx, ctx, { id, ...row }, changes, 'trainer.undo')
  })
  return shownNow(ctx, id)
}

type Locked = { id: number } & NonNullable<Awaited<ReturnType<typeof lockOne>>>
type Edited = Pick<Locked, 'name' | 'title' | 'bio' | 'account' | 'pictureAlt'>

async function edit(
  tx: Tx,
  ctx: Context,
  { id, key, version, userId, madeFrom, ...before }: Locked,
  changes: Changes<Edited>,
  action: 'trainer.change' | 'trainer.undo',
): Promise<void> {
  const edits = applyEdits<Edited>({ ...before, version }, changes)
  if (Object.keys(edits).length === 0) return
  const account = edits.account === undefined ? userId : await accountOf(tx, ctx, edits.account)
  const next = clean({ ...before, ...edits })
  const english = afterEdit(textsOfTrainer(before), textsOfTrainer(next), madeFrom)
  await updateOne(tx, id, { ...next, userId: account }, english)
  const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
  await writeAudit(tx, ctx, { action, reference: key, before: was, after: edits })
}

/** @throws Problem notFound, changedMeanwhile */
async function confirmTrainerEnglish(ctx: Context, { id, version, paths }: Input<Calls['confirmTrainerEnglish']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockOne(tx, id)
    if (!row) throw new Problem('notFound')
    refuseOtherVersion(row, version)
    const texts = textsOfTrainer(row)
    await setMadeFrom(tx, id, afterEdit(texts, texts, row.madeFrom, paths))
    await writeAudit(tx, ctx, { action: 'trainer.confirm-english', reference: row.key, detail: { paths } })
  })
  return shownNow(ctx, id)
}

/** @throws Problem forbidden for those who may not manage staff, validation for an address without such an account */
async function accountOf(tx: Tx, ctx: Context, email: string | null): Promise<number | null> {
  if (!hasRight(ctx.user, 'staff.change')) throw new Problem('forbidden')
  const id = email === null ? null : await findTeacher(tx, email)
  if (id === undefined) throw new Problem('validation', {}, { account: ['trainerAccount'] })
  return id
}

type Words = { ar: string; en?: string | undefined }
/** Without English fields that say nothing. */
const words = ({ ar, en }: Words) => (en === undefined ? { ar } : { ar, en })
type Texts = { name: Words; title: Words; bio: Words; pictureAlt: Words | null }
const clean = ({ name, title, bio, pictureAlt }: Texts) => ({
  ...{ name: words(name), title: words(title), bio: words(bio) },
  pictureAlt: pictureAlt && words(pictureAlt),
})

export const trainersOperations: Operations<Calls> = {
  trainers,
  exportTrainers,
  createTrainer,
  changeTrainer,
  undoTrainer,
  confirmTrainerEnglish,
  setTrainerPicture: async (ctx, input) => {
    await setTrainerPicture(ctx, input)
    return shownNow(ctx, input.id)
  },
  chooseTrainerPicture: async (ctx, input) => {
    await chooseTrainerPicture(ctx, input)
    return shownNow(ctx, input.id)
  },
  removeTrainerPicture: async (ctx, input) => {
    await removeTrainerPicture(ctx, input)
    return shownNow(ctx, input.id)
  },
}
