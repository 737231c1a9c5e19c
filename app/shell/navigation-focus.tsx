import { useEffect, useRef, useState } from 'react'
import { type Location, useLocation, useNavigation, useNavigationType } from 'react-router'

/**
 * A navigation within the document is silent for screen readers, and leaves the focus on what is gone. This announces
 * the new page's title and moves the focus, as loading a document does.
 */
export default function NavigationFocus() {
  const location = useLocation()
  const type = useNavigationType()
  const isIdle = useNavigation().state === 'idle'
  const [announced, announce] = useState('')
  const from = useRef(location)
  const focusedBefore = useRef<Element | null>(null)

  useEffect(() => {
    if (!isIdle) focusedBefore.current = document.activeElement
  }, [isIdle])
  useEffect(() => {
    const before = from.current
    if (before.key === location.key) return
    from.current = location
    if (before.pathname !== location.pathname || before.search !== location.search) announce(document.title)
    const target = targetOf(before, location, focusedBefore.current)
    target?.focus({ preventScroll: true })
    // Forms keep the place of their page. Who goes back is led to the place that they left.
    if (!target || type === 'POP' || isInView(target)) return
    if (target === targetOfHash(location)) target.scrollIntoView()
    else if (before.pathname === location.pathname) target.scrollIntoView({ block: 'center' })
    else scrollTo(0, 0)
  }, [location, type])

  return (
    <p className="visually-hidden" role="status">
      {announced}
    </p>
  )
}

/** Where the focus goes after a navigation; undefined where it stays. */
function targetOf(before: Location, now: Location, focusedBefore: Element | null): HTMLElement | undefined {
  const main = document.querySelector('main')
  const focused = document.activeElement
  const isLost = focused === null || focused === document.body
  // The page has moved the focus itself, such as to a form's first wrong field; or somebody saves while writing.
  const isMoved = focused !== focusedBefore || (focused instanceof HTMLElement && focused.isContentEditable)
  const isTyping = focused?.closest('form[data-typing]') != null
  if (!main || isTyping || (!isLost && isMoved && main.contains(focused))) return undefined
  const isSamePage = before.pathname === now.pathname
  const target =
    main.querySelector<HTMLElement>('[data-arrival]') ??
    targetOfHash(now) ??
    (isSamePage ? main.querySelector<HTMLElement>('[aria-invalid="true"]') : null)
  if (target) return focusable(target)
  const isFromLinks = focused?.closest('main nav') != null
  return isSamePage && !isLost && !isFromLinks ? undefined : headingOf(main)
}

const targetOfHash = ({ hash }: Location) => (hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null)

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  return top >= header && bottom <= innerHeight
}

function headingOf(main: HTMLElement): HTMLElement | undefined {
  const heading = main.querySelector<HTMLElement>('[data-heading]') ?? main.querySelector<HTMLElement>('h1')
  return heading ? focusable(heading) : undefined
}

/** Headings and texts take the focus only from scripts. */
function focusable(element: HTMLElement): HTMLElement {
  if (element.tabIndex < 0) element.tabIndex = -1
  return element
}
