/** Folded panels that somebody opened stay open when the fields are made anew: what is typed goes on in them. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** @param made by what the fields were made: they take their values anew when it is another */
export function useOpenPanels(form: RefObject<HTMLFormElement | null>, made: string): void {
  const open = useRef<ReadonlySet<string>>(new Set())
  const shown = useRef(made)

  useLayoutEffect(() => {
    if (shown.current === made) return
    shown.current = made
    for (const [index, panel] of panelsIn(form.current).entries())
      if (open.current.has(keyOf(panel, index))) panel.open = true
  }, [form, made])

  // With each fields' form anew; toggling does not bubble.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form is there then
  useEffect(() => {
    const current = form.current
    const note = () => {
      open.current = new Set(panelsIn(current).flatMap((panel, index) => (panel.open ? [keyOf(panel, index)] : [])))
    }
    note()
    current?.addEventListener('toggle', note, true)
    return () => current?.removeEventListener('toggle', note, true)
  }, [form, made])
}

const panelsIn = (form: HTMLFormElement | null) => [...(form?.querySelectorAll('details') ?? [])]
/** By its first field: the words of a summary may be what was saved. */
const keyOf = (panel: HTMLDetailsElement, index: number) => panel.querySelector('[id]')?.id || String(index)
