import { type RefObject, useEffect, useState } from 'react'

/** A pointer that only crosses the button does not open it, and one that leaves briefly does not close it. */
const OPEN_DELAY_MS = 120
const CLOSE_DELAY_MS = 300

/**
 * Opens the `<details>` around an element when the pointer rests on its button, and closes it when the pointer leaves.
 * @returns whether it has been opened at least once
 */
export function useOpenOnHover(inside: RefObject<HTMLElement | null>): boolean {
  const [wasOpened, setWasOpened] = useState(false)

  useEffect(() => {
    const menu = inside.current!.closest('details')!
    const button = menu.querySelector('summary')!
    let timer: ReturnType<typeof setTimeout> | undefined
    let byHover = false
    const after = (wait: number, then: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(then, wait)
    }
    const open = () => {
      if (menu.open) return
      byHover = true
      menu.open = true
    }
    const close = () => {
      const focused = menu.contains(document.activeElement) ? document.activeElement : null
      // With the focus inside, a pointer that leaves does not close it.
      if (focused !== button && focused?.matches(':focus-visible')) return
      menu.open = false
      if (focused) button.focus()
    }
    const enter = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      clearTimeout(timer)
      if (!menu.open) after(OPEN_DELAY_MS, open)
    }
    const leave = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') after(CLOSE_DELAY_MS, close)
    }
    const click = (event: MouseEvent) => {
      clearTimeout(timer)
      // The hover has already opened it just before this click; a key press has no hover before it.
      if (byHover && event.detail > 0) event.preventDefault()
      byHover = false
    }
    const toggle = () => {
      if (menu.open) setWasOpened(true)
      else byHover = false
    }
    menu.addEventListener('pointerenter', enter)
    menu.addEventListener('pointerleave', leave)
    menu.addEventListener('toggle', toggle)
    button.addEventListener('click', click)
    toggle()
    // The pointer was already there when this part loaded.
    if (button.matches(':hover') && matchMedia('(hover: hover)').matches && !menu.open) after(OPEN_DELAY_MS, open)
    return () => {
      clearTimeout(timer)
      menu.removeEventListener('pointerenter', enter)
      menu.removeEventListener('pointerleave', leave)
      menu.removeEventListener('toggle', toggle)
      button.removeEventListener('click', click)
    }
  }, [inside])

  return wasOpened
}
