import { type RefObject, useEffect } from 'react'

/**
 * Arrow keys in a two-level list inside a `<details>`: up and down within a level, forward into the list that a button
 * opened, back to the button; Home and End. One Tab leaves the list, however long it is.
 */
export function useArrowKeys(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const list = panel.current!
    const menu = list.closest('details')!
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const isTab = event.key === 'Tab' && list.contains(document.activeElement)
      if (event.shiftKey && !isTab) return
      const next = isTab
        ? event.shiftKey
          ? menu.querySelector('summary')
          : firstAfter(menu)
        : nextOf(event.key, document.activeElement, menu, list)
      if (!next) return
      event.preventDefault()
      if (!isTab) menu.open = true
      next.focus()
    }
    menu.addEventListener('keydown', press)
    return () => menu.removeEventListener('keydown', press)
  }, [panel])
}

/** The entries, and the link below them. */
const BUTTONS = 'ul > li > button, :scope > a'
const STOPS = 'a[href], button:not(:disabled), input, select, textarea, summary'

const firstAfter = (menu: HTMLElement) =>
  [...document.querySelectorAll<HTMLElement>(STOPS)].find(
    (stop) => menu.compareDocumentPosition(stop) === Node.DOCUMENT_POSITION_FOLLOWING && stop.checkVisibility(),
  )

function nextOf(key: string, focused: Element | null, menu: HTMLElement, list: HTMLElement) {
  const buttons = [...list.querySelectorAll<HTMLElement>(BUTTONS)]
  const isOpener = focused?.matches('summary')
  if (isOpener) return key === 'ArrowDown' ? (shown(buttons) ?? buttons[0]) : undefined
  const forward = getComputedStyle(menu).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
  const isButton = buttons.includes(focused as HTMLElement)
  const button = isButton ? (focused as HTMLElement) : shown(buttons)
  const inside = [...(button?.nextElementSibling?.querySelectorAll<HTMLElement>('a, button') ?? [])]
  if (isButton) return key === forward ? inside[0] : along(key, buttons, focused, true)
  if (!inside.includes(focused as HTMLElement)) return undefined
  return key === back ? button : along(key, inside, focused, false)
}

const shown = (buttons: HTMLElement[]) => buttons.find((button) => button.ariaExpanded === 'true')

function along(key: string, stops: HTMLElement[], focused: Element | null, round: boolean) {
  const last = stops.length - 1
  const now = stops.indexOf(focused as HTMLElement)
  if (key === 'Home') return stops[0]
  if (key === 'End') return stops[last]
  if (key === 'ArrowDown') return stops[now < last ? now + 1 : round ? 0 : last]
  if (key === 'ArrowUp') return stops[now > 0 ? now - 1 : round ? last : 0]
  return undefined
}
