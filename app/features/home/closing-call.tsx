import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/layout/container.tsx'
import styles from './closing-call.module.css'

/** The call to action at the end of the home page. */
export function ClosingCall() {
  const links = linksFor(useLang())
  const t = useTexts('pages').home
  return (
    <section className={styles.band} aria-labelledby="closing">
      <Container>
        <div className={styles.call}>
          <h2 id="closing">{t.closingTitle}</h2>
          <p>{t.closingBody}</p>
          <div className={styles.actions}>
            <ButtonLink to={links.courses()} size="large">
              {t.closingBrowse}
            </ButtonLink>
            <ButtonLink to={links.contact} size="large" variant="quiet">
              {t.closingAsk}
            </ButtonLink>
          </div>
        </div>
      </Container>
    </section>
  )
}
