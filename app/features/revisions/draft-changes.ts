/** How changes come into a draft that their author did not see. Pure. */
import { type Changes, isSame } from '../../api/edits.ts'
import { type Conflicts, Problem } from '../../api/problem.ts'

type AnyChanges = Changes<Record<string, unknown>>

/**
 * The changes of a draft together with others. Whoever has read the draft's text of a field may replace it; a field that
 * thereby becomes what the record has already is no change.
 * @throws Problem changedMeanwhile with the fields of which the draft holds another text that the author has not read
 */
export function addedToDraft(draft: { version: number; changes: AnyChanges }, added: AnyChanges): AnyChanges {
  const together = { ...draft.changes }
  const conflicts: Conflicts = {}
  for (const [field, change] of Object.entries(added)) {
    const drafted = draft.changes[field]
    if (!change || (drafted && isSame(drafted.to, change.to))) continue
    if (!drafted) together[field] = change
    else if (!isSame(drafted.to, change.from)) conflicts[field] = { yours: change.to, theirs: drafted.to }
    else if (isSame(drafted.from, change.to)) delete together[field]
    else together[field] = { from: drafted.from, to: change.to }
  }
  if (Object.keys(conflicts).length > 0)
    throw new Problem('changedMeanwhile', { version: draft.version }, undefined, conflicts)
  return together
}
