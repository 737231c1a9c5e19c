import { type FormEvent, useEffect, useState } from 'react'

/**
 * Whether a form has unsaved changes; leaving the page then asks for confirmation.
 * @param savedValues the saved values of the fields, by name
 * @returns props for the form, and whether it has unsaved changes
 */
export function useUnsaved(savedValues: Record<string, string>) {
  const [isUnsaved, setUnsaved] = useState(false)
  const saved = JSON.stringify(savedValues)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just saved is no longer a change
  useEffect(() => setUnsaved(false), [saved])
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(currentTarget)
    setUnsaved(Object.entries(savedValues).some(([name, value]) => typed.get(name) !== value))
  }
  return { form: { onInput }, isUnsaved }
}
