import type { SentMail } from '../../features/messages/sent-mail-contract.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Command } from '../ui/command.tsx'
import { Moment } from '../ui/moment.tsx'
import { Panel } from '../ui/panel.tsx'
import styles from './sent-mails.module.css'

type Texts = {
  title: string
  none: string
  send: string
  happens: (subject: string, email: string) => string
  statuses: Record<'waiting' | 'failed', string>
}
type Props = { mails: readonly SentMail[]; maySend: boolean; email: string | undefined; texts: Texts }

/** The mails about a record to whom it concerns, each to be sent once more. */
export function SentMails({ mails, maySend, email, texts: t }: Props) {
  return (
    <Panel title={t.title}>
      {mails.length === 0 ? <p className={styles.none}>{t.none}</p> : null}
      <ul className={styles.mails}>
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
