import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Container } from '../../ui/layout/container.tsx'
import styles from './demo-notice.module.css'

/** In demonstration mode: orders and messages are not real. */
export default function DemoNotice() {
  const t = useTexts('shell')
  return (
    <aside className={styles.notice} aria-label={t.demoLabel}>
      <Container>
        {t.demoNotice} <a href={linksFor(useLang()).outbox}>{t.demoOutbox}</a>.
      </Container>
    </aside>
  )
}
