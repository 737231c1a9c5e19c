import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Card } from '../../ui/content/card.tsx'
import { OutcomeHead } from '../../ui/feedback/outcome-head.tsx'
import { Steps } from '../../ui/feedback/steps.tsx'
import { Container } from '../../ui/layout/container.tsx'
import type { Order } from './order-contract.ts'
import styles from './order-outcome.module.css'
import { OrderedCourse } from './ordered-course.tsx'
import { PriceLines } from './prices/price-lines.tsx'
import { seatKindOf } from './seat-kind.ts'

type Props = {
  kind: 'approved' | 'confirming' | 'canceled' | 'refunded'
  order: Order
  title: string
  lead: ReactNode
  /** Buttons under the title. */
  actions?: ReactNode
  /** Shown above the order's details. */
  children?: ReactNode
}

const KINDS = { approved: 'done', confirming: 'waiting', canceled: 'broken', refunded: 'done' } as const
const ICONS = { approved: 'success', confirming: 'clock', canceled: 'warning', refunded: 'success' } as const
/** How many checkout steps are done; a refunded order shows no steps. */
const STEP = { approved: 4, confirming: 3, canceled: 2, refunded: undefined } as const

/** The outcome of an order: shared by the approved and the canceled page. */
export function OrderOutcome({ kind, order, title, lead, actions, children }: Props) {
  const t = useTexts('orders')
  const isFree = order.totalHalalas === 0 && kind === 'approved'
  const rest = isFree ? t.freeSteps : order.method === 'transfer' ? t.transfer.steps : t.steps
  const steps = [t.firstStep[seatKindOf(order.course)], ...rest]
  const step = isFree ? steps.length : stepOf(kind, order)
  return (
    <main id="content" tabIndex={-1} data-amounts>
      <OutcomeHead
        kind={KINDS[kind]}
        icon={ICONS[kind]}
        title={title}
        lead={lead}
        reference={[t.approved.reference, order.reference]}
        steps={step === undefined ? null : <Steps steps={steps} current={step} />}
      >
        {actions}
      </OutcomeHead>
      <Container width="narrow" className={styles.body}>
        {children}
        <section className={styles.details} aria-labelledby="order-details">
          <h2 id="order-details" className={styles.title}>
            {t.details}
          </h2>
          <OrderedCourse course={order.course} run={order.schedule} heading="h3" />
          <Card>
            <PriceLines price={order} coupon={order.couponCode} />
          </Card>
        </section>
      </Container>
    </main>
  )
}

/** A learner who still has to send a receipt is at the payment step. */
function stepOf(kind: Props['kind'], { status, transfer }: Order): number | undefined {
  const isTransferring = status === 'pending' && transfer && transfer.state !== 'received'
  return isTransferring ? 2 : STEP[kind]
}
