import { useEffect, useState } from 'react'
import { httpApi } from '../../api/http-api.ts'
import { useLang } from '../../locales/texts.tsx'
import type { Suggestions } from './contract.ts'
import { foldedWords } from './folding.ts'

/** Milliseconds without a key before the server is asked. */
const TYPING_PAUSE_MS = 120
const MIN_LETTERS = 2

export type Suggesting = {
  /** `none`: too little was typed to ask. */
  status: 'none' | 'loading' | 'ready' | 'failed'
  /** The last answer; while the next is awaited it stays, so that the list does not flicker. */
  found: Suggestions | undefined
  /** What the answer is about. */
  term: string
}

const NOTHING: Suggesting = { status: 'none', found: undefined, term: '' }
/** The answers of this document, by language and term. */
const answers = new Map<string, Suggestions>()

/** What the server suggests for a term; an answer that came too late is dropped. @param attempt another number asks again */
export function useSuggestions(given: string, attempt: number): Suggesting {
  const lang = useLang()
  const [suggesting, setSuggesting] = useState(NOTHING)
  const term = given.trim().slice(0, 100)
  const isEnough = foldedWords(term).some((word) => word.length >= MIN_LETTERS)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!isEnough) {
      setSuggesting(NOTHING)
      return
    }
    const key = `${lang} ${term}`
    const known = answers.get(key)
    if (known) {
      setSuggesting({ status: 'ready', found: known, term })
      return
    }
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      setSuggesting((before) => ({ ...before, status: 'loading' }))
      try {
        const found = await httpApi(lang, { signal: asking.signal }).search.suggest({ q: term })
        if (asking.signal.aborted) return
        answers.set(key, found)
        setSuggesting({ status: 'ready', found, term })
      } catch {
        if (!asking.signal.aborted) setSuggesting({ status: 'failed', found: undefined, term })
      }
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [term, isEnough, lang, attempt])

  // At once, and not when the effect is done: a key that follows must not meet the list of words that are gone.
  return isEnough ? suggesting : NOTHING
}
