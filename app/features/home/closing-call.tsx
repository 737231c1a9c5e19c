import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Container } from '../../ui/layout/container.tsx'
import type { PageSection } from '../pages/contract.ts'
import styles from './closing-call.module.css'

/** The call to action at the end of the home page. */
export function ClosingCall({ section }: { section: PageSection | undefined }) {
  const links = linksFor(useLang())
  const t = useTexts('pages').home
  return (
    <section className={styles.band} aria-labelledby="closing">
      <Container>
        <div className={styles.call}>
          <h2 id="closing">{section?.title ? <ContentText>{section.title}</ContentText> : t.closingTitle}</h2>
          {section?.body ? <Prose html={section.body} /> : <p>{t.closingBody}</p>}
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
