import { Form } from 'react-router'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import type { DeskOrder } from './desk-order.ts'
import styles from './order.module.css'

/** The mails to the learner about the order, each to be sent once more. */
export function OrderMails({ mails, maySend }: { mails: DeskOrder['mails']; maySend: boolean }) {
  const { mails: t } = useDeskTexts('sales')
  const failure = useDeskAnswer().failureOf('sendMail')
  return (
    <Panel title={t.title}>
      <FormErrors failure={failure} labels={{}} />
      {mails.length === 0 ? <p className={styles.quiet}>{t.none}</p> : null}
      <ul className={styles.lines}>
        {mails.map(({ id, subject, at, status, canSendAgain }) => (
          <li key={id}>
            <div>
              <bdi>{subject}</bdi>
              <small>
                <Moment iso={at} />
                {status === 'sent' ? null : (
                  <>
                    {' '}
                    <Badge tone={status === 'failed' ? 'clay' : 'sand'}>{t.statuses[status]}</Badge>
                  </>
                )}
              </small>
            </div>
            {maySend && canSendAgain ? (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="sendMail" />
                <input type="hidden" name="mailId" value={id} />
                <SubmitButton variant="quiet" size="small" aria-label={t.sendOne(subject)}>
                  {t.send}
                </SubmitButton>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
