import type { ReactNode } from 'react'
import { Container } from '../../ui/layout/container.tsx'
import styles from './site-notice.module.css'

/** A line above the header, about the whole page. */
export function SiteNotice({ label, tone, children }: { label: string; tone?: 'deep'; children: ReactNode }) {
  return (
    <aside className={styles.notice} data-tone={tone} aria-label={label}>
      <Container>{children}</Container>
    </aside>
  )
}
