/** Undoing an edit: what the fields of a record were before somebody's last change, which the audit log has. */
import { type Changes, isSame } from '../../api/edits.ts'
import type { Context } from '../../platform/context.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { AuditAction } from './areas.ts'
import { findLastOfEach } from './queries.server.ts'

/** For how long the last step can be undone. */
export const UNDO_MS = 10 * MINUTE_MS

type Fields = Record<string, unknown>
export type LastEdit = { before: Fields; after: Fields; until: Date }

/** By the references of their records: the edits that the person may undo, of records to which nothing happened since. */
export async function lastEdits(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  action: AuditAction,
): Promise<ReadonlyMap<string, LastEdit>> {
  const rows = await findLastOfEach(db, action, new Date(now().getTime() - UNDO_MS))
  const own = rows.filter((row) => row.action === action && row.userId !== null && row.userId === user?.id)
  return new Map(
    own.map(({ reference, before, after, at }) => [
      reference,
      { before: before ?? {}, after: after ?? {}, until: new Date(at.getTime() + UNDO_MS) },
    ]),
  )
}

/** The edit that brings the former values back; undefined when there is none, or when a field is another one by now. */
export function inverseOf<V extends object>(current: V, edit: LastEdit | undefined): Changes<V> | undefined {
  if (!edit) return undefined
  const fields = Object.entries(edit.after)
  if (fields.some(([field, value]) => !isSame(current[field as keyof V], value))) return undefined
  return Object.fromEntries(
    fields.map(([field, from]) => [field, { from, to: edit.before[field] ?? null }]),
  ) as unknown as Changes<V>
}

/** Until when the last edit can be undone; null when it cannot. */
export const undoUntil = (current: object, edit: LastEdit | undefined): string | null =>
  inverseOf(current, edit) ? edit!.until.toISOString() : null
