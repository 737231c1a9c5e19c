import { linksFor, mailLink, phoneLink, whatsappLink } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Container } from '../../ui/layout/container.tsx'
import styles from './ask-panel.module.css'
import type { InstituteInfo, PageSection } from './contract.ts'
import { prefilledChat, prefilledMail } from './prefilled-messages.ts'

type Props = {
  /** Its key is the panel's id. */
  section: PageSection
  institute: InstituteInfo
  /** The label of the main button. */
  action: string
  /** The prefilled text of mail and chat. */
  mail: { subject: string; body: string }
  message: string
}

/** The closing panel of a page: mail, chat and phone with a prefilled message. */
export function AskPanel({ section: { key, title, body }, institute, action, mail, message }: Props) {
  const links = linksFor(useLang())
  const t = useTexts('innerPages').ways
  const { email, whatsapp, phone } = institute
  return (
    <section className={styles.band} id={key} aria-labelledby={`${key}-title`}>
      <Container>
        <div className={styles.panel}>
          <div className={styles.words}>
            <h2 id={`${key}-title`}>{title ? <ContentText>{title}</ContentText> : action}</h2>
            {body && <Prose html={body} />}
          </div>
          <div className={styles.ways}>
            <ButtonLink to={prefilledMail(mailLink(email), mail)} size="large" icon="mail" wide>
              {action}
            </ButtonLink>
            <p className={styles.note}>{t.note}</p>
            <div className={styles.pair}>
              <ButtonLink to={prefilledChat(whatsappLink(whatsapp), message)} variant="quiet" icon="whatsapp">
                {t.whatsapp}
              </ButtonLink>
              <ButtonLink to={phoneLink(phone)} variant="quiet" icon="phone">
                <bdi dir="ltr">{phone}</bdi>
              </ButtonLink>
            </div>
            <ButtonLink to={links.contact} variant="plain" icon="arrow-forward">
              {t.all}
            </ButtonLink>
          </div>
        </div>
      </Container>
    </section>
  )
}
