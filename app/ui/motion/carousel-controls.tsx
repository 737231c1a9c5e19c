import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { dirOf } from '../../locales/lang.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../icons/icon.tsx'
import { type Carousel, type CarouselState, startCarousel } from './carousel.ts'

type Props = {
  frame: RefObject<HTMLDivElement | null>
  label: string
  className: string | undefined
}

/** Turns a row into a carousel and shows its buttons, after the carousel pattern of the ARIA authoring practices. */
export function CarouselControls({ frame, label, className }: Props) {
  const t = useTexts('carousel')
  const isRtl = dirOf(useLang()) === 'rtl'
  const carousel = useRef<Carousel>(null)
  const [state, setState] = useState<CarouselState>()

  useEffect(() => {
    carousel.current = startCarousel(frame.current!, isRtl, setState)
    return () => carousel.current?.stop()
  }, [frame, isRtl])
  useEffect(() => (state?.canMove ? describe(frame.current!, label, t) : undefined), [frame, label, t, state?.canMove])

  if (!state?.canMove) return null
  const turn = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      (key === 'ArrowLeft') === isRtl ? carousel.current?.next() : carousel.current?.previous()
  }
  return (
    <div className={className}>
      {!state.calm && (
        <button
          type="button"
          data-play={state.playing ? 'on' : 'off'}
          aria-label={state.playing ? t.pause : t.play}
          onClick={() => carousel.current?.play(!state.playing)}
        >
          <Icon name={state.playing ? 'pause' : 'play'} size={18} />
        </button>
      )}
      <button type="button" aria-label={t.previous} onClick={() => carousel.current?.previous()} onKeyDown={turn}>
        <Icon name="arrow-back" />
      </button>
      <button type="button" aria-label={t.next} onClick={() => carousel.current?.next()} onKeyDown={turn}>
        <Icon name="arrow-forward" />
      </button>
    </div>
  )
}

type Texts = ReturnType<typeof useTexts<'carousel'>>

/** Null removes an attribute. */
type Attributes = Record<string, string | null>

/** Replaces the list roles with those of a carousel and its slides. */
function describe(frame: HTMLElement, label: string, t: Texts): () => void {
  const row = frame.firstElementChild!
  const items = [...row.children]
  const roles: [Element, Attributes][] = [
    [frame.parentElement!, { role: 'group', 'aria-roledescription': t.carousel, 'aria-label': label }],
    [row, { role: 'group', 'aria-label': null }],
    ...items.map((item, index): [Element, Attributes] => [
      item,
      { role: 'group', 'aria-roledescription': t.slide, 'aria-label': t.position(index + 1, items.length) },
    ]),
  ]
  const before = roles.map(([element, attributes]) => put(element, attributes))
  return () => {
    for (const undo of before) undo()
  }
}

/** @returns restores the former attributes */
function put(element: Element, attributes: Attributes): () => void {
  const before = Object.keys(attributes).map((name) => [name, element.getAttribute(name)] as const)
  const set = (name: string, value: string | null) =>
    value === null ? element.removeAttribute(name) : element.setAttribute(name, value)
  for (const [name, value] of Object.entries(attributes)) set(name, value)
  return () => {
    for (const [name, value] of before) set(name, value)
  }
}
