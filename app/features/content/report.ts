/** The report of an import. */

export type Change = {
  kind: string
  added: string[]
  changed: string[]
  removed: string[]
  /** Still stored, because orders refer to it, but no longer offered. */
  withdrawn: string[]
}

export type Report = {
  changes: Change[]
  /** Changes in the files that were not applied, with the reason. */
  notes: string[]
}

const VERBS = ['added', 'changed', 'removed', 'withdrawn'] as const

export function hasChanges({ changes }: Report): boolean {
  return changes.some((change) => VERBS.some((verb) => change[verb].length > 0))
}

/** Lines such as `courses: 2 changed (hr-diploma, sql-foundations), 1 removed (old-course)`. */
export function reportLines(report: Report): string[] {
  const lines = report.changes.flatMap((change) => {
    const parts = VERBS.filter((verb) => change[verb].length > 0).map(
      (verb) => `${change[verb].length} ${verb} (${shortened(change[verb])})`,
    )
    return parts.length > 0 ? [`${change.kind}: ${parts.join(', ')}`] : []
  })
  return [...(lines.length > 0 ? lines : ['Nothing changed.']), ...report.notes.map((note) => `Note: ${note}`)]
}

function shortened(names: string[]): string {
  const shown = names.slice(0, 5).join(', ')
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}
