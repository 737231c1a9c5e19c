import { type FormEvent, useEffect, useState } from 'react'

/**
 * Whether a form says something else than what is kept; leaving the site then asks first.
 * @param kept what the fields held when they were last saved, by name
 * @returns props for the form, and the answer
 */
export function useUnsaved(kept: Record<string, string>) {
  const [isUnsaved, setUnsaved] = useState(false)
  const saved = JSON.stringify(kept)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just saved is no change any more
  useEffect(() => setUnsaved(false), [saved])
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(currentTarget)
    setUnsaved(Object.entries(kept).some(([name, value]) => typed.get(name) !== value))
  }
  return { form: { onInput }, isUnsaved }
}
