/** The version of the draft that a form shows: only that draft is replaced by it, and goes with it once it is saved. */
export const DRAFT_VERSION_FIELD = 'draftVersion'

/** @param typed what was refused: a refused form shows the draft as it was when it was opened, not as it is now */
export function ShownDraft({
  draft,
  isShown,
  typed,
}: {
  draft: { version: number } | null
  isShown: boolean
  typed: Record<string, string> | undefined
}) {
  const version = typed ? typed[DRAFT_VERSION_FIELD] : isShown ? draft?.version : undefined
  return version === undefined ? null : <input type="hidden" name={DRAFT_VERSION_FIELD} value={version} />
}
