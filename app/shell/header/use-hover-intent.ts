import { type PointerEvent, useEffect, useRef } from 'react'
import { headsFor, type Point } from './safe-triangle.ts'

/** The pointer must rest on an entry for this long. */
const REST_MS = 60
/** A pointer that moves towards the panel has this long to leave the entry. */
const CROSSING_MS = 250
const REMEMBERED_POINTS = 4

/**
 * Chooses the entry on which the pointer rests. On the diagonal to the panel the pointer crosses other entries, which
 * are not chosen.
 * @param target the panel
 */
export function useHoverIntent(target: () => Element | null | undefined, choose: (id: number) => void) {
  const path = useRef<Point[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const remember = (event: PointerEvent) => {
    path.current = [...path.current, { x: event.clientX, y: event.clientY }].slice(-REMEMBERED_POINTS)
  }
  const isCrossing = (from: Point | undefined) => {
    const box = target()?.getBoundingClientRect()
    const now = path.current.at(-1)
    return Boolean(box && from && now && headsFor(box, from, now))
  }
  const chooseUnlessCrossing = (id: number, from: Point | undefined) => {
    if (!isCrossing(from)) {
      timer.current = setTimeout(() => choose(id), REST_MS)
      return
    }
    const here = path.current.at(-1)
    // A pointer that stopped or turned means this entry.
    timer.current = setTimeout(() => chooseUnlessCrossing(id, here), CROSSING_MS)
  }
  return {
    enter: (event: PointerEvent, id: number) => {
      if (event.pointerType === 'touch') return
      remember(event)
      clearTimeout(timer.current)
      chooseUnlessCrossing(id, path.current[0])
    },
    move: remember,
    leave: () => clearTimeout(timer.current),
  }
}
