import { type RefObject, startTransition, useEffect, useState } from 'react'

/** Loads the rest of the header when the pointer comes near it or the page scrolls. All links work without it. */
export function useHeaderParts(header: RefObject<HTMLElement | null>) {
  const [parts, setParts] = useState<typeof import('./header-parts.tsx')>()
  useEffect(() => {
    const bar = header.current!
    const load = () => {
      import('./header-parts.tsx')
        .then(async (found) => {
          await found.untilFree(bar)
          startTransition(() => setParts(found))
        })
        .catch(() => {})
    }
    if (scrollY > 0 || bar.matches(':hover, :focus-within')) load()
    bar.addEventListener('pointerenter', load)
    bar.addEventListener('focusin', load)
    addEventListener('scroll', load, { once: true })
    return () => {
      bar.removeEventListener('pointerenter', load)
      bar.removeEventListener('focusin', load)
      removeEventListener('scroll', load)
    }
  }, [header])
  return parts
}
