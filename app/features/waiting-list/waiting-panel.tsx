import { Form } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatNumber, formatTime, formatWeekday } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { WaitingPlace } from '../runs/contract.ts'
import styles from './waiting-panel.module.css'

type Props = {
  /** Null for a guest. */
  place: WaitingPlace | null
  /** Where a guest returns after signing in. */
  here: string
}

/** Waits for a seat in a full run, or waits no longer. */
export function WaitingPanel({ place, here }: Props) {
  const t = useTexts('orders').waiting
  const links = linksFor(useLang())
  return (
    <Card as="section" aria-labelledby="waiting" className={styles.panel}>
      <h2 id="waiting">{t.title}</h2>
      <p>{t.lead}</p>
      {place === null ? (
        <ButtonLink to={links.login(here)}>{t.signIn}</ButtonLink>
      ) : place.position === null ? (
        <Form method="post" preventScrollReset>
          <SubmitButton name="intent" value="wait" icon="clock">
            {t.join}
          </SubmitButton>
        </Form>
      ) : (
        <>
          <Alert kind="success" title={t.place(formatNumber(place.position))}>
            {t.joined}
          </Alert>
          <Form method="post" preventScrollReset>
            <SubmitButton name="intent" value="leave" variant="quiet">
              {t.leave}
            </SubmitButton>
          </Form>
        </>
      )}
    </Card>
  )
}

/** Until when a seat is kept for somebody who waited: with the day, since it may be tomorrow. */
export function HeldSeat({ until }: { until: string }) {
  const t = useTexts('orders').waiting
  const lang = useLang()
  return (
    <Alert kind="success" title={t.offered}>
      {t.offeredBody(formatWeekday(until, lang), formatTime(until, lang))}
    </Alert>
  )
}
