/** When a stored draft is no longer needed: its form was sent, and the answer refused nothing. */
import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { ACCEPTED, DRAFT_FIELD, draftText, FINISHING_FIELD, removeDraft, removeOldDrafts } from './draft-store.ts'

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
      // What was typed after sending is not in what was accepted.
      if (wasLastRefused || draftText(key) !== text) return
      removeDraft(key)
      window.dispatchEvent(new CustomEvent(ACCEPTED, { detail: key }))
    }
  }, [state, formData])
}

function sentIn(form: FormData): Sent | null {
  const text = (name: string) => String(form.get(name) ?? '')
  const [key, finishing] = [text(DRAFT_FIELD), text(FINISHING_FIELD)]
  if (key === '' || (finishing !== '' && finishing !== text('intent'))) return null
  return { key, text: draftText(key) }
}
