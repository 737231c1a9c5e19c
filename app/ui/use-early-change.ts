import { type RefObject, useEffect, useEffectEvent } from 'react'

declare global {
  interface Window {
    /** Set by the early script: the fields that the visitor changed before hydration. */
    earlyChanges?: WeakSet<EventTarget>
  }
}

export const wasChangedEarly = (field: Element): boolean => window.earlyChanges?.has(field) ?? false

/** What a visitor did before hydration wins: `apply` gets the field once if it was changed before its handlers worked. */
export function useEarlyChange<T extends Element>(field: RefObject<T | null>, apply: (field: T) => void): void {
  const applyNow = useEffectEvent(apply)
  useEffect(() => {
    if (field.current && wasChangedEarly(field.current)) applyNow(field.current)
  }, [field])
}
