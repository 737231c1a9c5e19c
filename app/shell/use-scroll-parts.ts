import { startTransition, useEffect, useRef, useState } from 'react'
import type ScrollPartsType from './scroll-parts.tsx'

/** What scrolling brings, the header that stays and the way back to the top, is fetched when somebody scrolls. */
export function useScrollParts() {
  const header = useRef<HTMLElement>(null)
  const [ScrollParts, setScrollParts] = useState<typeof ScrollPartsType>()
  useEffect(() => {
    const load = () => {
      import('./scroll-parts.tsx')
        .then(({ default: Parts }) => startTransition(() => setScrollParts(() => Parts)))
        .catch(() => {})
    }
    if (window.scrollY > 0) load()
    window.addEventListener('scroll', load, { once: true, passive: true })
    return () => window.removeEventListener('scroll', load)
  }, [])
  return { header, ScrollParts }
}
