import type { ReactNode } from 'react'
import styles from './alert.module.css'
import { Icon } from './icon.tsx'

type Kind = 'info' | 'success' | 'warning' | 'error'

/** A message that stands in the page; only errors interrupt a screen reader. */
export function Alert({ kind, title, children }: { kind: Kind; title?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.alert} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={kind} size={22} />
      <div>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
    </div>
  )
}
