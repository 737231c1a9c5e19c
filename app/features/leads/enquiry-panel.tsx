import { type ReactNode, useId } from 'react'
import { phoneLink, whatsappLink } from '../../links.ts'
import { useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/content/card.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Container } from '../../ui/layout/container.tsx'
import type { InstituteInfo, PageSection } from '../pages/contract.ts'
import { answerDaysOf } from './answer-time.ts'
import type { LeadKind } from './contract.ts'
import styles from './enquiry-panel.module.css'

type Props = {
  kind: LeadKind
  /** The page section; its key is the panel's anchor. */
  section: PageSection
  institute: InstituteInfo
  /** Shown below the section's text. */
  beside?: ReactNode
  /** More space around the form, on a page whose main part is the form. */
  roomy?: boolean
  /** The form. */
  children: ReactNode
}

/** A form with its introduction, the next steps, and the contacts for those who prefer to call or chat. */
export function EnquiryPanel({ kind, section: { key, title, body }, institute, beside, roomy, children }: Props) {
  const t = useTexts('innerPages')
  const heading = useId()
  const { whatsapp, phone } = institute
  return (
    <section className={styles.band} id={key} aria-labelledby={heading}>
      <Container className={styles.panel}>
        <div className={styles.words}>
          <h2 id={heading}>
            <ContentText>{title ?? t.leads.kinds[kind]}</ContentText>
          </h2>
          {body && <Prose html={body} />}
          {beside}
        </div>
        <Card className={classNames(styles.card, roomy && styles.roomy)}>{children}</Card>
        <div className={styles.rest}>
          <div className={styles.next}>
            <h3>{t.enquiries.next}</h3>
            <p>{t.leads.next[kind](answerDaysOf(kind, institute))}</p>
          </div>
          <div className={styles.alternatives}>
            <h3>{t.enquiries.rather}</h3>
            {whatsapp && (
              <ButtonLink to={whatsappLink(whatsapp)} variant="quiet" icon="whatsapp">
                {t.ways.whatsapp}
              </ButtonLink>
            )}
            <ButtonLink to={phoneLink(phone)} variant="quiet" icon="phone">
              <bdi dir="ltr">{phone}</bdi>
            </ButtonLink>
          </div>
        </div>
      </Container>
    </section>
  )
}
