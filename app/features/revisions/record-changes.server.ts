/** A change of a record with its revision and its audit entry, in the transaction of the change. */
import { isSame } from '../../api/edits.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { type Acting, writeAudit } from '../audit/queries.server.ts'
import type { Publication } from './publication.ts'
import {
  deleteDraft,
  findDraft,
  insertRevision,
  type Kind,
  keepChangesOfDraft,
  type Subject,
} from './queries.server.ts'

/** @property id a page has its code @property reference how the audit log names it */
export type RecordName = { kind: Kind; id: number | string; reference: string }
export type Saved = { id: number; version: number }

export const subjectOf = ({ kind, id }: Pick<RecordName, 'kind' | 'id'>) => ({ kind, key: String(id) })

type Content = { values: object; publication: Publication }
/** @property action of the audit and the revision */
type Done = { action: string; before?: object; after?: object }

export async function recordChange(
  tx: Tx,
  record: RecordName,
  { version, ...content }: Content & { version: number },
  acting: Acting,
  done: Done,
): Promise<void> {
  const by = { userId: acting.user?.id ?? null, at: acting.now() }
  await insertRevision(tx, subjectOf(record), { version, content, because: done.action, ...by })
  await leaveOutSaved(tx, subjectOf(record), content.values)
  await writeAudit(tx, acting, { ...done, action: `${record.kind}.${done.action}`, reference: record.reference })
}

/** A draft whose changes were saved otherwise, as by *Save* on its own page, changes nothing more. */
async function leaveOutSaved(tx: Tx, subject: Subject, values: object): Promise<void> {
  const draft = await findDraft(tx, subject)
  if (!draft) return
  const all = Object.entries(draft.changes)
  const saved = new Map(Object.entries(values))
  const left = all.filter(([name, change]) => !saved.has(name) || !isSame(saved.get(name), change?.to))
  if (left.length === 0) await deleteDraft(tx, subject)
  else if (left.length < all.length) await keepChangesOfDraft(tx, subject, Object.fromEntries(left))
}

/** What a record was before its first change in the desk; a version that is written already stays as it is. */
export async function keepFirstRevision(
  tx: Tx,
  record: RecordName,
  { version, updatedAt, ...content }: Content & { version: number; updatedAt: Date },
): Promise<void> {
  const entry = { version, content, because: 'import', userId: null, at: updatedAt }
  await insertRevision(tx, subjectOf(record), entry)
}

/** The names of the values that differ. */
export function changedNames<V extends object>(before: V, next: V): (keyof V & string)[] {
  return (Object.keys(next) as (keyof V & string)[]).filter((name) => !isSame(before[name], next[name]))
}

/** Some values of a record, for the audit. */
export const only = <V extends object>(values: V, names: readonly (keyof V & string)[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
