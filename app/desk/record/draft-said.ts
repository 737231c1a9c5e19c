import type { SavedDraft } from '../../features/revisions/records-contract.ts'

/** Whether this is said of a draft: no longer once somebody has thrown it away. */
export const saysDraft = (said: string) => ['drafted', 'draftAdded', 'draftUnscheduled'].includes(said)

/** What the page says of a draft that was just saved, by the names of its texts. */
export function draftSaid({ isAdded, isUnscheduled }: Pick<SavedDraft, 'isAdded' | 'isUnscheduled'>) {
  if (isUnscheduled) return 'draftUnscheduled'
  return isAdded ? 'draftAdded' : 'drafted'
}
