import { type PointerEvent, useEffect, useRef } from 'react'
import { headsFor, type Point } from './header/safe-triangle.ts'

/** An entry that is only swept over asks for nothing; one on the way to the panel is given time to be left. */
const RESTS = 60
const PASSES = 250
const REMEMBERED = 4

/**
 * Chooses the entry that a mouse means. On a diagonal way to the panel it crosses other entries, which it doesn't.
 * @param target what the mouse may be heading for
 */
export function useAim(target: () => Element | null | undefined, choose: (id: number) => void) {
  const way = useRef<Point[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const note = (event: PointerEvent) => {
    way.current = [...way.current, { x: event.clientX, y: event.clientY }].slice(-REMEMBERED)
  }
  const passes = (from: Point | undefined) => {
    const box = target()?.getBoundingClientRect()
    const now = way.current.at(-1)
    return Boolean(box && from && now && headsFor(box, from, now))
  }
  const consider = (id: number, from: Point | undefined) => {
    if (!passes(from)) {
      timer.current = setTimeout(() => choose(id), RESTS)
      return
    }
    const here = way.current.at(-1)
    // Who has stopped meanwhile, or turned, means this one.
    timer.current = setTimeout(() => consider(id, here), PASSES)
  }
  return {
    enter: (event: PointerEvent, id: number) => {
      if (event.pointerType === 'touch') return
      note(event)
      clearTimeout(timer.current)
      consider(id, way.current[0])
    },
    move: note,
    leave: () => clearTimeout(timer.current),
  }
}
