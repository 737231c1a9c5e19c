import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

type Combobox = {
  input: RefObject<HTMLInputElement | null>
  /** The id of the list; its options are `<id>-0`, `<id>-1`… */
  listId: string
  options: number
  /** Whether there is anything to show: options, or a message in their place. */
  hasPanel: boolean
  /** Called with the field's value. */
  typed: (value: string) => void
}

/**
 * Makes a field an editable combobox with a list that hangs below it; the focus never leaves the field.
 * Source: ARIA Authoring Practices Guide, "Editable Combobox With List Autocomplete".
 */
export function useCombobox({ input, listId, options, hasPanel, typed }: Combobox) {
  const [isRequested, setRequested] = useState(() => input.current === document.activeElement)
  /** The index of the option that Enter chooses; -1 for the field itself. */
  const [active, setActive] = useState(-1)
  const isOpen = isRequested && hasPanel
  const shown = isOpen && active < options ? active : -1

  const close = () => {
    setRequested(false)
    setActive(-1)
  }

  const left = useEffectEvent(close)
  const onTyped = useEffectEvent(() => typed(input.current?.value ?? ''))
  const changed = useEffectEvent(() => {
    typed(input.current?.value ?? '')
    setRequested(true)
    setActive(-1)
  })

  const move = (step: 1 | -1) => {
    setRequested(true)
    // The field itself counts as a position, between the last option and the first.
    if (isOpen && options > 0) setActive(((shown + 1 + step + options + 1) % (options + 1)) - 1)
    else if (options > 0) setActive(step === 1 ? 0 : options - 1)
  }

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    // Keys belong to an input method while it composes; Safari reports this only by the key code.
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!event.altKey) move(event.key === 'ArrowDown' ? 1 : -1)
      else if (event.key === 'ArrowDown') setRequested(true)
      else close()
    } else if (event.key === 'Enter' && shown >= 0) {
      event.preventDefault()
      document.getElementById(`${listId}-${shown}`)?.click()
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      close()
    } else if (event.key === 'Escape' && input.current?.closest('dialog')) {
      // By itself the browser would first clear the field.
      event.preventDefault()
      input.current.closest('dialog')?.close()
    } else if (event.key === 'Escape' && isOpen) {
      // The first Escape closes the list, the next one clears the field.
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
    const open = () => setRequested(true)
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
    // Text that was typed before the listener was attached.
    if (field.value !== '') onTyped()
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
