import { useLocation } from 'react-router'
import { linksFor } from '../../../links.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import styles from './no-order.module.css'

/** An outcome page whose address names no order, for a guest or a learner who has none. */
export function NoOrder({ isGuest }: { isGuest: boolean }) {
  const t = useTexts('orders').noOrder
  const { browse } = useTexts('orders')
  const links = linksFor(useLang())
  const { pathname } = useLocation()
  return (
    <main id="content" tabIndex={-1}>
      <PageHead title={t.heading} />
      <Container width="narrow">
        <EmptyState
          title={isGuest ? t.guest.title : t.learner.title}
          body={isGuest ? t.guest.body : t.learner.body}
          action={
            <div className={styles.actions}>
              {isGuest && <ButtonLink to={links.login(pathname)}>{t.login}</ButtonLink>}
              <ButtonLink to={links.courses()} variant={isGuest ? 'quiet' : 'primary'}>
                {browse}
              </ButtonLink>
            </div>
          }
        />
      </Container>
    </main>
  )
}
