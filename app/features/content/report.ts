/** The report of an import. */

export type Change = {
  kind: string
  added: string[]
  changed: string[]
  removed: string[]
  /** Of the changed ones: the fields that are different now, such as `name.en`. */
  fields?: ReadonlyMap<string, string[]>
  /** Still stored, because orders refer to it, but no longer offered. */
  withdrawn: string[]
}

/** A record that the desk changed, or made, since its import: it stays as it is. */
export type Kept = {
  kind: string
  key: string
  /** What its file says otherwise; none when no file names it and `--prune` would have removed it. */
  fields: string[]
}

export type Report = {
  changes: Change[]
  /** Changes in the files that were not applied, with the reason. */
  notes: string[]
  kept: Kept[]
}

const VERBS = ['added', 'changed', 'removed', 'withdrawn'] as const

export function hasChanges({ changes }: Report): boolean {
  return changes.some((change) => VERBS.some((verb) => change[verb].length > 0))
}

/** Lines such as `courses: 2 changed (hr-diploma: price; sql-foundations: name.en), 1 removed (old-course)`. */
export function reportLines(report: Report): string[] {
  const lines = report.changes.flatMap((change) => {
    const parts = VERBS.filter((verb) => change[verb].length > 0).map(
      (verb) => `${change[verb].length} ${verb} (${shortened(named(change, verb), verb === 'changed' ? '; ' : ', ')})`,
    )
    return parts.length > 0 ? [`${change.kind}: ${parts.join(', ')}`] : []
  })
  return [
    ...(lines.length > 0 ? lines : ['Nothing changed.']),
    ...report.kept.map(keptLine),
    ...report.notes.map((note) => `Note: ${note}`),
  ]
}

function keptLine({ kind, key, fields }: Kept): string {
  if (fields.length === 0) return `Kept: ${kind} → ${key} is not in the folder, but was made or changed in the desk.`
  return `Kept: ${kind} → ${key} was changed in the desk. Its file differs in ${shortened(fields)}; --overwrite takes the file’s.`
}

function named(change: Change, verb: (typeof VERBS)[number]): string[] {
  if (verb !== 'changed') return change[verb]
  return change.changed.map((key) => {
    const fields = change.fields?.get(key) ?? []
    return fields.length > 0 ? `${key}: ${shortened(fields)}` : key
  })
}

function shortened(names: string[], between = ', '): string {
  const shown = names.slice(0, 5).join(between)
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}
