/** Changes of a record that visitors do not see yet. */
import { applyEdits, type Changes } from '../../api/edits.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { addedToDraft } from './draft-changes.ts'
import { publishTime } from './publish-time.ts'
import {
  type AnyChanges,
  deleteDraft,
  findDiscardedDraft,
  findDraft,
  findDueDrafts,
  forgetDiscardedDraft,
  type Kind,
  missSchedule,
  putDraftAside,
  type Subject,
  saveDraft,
  scheduleDraft,
} from './queries.server.ts'
import { type RecordName, subjectOf } from './record-changes.server.ts'
import type { SavedDraft } from './records-contract.ts'

type Kept = { draftVersion?: number | undefined; version: number; changes: object }

/**
 * Keeps changes as the draft, in place of the one that their author saw. To a draft that they did not see they are added:
 * nothing that somebody else wrote is dropped, and it is no longer published at a time that was meant for less.
 * @throws Problem changedMeanwhile when that draft has another text of the same field, with both texts
 */
export async function keepDraft(ctx: Context, tx: Tx, subject: Subject, input: Kept): Promise<SavedDraft> {
  const before = await findDraft(tx, subject)
  const unseen = before?.version === input.draftVersion ? undefined : before
  const changes = input.changes as AnyChanges
  const draftVersion = await saveDraft(tx, subject, {
    readVersion: before?.version,
    baseVersion: input.version,
    changes: unseen ? addedToDraft(unseen, changes) : changes,
    userId: requireUser(ctx).id,
    at: ctx.now(),
    publishAt: unseen ? null : (before?.publishAt ?? null),
  })
  // Somebody else began one at the same moment.
  if (draftVersion === undefined) throw new Problem('changedMeanwhile', { version: input.version })
  return { draftVersion, isAdded: unseen !== undefined, isUnscheduled: (unseen?.publishAt ?? null) !== null }
}

/**
 * The values with those of the draft, to be written; the draft is gone.
 * @throws Problem noDraft, changedMeanwhile when a field became something else meanwhile
 */
export async function takeDraft<V extends object>(tx: Tx, subject: Subject, values: V, version: number): Promise<V> {
  const draft = await findDraft(tx, subject)
  if (!draft) throw new Problem('noDraft')
  const edits = applyEdits({ ...values, version }, draft.changes as Changes<V>)
  await deleteDraft(tx, subject)
  return { ...values, ...edits }
}

/**
 * Lets a job publish the draft at a later time; without one, no longer.
 * @param refuseInvalid refuses values with which the record could not be published: nobody is there to mend them then
 * @throws Problem noDraft, validation
 */
export async function setDraftTime<V extends object>(
  { now }: Pick<Services, 'now'>,
  tx: Tx,
  subject: Subject,
  { at, values, refuseInvalid }: { at: string | undefined; values: V; refuseInvalid: (next: V) => Promise<void> },
): Promise<{ publishAt: string | null }> {
  const time = publishTime(at, now()) ?? null
  if (!(await scheduleDraft(tx, subject, time))) throw new Problem('noDraft')
  if (time) await refuseInvalid(await withDraft(tx, subject, values))
  return { publishAt: time?.toISOString() ?? null }
}

/** Publishes the drafts whose time has come; one that no longer fits its record waits for somebody to look at it. */
export async function publishDueDrafts(
  { db, now }: Pick<Services, 'db' | 'now'>,
  kind: Kind,
  publish: (key: string) => Promise<unknown>,
): Promise<void> {
  await forEachSettled(await findDueDrafts(db, kind, now()), async (key) => {
    try {
      await publish(key)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await missSchedule(db, { kind, key }, error.code === 'validation' ? 'invalid' : 'changed')
    }
  })
}

/**
 * The changes of the draft are saved with others, from a form that showed them: the draft is gone, unless somebody has
 * saved it since.
 * @param version as it was shown; undefined for a form that showed no draft
 */
export async function deleteUsedDraft(tx: Tx, subject: Subject, version: number | undefined): Promise<void> {
  if (version !== undefined) await deleteDraft(tx, subject, version)
}

const DISCARDED_KEPT_MS = 30 * DAY_MS

/** Throws the draft away; for a while it can be taken back. @throws Problem noDraft */
export async function discardDraft(ctx: Context, tx: Tx, record: RecordName): Promise<Record<string, never>> {
  const at = ctx.now()
  const keptSince = new Date(at.getTime() - DISCARDED_KEPT_MS)
  const userId = requireUser(ctx).id
  if (!(await putDraftAside(tx, subjectOf(record), { userId, at, keptSince }))) throw new Problem('noDraft')
  await writeAudit(tx, ctx, { action: `${record.kind}.discard-draft`, reference: record.reference })
  return {}
}

/**
 * The draft that was thrown away last is one again; what was drafted since stays beside it.
 * @throws Problem noDraft, changedMeanwhile when a draft begun since has another text of the same field
 */
export async function restoreDraft(ctx: Context, tx: Tx, record: RecordName): Promise<SavedDraft> {
  const subject = subjectOf(record)
  const found = await findDiscardedDraft(tx, subject, new Date(ctx.now().getTime() - DISCARDED_KEPT_MS))
  if (!found || !(await forgetDiscardedDraft(tx, found.id))) throw new Problem('noDraft')
  await writeAudit(tx, ctx, { action: `${record.kind}.restore-draft`, reference: record.reference })
  return keepDraft(ctx, tx, subject, { version: found.baseVersion, changes: found.changes as object })
}

/** The draft that can be taken back. */
export async function discardedDraftOf({ db, now }: Pick<Services, 'db' | 'now'>, subject: Subject) {
  const found = await findDiscardedDraft(db, subject, new Date(now().getTime() - DISCARDED_KEPT_MS))
  if (!found) return null
  const { updatedBy, updatedAt, discardedBy, discardedAt, changes } = found
  return {
    ...{ updatedBy, updatedAt: updatedAt.toISOString(), discardedBy, discardedAt: discardedAt.toISOString() },
    fields: Object.keys(changes as object),
  }
}

/** The draft of a record as answers hold it. */
export async function draftOf(db: Database, subject: Subject) {
  const draft = await findDraft(db, subject)
  if (!draft) return null
  return {
    ...draft,
    changes: draft.changes as never,
    updatedAt: draft.updatedAt.toISOString(),
    publishAt: draft.publishAt?.toISOString() ?? null,
    missedAt: draft.missedAt?.toISOString() ?? null,
  }
}

/** What visitors will see: the values of the draft in place of those that it replaces. */
export async function withDraft<V extends object>(db: Database, subject: Subject, values: V): Promise<V> {
  const draft = await findDraft(db, subject)
  const changes = Object.entries(draft?.changes ?? {}).flatMap(([field, change]) =>
    change ? [[field, change.to]] : [],
  )
  return { ...values, ...Object.fromEntries(changes) }
}
