import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { classNames } from '../class-names.ts'
import styles from './menu.module.css'

/**
 * A button that opens a menu below it. It opens without scripts; with them it closes on a click outside, on Escape, when
 * the focus leaves it, and after a navigation.
 * @param label the button's name if its content is only an icon
 * @param name of menus of which only one is open at a time
 * @param onNear called when the pointer or the focus reaches the button
 * @param onPress may prevent the default action
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

  // A menu that was opened before the scripts ran stays open.
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
      // One that was opened by hover does not take the focus from elsewhere.
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
