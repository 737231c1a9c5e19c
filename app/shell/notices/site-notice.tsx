import type { ReactNode } from 'react'
import { Container } from '../../ui/layout/container.tsx'
import styles from './site-notice.module.css'

type Props = {
  label: string
  tone?: 'deep' | 'information' | 'important'
  /** The key of a banner, by which it stays closed. */
  banner?: string
  children: ReactNode
}

/** A line above the header, about the whole page. */
export function SiteNotice({ label, tone, banner, children }: Props) {
  return (
    <aside className={styles.notice} data-tone={tone} data-banner={banner} aria-label={label}>
      <Container>{children}</Container>
    </aside>
  )
}
