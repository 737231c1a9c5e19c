import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './container.module.css'

/** The centred column of the page. */
export function Container({
  width = 'normal',
  className,
  children,
}: {
  width?: 'normal' | 'narrow'
  className?: string
  children: ReactNode
}) {
  return (
    <div className={classNames(styles.container, className)} data-width={width}>
      {children}
    </div>
  )
}
