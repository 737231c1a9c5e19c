import { Form, useLocation } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './calendar-feed.module.css'

type Props = { address: string | null; notice: string | undefined }

/** The secret address to which the learner's calendar application subscribes: made, shown, replaced and ended. */
export function CalendarFeed({ address, notice }: Props) {
  const t = useTexts('learning').feed
  const location = useLocation()
  const notices: Record<string, string> = { calendarMade: t.made, calendar: t.renewed, calendarEnded: t.ended }
  const said = notice && notices[notice]
  return (
    <Card as="section" id="calendar" aria-labelledby="calendar-title" className={styles.feed}>
      <h3 id="calendar-title">{t.title}</h3>
      <p>{t.lead}</p>
      {said ? (
        <Alert kind="success" about={location}>
          {said}
        </Alert>
      ) : null}
      {address ? (
        <>
          <div className={styles.address}>
            <TextField
              id="calendar-address"
              name="address"
              label={t.address}
              hint={t.addressHint}
              defaultValue={address}
              key={address}
              dir="ltr"
              readOnly
            />
            <div className={styles.buttons}>
              <ButtonLink to={address.replace(/^https?:/, 'webcal:')} reloadDocument icon="calendar">
                {t.subscribe}
              </ButtonLink>
              <CopyButton text={address} texts={t} />
            </div>
          </div>
          <details className={styles.manage}>
            <summary>
              <span>{t.manage}</span>
              <Icon name="chevron-down" size={18} />
            </summary>
            <p>{t.renewHint}</p>
            <Form method="post" preventScrollReset className={styles.forms}>
              <SubmitButton name="intent" value="renewCalendar" variant="quiet" size="small">
                {t.renew}
              </SubmitButton>
              <SubmitButton name="intent" value="endCalendar" variant="quiet" size="small">
                {t.end}
              </SubmitButton>
            </Form>
          </details>
        </>
      ) : (
        <Form method="post" preventScrollReset>
          <SubmitButton name="intent" value="renewCalendar" variant="quiet">
            {t.make}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}
