import { type RefObject, useEffect, useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './scroll-parts.module.css'

const THRESHOLD = 100

/** Keeps the header visible, and shows a link to the top, once the page has scrolled more than 100 pixels. */
export default function ScrollParts({ header }: { header: RefObject<HTMLElement | null> }) {
  const t = useTexts('header')
  const [isScrolled, setScrolled] = useState(false)

  useEffect(() => {
    const bar = header.current!
    const follow = () => {
      const scrolled = window.scrollY > THRESHOLD
      bar.dataset.state = scrolled ? 'stuck' : 'top'
      setScrolled(scrolled)
    }
    const measure = () => {
      bar.style.setProperty('--stops-at', `${stopsAt(bar)}px`)
      follow()
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(document.body)
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      watcher.disconnect()
      window.removeEventListener('scroll', follow)
    }
  }, [header])

  const goUp = () => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
    // The button disappears, so the focus moves to the top of the page.
    header.current?.querySelector('a')?.focus({ preventScroll: true })
  }

  return (
    <button type="button" className={styles.up} hidden={!isScrolled} aria-label={t.backToTop} onClick={goUp}>
      <Icon name="chevron-down" size={24} />
    </button>
  )
}

/**
 * How far above the window's edge the header stops while the page scrolls, so that it stops exactly at the threshold.
 * From there a transform draws it at the edge, without moving other content.
 */
function stopsAt(bar: HTMLElement): number {
  const { position } = bar.style
  bar.style.position = 'static'
  // The page may also grow while the header is drawn at the edge.
  const [, translated = '0'] = getComputedStyle(bar).translate.split(' ')
  const above = bar.getBoundingClientRect().top + window.scrollY - Number.parseFloat(translated)
  bar.style.position = position
  return Math.min(0, above - THRESHOLD)
}
