/** The attempts of a company to pay by card. */
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { CardAttempt, CardRefund } from '../../purchase-payments/contract.ts'
import styles from './quotes.module.css'

const TONES = { open: 'sand', paid: 'mint', failed: 'clay', abandoned: 'clay' } as const

const REFUND_TONES = { sending: 'sand', unclear: 'clay', refused: 'clay', done: 'mint' } as const

export function CardAttempts({ attempts, refunds }: { attempts: CardAttempt[]; refunds: CardRefund[] }) {
  const { card: t } = useDeskTexts('quotes')
  return (
    <Panel title={t.title}>
      <ul className={styles.lines}>
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            <div>
              <Badge tone={TONES[attempt.state]}>{t.states[attempt.state]}</Badge>{' '}
              <bdi dir="ltr">{attempt.reference}</bdi>
              <small>
                <Moment iso={attempt.at} />
                {attempt.failure ? ` · ${attempt.failure}` : null}
                {attempt.refundedHalalas > 0 ? (
                  <>
                    {' · '}
                    {t.refunded} <Money halalas={attempt.refundedHalalas} exact />
                  </>
                ) : null}
                {attempt.lostHalalas > 0 ? (
                  <>
                    {' · '}
                    {t.lost} <Money halalas={attempt.lostHalalas} exact />
                  </>
                ) : null}
              </small>
            </div>
            <Money halalas={attempt.paidHalalas ?? attempt.amountHalalas} exact />
          </li>
        ))}
        {refunds.map((refund) => (
          <li key={refund.id}>
            <div>
              <Badge tone={REFUND_TONES[refund.status]}>{t.refunds[refund.status]}</Badge>
              <small>
                <Moment iso={refund.at} />
                {refund.by ? (
                  <>
                    {' '}
                    · <bdi>{refund.by}</bdi>
                  </>
                ) : null}
                {refund.failureReason ? (
                  <>
                    {' '}
                    · <bdi dir="ltr">{refund.failureReason}</bdi>
                  </>
                ) : null}
              </small>
            </div>
            <Money halalas={-refund.amountHalalas} exact />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
