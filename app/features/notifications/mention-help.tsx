import { type ComponentType, type FormEvent, type ReactNode, useRef, useState } from 'react'
import styles from './mention-help.module.css'
import type { SuggestionsProps } from './mention-suggestions.tsx'
import { nameBefore } from './name-before.ts'

/** Suggests members in the text area within, from the first `@` that is typed; without scripts typing is all. */
export function MentionHelp({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const isAsked = useRef(false)
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>()

  async function begin({ target }: FormEvent<HTMLDivElement>) {
    if (isAsked.current || !(target instanceof HTMLTextAreaElement) || !nameBefore(target)) return
    isAsked.current = true
    try {
      const part = await import('./mention-suggestions.tsx')
      setSuggestions(() => part.default)
    } catch {
      // The next name asks again.
      isAsked.current = false
    }
  }

  return (
    <div ref={box} className={styles.box} onInput={begin}>
      {children}
      {Suggestions ? <Suggestions box={box} /> : null}
    </div>
  )
}
