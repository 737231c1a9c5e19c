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
import { typedSince } from './typed-since.ts'

type Sent = { key: string; text: string | null }

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
      const { key, text } = sent.current
      sent.current = null
      if (wasLastRefused) return
      const now = readDraft(key)
      if (draftText(key) !== text) {
        // `EditForm` knows itself what of a record was typed after sending.
        if (!now || now.from) return
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
  return { key, text: draftText(key) }
}
