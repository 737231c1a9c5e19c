import { type RefObject, useEffect, useState } from 'react'

/** Loads a part of the page when its place is about to come into sight. Without it the place works as it is. */
export function useWhenNear<T>(place: RefObject<Element | null>, load: () => Promise<T>): T | undefined {
  const [part, setPart] = useState<T>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part is loaded once, however it is asked for
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
