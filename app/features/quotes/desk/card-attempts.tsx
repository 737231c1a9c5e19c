/** The attempts of a company to pay by card. */
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { CardAttempt } from '../../purchase-payments/contract.ts'
import styles from './quotes.module.css'

const TONES = { open: 'sand', paid: 'mint', failed: 'clay', abandoned: 'clay' } as const

export function CardAttempts({ attempts }: { attempts: CardAttempt[] }) {
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
              </small>
            </div>
            <Money halalas={attempt.paidHalalas ?? attempt.amountHalalas} exact />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
