import { type RefObject, useEffect, useState } from 'react'

/** Loads a part of the page shortly before it becomes visible. The place works without it. */
export function useWhenNear<T>(place: RefObject<Element | null>, load: () => Promise<T>): T | undefined {
  const [part, setPart] = useState<T>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part is loaded once, whatever the caller passes
  useEffect(() => {
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry!.isIntersecting) return
        watcher.disconnect()
        load().then(setPart, () => {})
      },
      { rootMargin: '400px' },
    )
    watcher.observe(place.current!)
    return () => watcher.disconnect()
  }, [place])
  return part
}
