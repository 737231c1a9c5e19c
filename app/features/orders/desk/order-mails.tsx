import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command } from '../../../desk/ui/command.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { DeskOrder } from './desk-order.ts'
import styles from './order.module.css'

type Props = { mails: DeskOrder['mails']; maySend: boolean; email: string | undefined }

/** The mails to the learner about the order, each to be sent once more. */
export function OrderMails({ mails, maySend, email }: Props) {
  const { mails: t } = useDeskTexts('sales')
  return (
    <Panel title={t.title}>
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
            {maySend && canSendAgain && email ? (
              <Command
                intent="sendMail"
                id={`mail-${id}`}
                hidden={{ mailId: String(id) }}
                title={
                  <>
                    {t.send}
                    <bdi className="visually-hidden"> {subject}</bdi>
                  </>
                }
                happens={t.happens(subject, email)}
                submit={t.send}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
