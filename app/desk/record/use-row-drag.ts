import { type PointerEvent, useState } from 'react'

/** So near to the edge of the window, in pixels, a dragged row scrolls the page. */
const EDGE = 72
const SCROLL_STEP = 14

/**
 * Rows of a list that are dragged by a handle with a mouse, a pen or a finger. The browser's own dragging begins on a
 * phone only after a long press, which selects text.
 * @param move a row from its place to another
 */
export function useRowDrag(move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const handle = (place: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: place, to: place })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag) return
      setDrag({ from: drag.from, to: placeAt(event.currentTarget.closest('ol')!, event.clientY) })
      if (event.clientY < EDGE) window.scrollBy(0, -SCROLL_STEP)
      else if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, SCROLL_STEP)
    },
    onPointerUp: () => {
      if (drag && drag.to !== drag.from) move(drag.from, drag.to)
      setDrag(undefined)
    },
    onPointerCancel: () => setDrag(undefined),
  })
  /** What the row at a place shows while one is dragged: that it is the one, or on which side of it the other will be. */
  const shown = (place: number) => ({
    'data-dragged': drag?.from === place || undefined,
    'data-over':
      drag && drag.to === place && drag.from !== place ? (drag.from < place ? 'after' : 'before') : undefined,
  })
  return { handle, shown }
}

/** The place of the row at this height; above the first it is the first, below the last the last. */
function placeAt(list: Element, y: number): number {
  const rows = Array.from(list.children, (row) => row.getBoundingClientRect())
  const found = rows.findIndex(({ bottom }) => y <= bottom)
  return found === -1 ? rows.length - 1 : found
}
