import { useMatches } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Container } from '../../ui/layout/container.tsx'
import styles from './preview-notice.module.css'

/** Whoever got the address from staff must not take a draft for what the institute has published. */
export default function PreviewNotice() {
  const t = useTexts('shell')
  return useMatches().some(({ loaderData }) => isPreview(loaderData)) ? (
    <aside className={styles.notice} aria-label={t.previewLabel}>
      <Container className={styles.line}>
        <Icon name="info" />
        <p>
          <strong>{t.previewLabel}</strong> {t.previewNotice}
        </p>
      </Container>
    </aside>
  ) : null
}

const isPreview = (loaderData: unknown) =>
  typeof loaderData === 'object' && loaderData !== null && 'isPreview' in loaderData && loaderData.isPreview === true
