import { type ComponentType, type FormEvent, type ReactNode, useRef, useState } from 'react'
import styles from './mention-help.module.css'
import type { SuggestionsProps } from './mention-suggestions.tsx'
import { nameBefore } from './name-before.ts'

/** Suggests members in the text area inside, from the first typed `@`; without scripts names are typed. */
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
      // The next mention tries again.
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
