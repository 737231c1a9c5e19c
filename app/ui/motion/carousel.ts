import EmblaCarousel from 'embla-carousel'
import { scrollIn } from './timed-scroll.ts'

const AUTOPLAY_INTERVAL_MS = 4000
const TRANSITION_MS = 600
/** The widths at which the current item is centred. The style sheet decides how many items are shown (`--shown`). */
const CENTERED = '(min-width: 700px) and (max-width: 899.98px)'

export type CarouselState = {
  /** There are more items than are shown. */
  canMove: boolean
  /** Autoplay is on; it pauses while the pointer, the focus or a hidden tab holds it. */
  playing: boolean
  /** The visitor prefers reduced motion: no autoplay. */
  calm: boolean
}

export type Carousel = {
  next: () => void
  previous: () => void
  play: (isPlaying: boolean) => void
  stop: () => void
}

/**
 * Turns a scrolling row of items into a carousel that loops and advances by itself.
 * @param frame the viewport; its only child contains the items
 * @param onChange called with the state at the start and after every change
 */
export function startCarousel(frame: HTMLElement, isRtl: boolean, onChange: (state: CarouselState) => void): Carousel {
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  frame.scrollTo(0, 0)
  frame.dataset.moving = ''
  const embla = EmblaCarousel(frame, {
    loop: true,
    align: 'start',
    direction: isRtl ? 'rtl' : 'ltr',
    breakpoints: { [CENTERED]: { align: 'center' } },
    watchDrag: () => canMove(),
    watchFocus: (_, { target }) => isCut(target as Element),
  })
  const canMove = () => embla.scrollSnapList().length > 1
  const isCut = (element: Element) => {
    const view = frame.getBoundingClientRect()
    const { left, right } = element.getBoundingClientRect()
    return left < view.left || right > view.right
  }
  const listeners = new AbortController()
  const { signal } = listeners

  const row = frame.firstElementChild!
  const autoplay = createAutoplay(() => embla.scrollNext())
  let isPlaying = true
  const update = () => {
    autoplay.allow(isPlaying && canMove() && !calm.matches)
    row.setAttribute('aria-live', isPlaying && !calm.matches ? 'off' : 'polite')
    const hidden = hiddenItems(embla)
    for (const item of embla.slideNodes()) item.inert = hidden.includes(item)
    onChange({ canMove: canMove(), playing: isPlaying, calm: calm.matches })
  }
  const begin = () => {
    scrollIn(TRANSITION_MS, embla)
    update()
  }
  embla.on('select', update).on('reInit', begin)
  embla.on('pointerDown', () => autoplay.hold('finger', true)).on('pointerUp', () => autoplay.hold('finger', false))
  calm.addEventListener('change', update, { signal })
  holdWhileWatched(frame, autoplay.hold, signal)
  begin()

  const move = (go: (jump: boolean) => void) => () => {
    go(calm.matches)
    autoplay.again()
  }
  return {
    next: move(embla.scrollNext),
    previous: move(embla.scrollPrev),
    play: (now) => {
      isPlaying = now
      update()
    },
    stop: () => {
      listeners.abort()
      autoplay.allow(false)
      embla.destroy()
      delete frame.dataset.moving
      for (const item of embla.slideNodes()) item.inert = false
    },
  }
}

/** Items outside the frame: removed from keyboard order and from the accessibility tree. */
function hiddenItems(embla: ReturnType<typeof EmblaCarousel>): HTMLElement[] {
  const items = embla.slideNodes()
  if (embla.scrollSnapList().length < 2) return []
  const shown = Number(getComputedStyle(embla.rootNode()).getPropertyValue('--shown'))
  const isCentered = embla.internalEngine().options.align === 'center'
  const first = embla.selectedScrollSnap() - (isCentered ? shown / 2 : 0)
  const last = first + shown - (isCentered ? 0 : 1)
  return items.filter((_, index) => {
    const place = (((index - first) % items.length) + items.length) % items.length
    return place > last - first
  })
}

type Hold = (reason: string, held: boolean) => void

/** Advances at an interval; any reason can hold it, and the interval restarts when the last one is released. */
function createAutoplay(advance: () => void) {
  const reasons = new Set<string>()
  let allowed = false
  let timer: ReturnType<typeof setInterval> | undefined
  const again = () => {
    clearInterval(timer)
    timer = allowed && reasons.size === 0 ? setInterval(advance, AUTOPLAY_INTERVAL_MS) : undefined
  }
  const hold: Hold = (reason, held) => {
    if (reasons.has(reason) === held) return
    if (held) reasons.add(reason)
    else reasons.delete(reason)
    again()
  }
  const allow = (now: boolean) => {
    if (allowed === now) return
    allowed = now
    again()
  }
  return { again, hold, allow }
}

/** Pauses autoplay under the pointer, with the focus inside and while out of view; the play button is no reason. */
function holdWhileWatched(frame: HTMLElement, hold: Hold, signal: AbortSignal) {
  const carousel = frame.parentElement!
  frame.addEventListener('pointerenter', ({ pointerType }) => hold('pointer', pointerType === 'mouse'), { signal })
  frame.addEventListener('pointerleave', () => hold('pointer', false), { signal })
  carousel.addEventListener('focusin', ({ target }) => hold('focus', !(target as Element).matches('[data-play]')), {
    signal,
  })
  carousel.addEventListener('focusout', () => hold('focus', false), { signal })
  const seen = () => hold('hidden', document.hidden)
  document.addEventListener('visibilitychange', seen, { signal })
  seen()
  hold('away', true)
  const watcher = new IntersectionObserver(([entry]) => hold('away', !entry!.isIntersecting), { threshold: 0.3 })
  watcher.observe(frame)
  signal.addEventListener('abort', () => watcher.disconnect())
}
