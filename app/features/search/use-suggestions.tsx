import { useEffect, useState } from 'react'
import { httpApi } from '../../api/http-api.ts'
import { useLang } from '../../locales/texts.tsx'
import type { Suggestions } from './contract.ts'
import { foldedWords } from './folding.ts'

/** Pause in typing before the server is asked, in milliseconds. */
const TYPING_PAUSE_MS = 120
const MIN_LETTERS = 2

export type Suggesting = {
  /** `none`: the text is too short. */
  status: 'none' | 'loading' | 'ready' | 'failed'
  /** The last response; it stays until the next one arrives, so that the list does not flicker. */
  found: Suggestions | undefined
  /** The term of the response. */
  term: string
}

const NO_SUGGESTIONS: Suggesting = { status: 'none', found: undefined, term: '' }
/** The responses of this document, by language and term. */
const answers = new Map<string, Suggestions>()

/** The server's suggestions for a term; outdated responses are dropped. @param attempt another number tries again */
export function useSuggestions(value: string, attempt: number): Suggesting {
  const lang = useLang()
  const [suggesting, setSuggesting] = useState(NO_SUGGESTIONS)
  const term = value.trim().slice(0, 100)
  const isEnough = foldedWords(term).some((word) => word.length >= MIN_LETTERS)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!isEnough) {
      setSuggesting(NO_SUGGESTIONS)
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

  // Immediately and not in the effect: the next key must not act on outdated options.
  return isEnough ? suggesting : NO_SUGGESTIONS
}
