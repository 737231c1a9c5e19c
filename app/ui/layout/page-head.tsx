import type { ReactNode } from 'react'
import { Breadcrumb, type Crumb } from '../navigation/breadcrumb.tsx'
import { Container } from './container.tsx'
import styles from './page-head.module.css'

/** The head of an inner page: breadcrumb, title and lead. */
export function PageHead({
  title,
  lead,
  breadcrumb,
  width,
  children,
}: {
  title: ReactNode
  lead?: ReactNode
  breadcrumb?: Crumb[]
  width?: 'normal' | 'narrow'
  children?: ReactNode
}) {
  return (
    <header className={styles.head}>
      <Container {...(width ? { width } : {})}>
        {breadcrumb ? <Breadcrumb steps={breadcrumb} /> : null}
        <h1 className={styles.title}>{title}</h1>
        {lead ? <p className={styles.lead}>{lead}</p> : null}
        {children}
      </Container>
    </header>
  )
}
