/** When a stored draft is no longer needed: its form was sent, and the answer refused nothing. */
import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import {
  ACCEPTED,
  DRAFT_FIELD,
  type Draft,
  draftText,
  FINISHING_FIELD,
  readDraft,
  removeDraft,
  removeOldDrafts,
  storeDraft,
} from './draft-store.ts'
import { notSent, typedSince } from './typed-since.ts'

type Sent = { key: string; text: string | null; form: FormData }

let wasLastRefused = false

/** The answer to the last form was a refusal, or asks for fresh proof first: nothing is forgotten. */
export function keepSentDraft(): void {
  wasLastRefused = true
}

/** Part of the frame, which stays when a form leads to another page. Where a page fails, it does not: the draft stays. */
export function useSentDrafts(): void {
  const { state, formData } = useNavigation()
  const sent = useRef<Sent>(null)
  useEffect(() => removeOldDrafts(Date.now()), [])
  useEffect(() => {
    if (state === 'submitting') {
      wasLastRefused = false
      sent.current = formData ? sentIn(formData) : null
    } else if (state === 'loading' && !formData) {
      // Somebody went elsewhere before the answer came.
      sent.current = null
    } else if (state === 'idle' && sent.current) {
      const { key, text, form } = sent.current
      sent.current = null
      if (wasLastRefused) return
      const now = readDraft(key)
      // Of a record: what was typed since, or in another tab, is not what was sent.
      if (now?.from) return storeDraft(key, { ...now, typed: notSent(now.typed, form) })
      if (draftText(key) !== text) {
        if (!now) return
        const sentTexts = (JSON.parse(text ?? 'null') as Draft | null)?.typed ?? {}
        storeDraft(key, { ...now, typed: typedSince(sentTexts, now.typed) })
      } else removeDraft(key)
      const accepted = new CustomEvent(ACCEPTED, { detail: key, cancelable: true })
      // No form is left that would go on with it.
      if (window.dispatchEvent(accepted)) removeDraft(key)
    }
  }, [state, formData])
}

function sentIn(form: FormData): Sent | null {
  const text = (name: string) => String(form.get(name) ?? '')
  const [key, finishing] = [text(DRAFT_FIELD), text(FINISHING_FIELD)]
  if (key === '' || (finishing !== '' && finishing !== text('intent'))) return null
  return { key, text: draftText(key), form }
}
