import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

type Combobox = {
  input: RefObject<HTMLInputElement | null>
  /** The id of the list; its options are `<id>-0`, `<id>-1`… */
  listId: string
  options: number
  /** Whether there is anything to show: options, or what is told in their place. */
  hasPanel: boolean
  /** Hears what stands in the field. */
  typed: (value: string) => void
}

/**
 * Makes a field an editable combobox with a list that hangs below it; the focus never leaves the field.
 * Source: ARIA Authoring Practices Guide, "Editable Combobox With List Autocomplete".
 */
export function useCombobox({ input, listId, options, hasPanel, typed }: Combobox) {
  const [wanted, setWanted] = useState(() => input.current === document.activeElement)
  /** The option that Enter takes; -1 while it is the field. */
  const [active, setActive] = useState(-1)
  const isOpen = wanted && hasPanel
  const shown = isOpen && active < options ? active : -1

  const close = () => {
    setWanted(false)
    setActive(-1)
  }

  const left = useEffectEvent(close)
  const heard = useEffectEvent(() => typed(input.current?.value ?? ''))
  const changed = useEffectEvent(() => {
    typed(input.current?.value ?? '')
    setWanted(true)
    setActive(-1)
  })

  const move = (step: 1 | -1) => {
    setWanted(true)
    // The field itself is one of the places, between the last option and the first.
    if (isOpen && options > 0) setActive(((shown + 1 + step + options + 1) % (options + 1)) - 1)
    else if (options > 0) setActive(step === 1 ? 0 : options - 1)
  }

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    // While an input method composes, its keys are its own; Safari says so only by the code.
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!event.altKey) move(event.key === 'ArrowDown' ? 1 : -1)
      else if (event.key === 'ArrowDown') setWanted(true)
      else close()
    } else if (event.key === 'Enter' && shown >= 0) {
      event.preventDefault()
      document.getElementById(`${listId}-${shown}`)?.click()
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      close()
    } else if (event.key === 'Escape' && isOpen) {
      // The first one closes the list; what stands behind it, and what was typed, are left to the next.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Home' || event.key === 'End') {
      setActive(-1)
    }
  })

  useEffect(() => {
    const field = input.current
    if (!field) return
    const open = () => setWanted(true)
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', listId)
    const ends = new AbortController()
    for (const [name, listener] of [
      ['input', changed],
      ['focus', open],
      ['click', open],
      ['blur', left],
      ['keydown', pressed],
    ] as const)
      field.addEventListener(name, listener as EventListener, { signal: ends.signal })
    // What was typed until now was heard by nobody.
    if (field.value !== '') heard()
    return () => {
      ends.abort()
      for (const name of ['role', 'aria-autocomplete', 'aria-controls', 'aria-expanded', 'aria-activedescendant'])
        field.removeAttribute(name)
    }
  }, [input, listId])

  useEffect(() => {
    const field = input.current
    field?.setAttribute('aria-expanded', String(isOpen && options > 0))
    if (shown < 0) field?.removeAttribute('aria-activedescendant')
    else {
      field?.setAttribute('aria-activedescendant', `${listId}-${shown}`)
      document.getElementById(`${listId}-${shown}`)?.scrollIntoView({ block: 'nearest' })
    }
  }, [input, listId, isOpen, options, shown])

  return { isOpen, active: shown, close }
}
