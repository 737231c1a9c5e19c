/** What was typed into forms of the desk and not accepted yet, in this browser. */
import { DAY_MS } from '../../platform/durations.ts'

const PREFIX = 'desk-draft:'
const MAX_AGE_MS = 30 * DAY_MS
/** The hidden fields of a form whose entries are stored: the draft, and the intent that finishes it. */
export const DRAFT_FIELD = 'draft'
export const FINISHING_FIELD = 'draftUntil'
/**
 * Dispatched to the window with the key of a draft whose form was accepted. A form that is still there prevents the default,
 * which removes what was typed after sending.
 */
export const ACCEPTED = 'draft-accepted'
/** Dispatched to a field whose unsaved value was restored. */
export const RESTORED = 'restored'

/** The fields that were changed, by their place in the form: see `fieldsIn`. */
export type Typed = Record<string, string>
/**
 * `search`: the query of the page, without which some forms are not shown. `from`: what the fields of a record came with when
 * they were changed.
 */
export type Draft = { typedAt: number; search: string; typed: Typed; from?: Typed }

/** @param owner the member of staff, for a browser that several use */
export const draftKey = (owner: number | undefined, place: string) => `${PREFIX}${owner ?? ''}:${place}`

export function readDraft(key: string): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function storeDraft(key: string, draft: Draft): void {
  try {
    if (Object.keys(draft.typed).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Without storage the form still works.
  }
}

/**
 * Keeps what is typed into the form of a record, beside what another tab keeps of the same record.
 * @param own the fields that this tab kept before
 * @param from what the fields came with
 */
export function storeEdits(key: string, own: ReadonlySet<string>, typed: Typed, from: Typed): void {
  const stored = readDraft(key)
  const ofOthers = (fields: Typed = {}) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !own.has(name) && !(name in typed)))
  storeDraft(key, {
    typedAt: Date.now(),
    search: '',
    typed: { ...ofOthers(stored?.typed), ...typed },
    from: { ...ofOthers(stored?.from), ...from },
  })
}

export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is stored then.
  }
}

/** The stored text of a draft, to see whether somebody typed on. */
export function draftText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Texts about learners do not stay in a browser for ever. */
export function removeOldDrafts(now: number): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && now - (readDraft(key)?.typedAt ?? 0) > MAX_AGE_MS) localStorage.removeItem(key)
  } catch {
    // Nothing is stored then.
  }
}
