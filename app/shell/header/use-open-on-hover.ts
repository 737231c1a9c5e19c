import { type RefObject, useEffect, useState } from 'react'

/** A mouse that only crosses the button means nothing; one that leaves for a moment comes back. */
const OPEN_DELAY_MS = 120
const CLOSE_DELAY_MS = 300

/**
 * Opens the `<details>` round an element when a mouse rests on its button, and closes it when the mouse has left.
 * @returns whether it has been open yet
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
      // Who goes through it by keyboard is not thrown out by a mouse that was pushed aside.
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
      // The hover was quicker than the click that asked for the same; a key asks for itself.
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
    // The mouse came before this part did.
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
