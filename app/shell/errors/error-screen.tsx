import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/layout/container.tsx'
import Brand from '../brand.tsx'
import styles from './error-screen.module.css'

/** The error page of the specification. Its links load a new document, since the scripts may be what failed. */
export default function ErrorScreen() {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  return (
    <div className={styles.screen}>
      <header>
        <Container>
          <Brand tone="deep" />
        </Container>
      </header>
      <main id="content" tabIndex={-1}>
        <Container width="narrow" className={styles.words}>
          <span className={styles.motif} aria-hidden />
          <h1>{t.errorTitle}</h1>
          <p>{t.errorBody}</p>
          <div className={styles.actions}>
            <ButtonLink to={links.home} reloadDocument size="large">
              {t.errorHome}
            </ButtonLink>
            <ButtonLink to={links.search()} reloadDocument size="large" variant="plain" icon="search">
              {t.errorSearch}
            </ButtonLink>
          </div>
        </Container>
      </main>
    </div>
  )
}
