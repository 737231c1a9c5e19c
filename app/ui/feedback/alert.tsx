import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../icons/icon.tsx'
import styles from './alert.module.css'

type Kind = 'info' | 'success' | 'warning' | 'error'

type Props = {
  kind: Kind
  title?: ReactNode
  children?: ReactNode
  /** Identifies the event: when it changes, the message is scrolled into view. */
  about?: object | undefined
  id?: string
}

/** A message in the page; only errors interrupt a screen reader. */
export function Alert({ kind, title, children, about, id }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (about) box.current?.scrollIntoView({ block: 'nearest' })
  }, [about])
  return (
    <div
      id={id}
      className={styles.alert}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      // What was just done: the focus comes here after the navigation, see navigation-focus.tsx.
      {...(kind === 'success' ? { 'data-arrival': true, tabIndex: -1 } : {})}
      ref={box}
    >
      <Icon name={kind} size={22} />
      <div>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
    </div>
  )
}
