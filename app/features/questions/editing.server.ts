/** The frequently asked questions at the desk. */
import { applyEdits, type Changes, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { moved } from '../../platform/moved.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { inverseOf, lastEdits, undoUntil } from '../audit/undo.server.ts'
import { afterEdit, englishStates } from '../translations/english-state.ts'
import { textsOfQuestion } from '../translations/small-texts.ts'
import type { questionEditingEndpoints } from './editing-contract.ts'
import {
  allGroups,
  allQuestions,
  deleteQuestion,
  findQuestion,
  insertQuestion,
  lockGroup,
  lockQuestion,
  orderQuestions,
  type QuestionFields,
  type QuestionRow,
  questionIdsOf,
  setQuestionMadeFrom,
  updateQuestion,
} from './editing-queries.server.ts'
import {
  addQuestionGroup,
  changeQuestionGroup,
  confirmQuestionGroupEnglish,
  moveQuestionGroup,
  removeQuestionGroup,
  words,
} from './group-editing.server.ts'

type Calls = typeof questionEditingEndpoints
type Words = { ar: string; en?: string | undefined }

async function questionGroups(ctx: Context, { query, state }: Input<Calls['questionGroups']>) {
  const [groups, rows] = await Promise.all([allGroups(ctx.db), allQuestions(ctx.db, query)])
  const questions = rows.map((row) => {
    const english = englishStates(textsOfQuestion(row), row.english_made_from)
    const count = (wanted: string) => english.filter((one) => one.state === wanted).length
    return { ...row, missing: count('missing'), stale: count('stale') }
  })
  const isWanted = (one: (typeof questions)[number]) => {
    if (!one.is_found) return false
    if (state === 'shown' || state === 'hidden') return one.hidden === (state === 'hidden')
    return state ? one[state] > 0 : true
  }
  return groups.map(({ key, version, title, english_made_from }) => {
    const all = questions.filter((one) => one.group_key === key)
    return {
      ...{ key, version, title, english: englishStates({ title }, english_made_from), count: all.length },
      questions: all
        .filter(isWanted)
        .map(({ id, question, hidden, missing, stale }) => ({ id, question, hidden, missing, stale })),
    }
  })
}

/** The fields that staff edit. */
const editedOf = ({ question, answer, group_key: group, hidden }: QuestionRow): QuestionFields => ({
  ...{ question, answer, group, hidden },
})

async function editedQuestion(ctx: Context, { id }: Input<Calls['editedQuestion']>) {
  const [row, edits] = await Promise.all([findQuestion(ctx.db, id), lastEdits(ctx, 'question.change')])
  if (!row) throw new Problem('notFound')
  return {
    ...{ id: row.id, version: row.version, ...editedOf(row) },
    english: englishStates(textsOfQuestion(row), row.english_made_from),
    undoUntil: undoUntil(editedOf(row), edits.get(String(id))),
  }
}

async function addQuestion(ctx: Context, input: Input<Calls['addQuestion']>) {
  const fields = clean(input)
  const id = await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockGroup(tx, fields.group))) throw new Problem('notFound')
    const added = await insertQuestion(tx, fields)
    await writeAudit(tx, ctx, { action: 'question.create', reference: String(added), after: fields })
    return added
  })
  return editedQuestion(ctx, { id })
}

async function changeQuestion(ctx: Context, { id, changes }: Input<Calls['changeQuestion']>) {
  await ctx.db
    .transaction()
    .execute(async (tx) => edit(tx, ctx, await requireLocked(tx, id), changes, 'question.change'))
  return editedQuestion(ctx, { id })
}

/** @throws Problem notFound, nothingToUndo */
async function undoQuestion(ctx: Context, { id }: Input<Calls['undoQuestion']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await requireLocked(tx, id)
    const last = (await lastEdits({ ...ctx, db: tx }, 'question.change')).get(String(id))
    const changes = inverseOf(editedOf(row), last)
    if (!changes) throw new Problem('nothingToUndo')
    await edit(tx, ctx, row, changes, 'question.undo')
  })
  return editedQuestion(ctx, { id })
}

async function edit(
  tx: Tx,
  ctx: Context,
  row: QuestionRow,
  changes: Changes<QuestionFields>,
  action: 'question.change' | 'question.undo',
): Promise<void> {
  const before = editedOf(row)
  const edits = applyEdits<QuestionFields>({ ...before, version: row.version }, changes)
  if (Object.keys(edits).length === 0) return
  if (edits.group !== undefined && !(await lockGroup(tx, edits.group)))
    throw new Problem('validation', {}, { 'changes.group.to': ['invalid'] })
  const next = clean({ ...before, ...edits })
  const madeFrom = afterEdit(textsOfQuestion(before), textsOfQuestion(next), row.english_made_from)
  await updateQuestion(tx, row.id, next, before.group, madeFrom)
  const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
  await writeAudit(tx, ctx, { action, reference: String(row.id), before: was, after: edits })
}

/** @throws Problem notFound, changedMeanwhile */
async function confirmQuestionEnglish(ctx: Context, { id, version, paths }: Input<Calls['confirmQuestionEnglish']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await requireLocked(tx, id)
    refuseOtherVersion(row, version)
    const texts = textsOfQuestion(row)
    await setQuestionMadeFrom(tx, id, afterEdit(texts, texts, row.english_made_from, paths))
    const detail = { paths }
    await writeAudit(tx, ctx, { action: 'question.confirm-english', reference: String(id), detail })
  })
  return editedQuestion(ctx, { id })
}

async function moveQuestion(ctx: Context, { id, direction }: Input<Calls['moveQuestion']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const { group } = editedOf(await requireLocked(tx, id))
    const ids = await questionIdsOf(tx, group)
    const next = moved(ids, id, direction)
    if (!next) return
    await orderQuestions(tx, next)
    await writeAudit(tx, ctx, { action: 'question.move', reference: String(id), detail: { direction } })
  })
  return {}
}

async function removeQuestion(ctx: Context, { id }: Input<Calls['removeQuestion']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const before = editedOf(await requireLocked(tx, id))
    await deleteQuestion(tx, id)
    await writeAudit(tx, ctx, { action: 'question.remove', reference: String(id), before })
  })
  return {}
}

/** Locks its group first, as all who write questions do. @throws Problem notFound */
async function requireLocked(tx: Tx, id: number): Promise<QuestionRow> {
  const known = await findQuestion(tx, id)
  if (known) await lockGroup(tx, known.group_key)
  const row = known && (await lockQuestion(tx, id))
  if (!row) throw new Problem('notFound')
  return row
}

type Given = { question: Words; answer: Words; group: string; hidden: boolean }
const clean = ({ question, answer, group, hidden }: Given): QuestionFields => ({
  ...{ question: words(question), answer: words(answer), group, hidden },
})

export const questionEditingOperations: Operations<Calls> = {
  ...{ questionGroups, editedQuestion, addQuestion, changeQuestion, undoQuestion, confirmQuestionEnglish },
  ...{ moveQuestion, removeQuestion },
  ...{ addQuestionGroup, changeQuestionGroup, confirmQuestionGroupEnglish, moveQuestionGroup, removeQuestionGroup },
}
