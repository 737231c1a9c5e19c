/**
 * Two people edit one record: an edit holds only the changed fields, each with the value that its author read. Fields that
 * nobody else changed are written; one that became something else meanwhile is a conflict, and then nothing is written.
 * Pure, so that pages make edits and operations apply them by the same rule.
 */
import { type Conflicts, Problem } from './problem.ts'

/** The changed fields of a record: what the author read, and the new value. */
export type Changes<V> = { [F in keyof V]?: { from: unknown; to: V[F] } | undefined }

/**
 * The fields to write: those whose value is still the one that the author read. A field that already has the new value
 * needs no writing and is no conflict.
 * @param version of the record as it is now, for the author's next try
 * @throws changedMeanwhile with the conflicts of all fields
 */
export function applyEdits<V extends object>(current: V & { version: number }, changes: Changes<V>): Partial<V> {
  const wanted = Object.entries(changes) as [keyof V & string, { from: unknown; to: unknown } | undefined][]
  const written: Partial<V> = {}
  const conflicts: Conflicts = {}
  for (const [field, change] of wanted) {
    if (change === undefined || isSame(current[field], change.to)) continue
    if (isSame(current[field], change.from)) written[field] = change.to as V[typeof field]
    else conflicts[field] = { yours: change.to, theirs: current[field] ?? null }
  }
  if (Object.keys(conflicts).length > 0)
    throw new Problem('changedMeanwhile', { version: current.version }, undefined, conflicts)
  return written
}

/** For what holds only for the record as it was read. @throws changedMeanwhile when it has another version */
export function refuseOtherVersion(current: { version: number }, read: number): void {
  if (current.version !== read) throw new Problem('changedMeanwhile', { version: current.version })
}

/** What an author changed of the values that they read. */
export function changesBetween<V extends object>(read: V, edited: Partial<V>): Changes<V> {
  const changed = (Object.keys(edited) as (keyof V)[]).filter((field) => !isSame(read[field], edited[field]))
  return Object.fromEntries(
    changed.map((field) => [field, { from: read[field] ?? null, to: edited[field] }]),
  ) as Changes<V>
}

/**
 * Whether two values of a field say the same. The order of keys does not count (jsonb has its own), nor do the line ends
 * of forms, blanks around a text and the several codings of one letter. A blank text says nothing, as null does.
 */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(normalized(one)) === JSON.stringify(normalized(other))
}

function normalized(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n').normalize('NFC').trim() || null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(normalized)
  if (typeof value !== 'object' || value === null) return value ?? null
  const parts = Object.entries(value).map(([key, part]) => [key, normalized(part)] as const)
  const present = parts.filter(([, part]) => part !== null)
  return Object.fromEntries(present.sort(([one], [other]) => (one < other ? -1 : 1)))
}
