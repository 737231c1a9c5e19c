/** A draft whose record has become something else since: publishing it is refused, and its form shows both texts. */
import { useMemo } from 'react'
import { isSame } from '../../api/edits.ts'
import type { RecordFacts } from '../../features/revisions/records-contract.ts'
import type { FormFailure, PageRequest } from '../../request-context.ts'
import { deskLink } from '../desk-links.ts'
import type { Done } from '../desk-page.ts'
import { useDeskTexts } from '../texts.tsx'

type ShownDraft = Pick<NonNullable<RecordFacts['draft']>, 'changes'>

/** The code of such a failure; the texts beside the fields are those of a draft. */
export const DRAFT_BEHIND = 'draftBehind'

/**
 * The fields that the record has otherwise than the draft's author read them, as the refusal of an edit names them: who
 * saves the draft would replace them unseen.
 * @param draft undefined while the form shows the record itself
 * @param values of the record, by the names of the draft's changes
 */
export function useDraftConflicts(draft: ShownDraft | undefined, values: object): FormFailure | undefined {
  const { draftBehind: message } = useDeskTexts('frame').edit
  return useMemo(() => {
    const current = values as Record<string, unknown>
    const changed = Object.entries(draft?.changes ?? {}).filter(
      ([name, { from, to }]) => !isSame(current[name], from) && !isSame(current[name], to),
    )
    if (changed.length === 0) return undefined
    const conflicts = changed.map(([name, { to }]) => [name, { yours: to, theirs: current[name] ?? null }])
    return { code: DRAFT_BEHIND, status: 409, message, fields: {}, conflicts: Object.fromEntries(conflicts) }
  }, [draft, values, message])
}

/** What the address of the draft's form says then. */
export const NOT_PUBLISHED = 'notPublished'

/** Publishes a draft. Where its record changed meanwhile, the form opens with the draft and shows what is saved beside it. */
export async function publishDraftOrOpen(
  { lang, describe }: PageRequest,
  path: string,
  publish: () => Promise<unknown>,
): Promise<Done> {
  try {
    await publish()
    return { to: deskLink(lang, path, { said: 'done' }) }
  } catch (error) {
    if (describe(error)?.code !== 'changedMeanwhile') throw error
    return { to: deskLink(lang, path, { draft: '1', said: NOT_PUBLISHED }) }
  }
}
