/** The settings of the institute, edited by the rule for two editors, and how far it is set up. */
import type { Institute } from '../../../db/shapes.ts'
import { applyEdits, type Changes, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { type FieldErrors, Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { inverseOf, lastEdits, undoUntil } from '../audit/undo.server.ts'
import { unknownField } from '../mail-notes/mail-notes.ts'
import { afterEdit, englishStates } from '../translations/english-state.ts'
import { textsOfSettings } from '../translations/small-texts.ts'
import { type instituteEndpoints, SETUP_STEPS, type SettingsValues } from './contract.ts'
import { previewOf, storedNote } from './mail-previews.server.ts'
import {
  countAffected,
  findSettings,
  findSetupFacts,
  lockSettings,
  type StoredSettings,
  saveSettings,
} from './queries.server.ts'
import { NEEDED_FIRST, storedOf, valuesOf } from './settings.ts'

type Calls = typeof instituteEndpoints

export const instituteOperations: Operations<Calls> = {
  settings,
  changeSettings,
  undoSettings,
  confirmSettingsEnglish,
  mailPreview,
  setup,
}

/** The version of settings that were never stored. */
const FIRST_VERSION = 1

async function settings(ctx: Pick<Context, 'db' | 'user' | 'now'>) {
  const [stored, affected, last] = await Promise.all([findSettings(ctx.db), countAffected(ctx.db), lastEdit(ctx)])
  const { openOrders, ...publishedCourses } = affected
  return {
    version: stored?.version ?? FIRST_VERSION,
    isStored: stored !== undefined,
    values: valuesOf(stored?.data),
    openOrders,
    publishedCourses,
    english: englishStates(textsOfSettings(valuesOf(stored?.data)), stored?.english_made_from ?? {}),
    undoUntil: undoUntil(valuesOf(stored?.data), last),
  }
}

async function changeSettings(ctx: Context, { changes }: Input<Calls['changeSettings']>) {
  await ctx.db.transaction().execute(async (tx) => {
    await edit(tx, ctx, await lockSettings(tx), changes as Changes<SettingsValues>, 'institute.change')
  })
  return settings(ctx)
}

/** @throws Problem nothingToUndo, validation where the former settings are none that the institute can have now */
async function undoSettings(ctx: Context) {
  await ctx.db.transaction().execute(async (tx) => {
    const stored = await lockSettings(tx)
    const changes = inverseOf(valuesOf(stored?.data), await lastEdit({ ...ctx, db: tx }))
    if (!changes) throw new Problem('nothingToUndo')
    await edit(tx, ctx, stored, changes, 'institute.undo')
  })
  return settings(ctx)
}

const REFERENCE = 'institute'

/** The change that the person may undo. What was said first of an institute stays: without it there are no pages. */
async function lastEdit(ctx: Pick<Context, 'db' | 'user' | 'now'>) {
  const last = (await lastEdits(ctx, 'institute.change')).get(REFERENCE)
  return last && missingIn(last.before as Partial<SettingsValues>).length === 0 ? last : undefined
}

async function edit(
  tx: Tx,
  ctx: Context,
  stored: StoredSettings | undefined,
  changes: Changes<SettingsValues>,
  action: 'institute.change' | 'institute.undo',
): Promise<void> {
  const before = valuesOf(stored?.data)
  const edits = applyEdits({ ...before, version: stored?.version ?? FIRST_VERSION }, changes)
  if (Object.keys(edits).length === 0) return
  const after = { ...before, ...edits }
  refuseIncomplete(after)
  await refuseWithoutReason(tx, after)
  const madeFrom = afterEdit(textsOfSettings(before), textsOfSettings(after), stored?.english_made_from ?? {})
  await saveSettings(tx, storedOf(after, stored?.data), dayOf(ctx.now()), madeFrom)
  await writeAudit(tx, ctx, { action, reference: REFERENCE, before: only(before, edits), after: edits })
}

/** @throws Problem changedMeanwhile */
async function confirmSettingsEnglish(ctx: Context, { version, paths }: Input<Calls['confirmSettingsEnglish']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const stored = await lockSettings(tx)
    // Nothing is stored of a new institute, so that nothing is older.
    if (!stored) return
    refuseOtherVersion(stored, version)
    const texts = textsOfSettings(valuesOf(stored.data))
    const madeFrom = afterEdit(texts, texts, stored.english_made_from, paths)
    await saveSettings(tx, stored.data, dayOf(ctx.now()), madeFrom)
    await writeAudit(tx, ctx, { action: 'institute.confirm-english', reference: REFERENCE, detail: { paths } })
  })
  return settings(ctx)
}

const only = (values: SettingsValues, edits: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in edits))

const missingIn = (values: Partial<SettingsValues>) =>
  NEEDED_FIRST.filter((name) => {
    const value = values[name]
    return (typeof value === 'object' ? value.ar : value) === ''
  })

/** Pages cannot be shown of an institute without a name and contacts. @throws Problem validation */
function refuseIncomplete(values: SettingsValues): void {
  // Nobody is taken for an institute without VAT for want of an answer.
  const missing = [...missingIn(values), ...(values.vat ? [] : ['vat.registered'])]
  const errors: FieldErrors = Object.fromEntries(missing.map((name) => [name, ['required']]))
  if (missing.length > 0) throw new Problem('validation', {}, errors)
}

/** An invoice without VAT must say why, and courses without VAT are published. @throws Problem validation */
async function refuseWithoutReason(db: Database, { vat }: SettingsValues): Promise<void> {
  if (!vat?.registered) return
  const courses = await countAffected(db)
  const missing = (['zero', 'exempt'] as const).filter(
    (treatment) => !vat.reasons[treatment] && (courses[treatment] > 0 || vat.treatment === treatment),
  )
  const errors: FieldErrors = Object.fromEntries(
    missing.map((treatment) => [`vat.reasons.${treatment}`, ['vatReason']]),
  )
  if (missing.length > 0) throw new Problem('validation', {}, errors)
}

/** @throws Problem validation at `note` that names what its mail does not know */
async function mailPreview(ctx: Context, { kind, language, note }: Input<Calls['mailPreview']>) {
  const unknown = unknownField(kind, note ?? '')
  if (unknown !== undefined) throw new Problem('validation', {}, { note: [`mailField:${unknown.slice(0, 40)}`] })
  const stored = note ?? storedNote((await findSettings(ctx.db))?.data, kind, language)
  const { subject, html } = await previewOf(ctx, kind, language, stored)
  return { subject, html }
}

async function setup(ctx: Context) {
  const [stored, facts] = await Promise.all([findSettings(ctx.db), findSetupFacts(ctx.db, ctx.now())])
  const done = { ...facts, ...doneOf(stored) }
  const steps = SETUP_STEPS.map((step) => ({ step, isDone: done[step] }))
  return { steps, next: steps.find(({ isDone }) => !isDone)?.step ?? null }
}

function doneOf(stored: StoredSettings | undefined) {
  const data: Institute | undefined = stored?.data
  return {
    institute: data !== undefined,
    // Said one way or the other: registered with a number, or not registered.
    vat: data !== undefined && (data.vatRegistered === false || Boolean(data.vatNumber)),
    bank: data?.bank !== undefined,
  }
}
