import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { classNames } from '../class-names.ts'
import styles from './menu.module.css'

/**
 * A button that opens what hangs below it. It opens without scripts; with them it closes at a press outside, with
 * Escape, when the focus leaves it, and when a link led to another page.
 * @param label the button's name when its content is only a drawing
 * @param name of menus of which one is open at a time
 * @param onNear somebody is about to press it
 * @param onPress may prevent what the press would do
 */
export function Menu({
  summary,
  label,
  name,
  className,
  onNear,
  onPress,
  children,
}: {
  summary: ReactNode
  label?: string
  name?: string
  className?: string
  onNear?: () => void
  onPress?: (event: MouseEvent<HTMLElement>) => void
  children: ReactNode
}) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()

  // What was opened before scripts were there stays open.
  const page = useRef(key)
  useEffect(() => {
    if (page.current !== key) menu.current?.removeAttribute('open')
    page.current = key
  }, [key])

  useEffect(() => {
    const details = menu.current
    if (!details) return
    const closeOutside = (event: Event) => {
      if (details.open && !details.contains(event.target as Node)) details.open = false
    }
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return
      details.open = false
      // One that a mouse had opened takes no focus from elsewhere.
      const isElsewhere = document.activeElement !== document.body && !details.contains(document.activeElement)
      if (!isElsewhere) details.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [])

  return (
    <details name={name} className={classNames(styles.menu, className)} ref={menu}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is the button of its details */}
      <summary
        className={styles.button}
        aria-label={label}
        onPointerEnter={onNear}
        onFocus={onNear}
        onTouchStart={onNear}
        onClick={onPress}
      >
        {summary}
      </summary>
      <div className={styles.panel}>{children}</div>
    </details>
  )
}
