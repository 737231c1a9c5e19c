import { Link } from 'react-router'
import { linksFor } from '../../../links.ts'
import { formatDay, formatDays } from '../../../locales/format.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { Card } from '../../../ui/content/card.tsx'
import { ContentText } from '../../../ui/content/content-text.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Picture } from '../../../ui/content/picture.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { isEndedUnreturned } from '../ended-unreturned.ts'
import type { Order, OrderStatus } from '../order-contract.ts'
import { isOverdue } from '../overdue.ts'
import { OrderParts } from '../parts/order-parts.tsx'
import { RefundAccountForm } from '../refund-account/refund-account-form.tsx'
import { OrderActions } from './order-actions.tsx'
import styles from './order-row.module.css'
import { OrderStatusNote } from './order-status-note.tsx'
import { RefundRequest } from './refund-request.tsx'
import { WithdrawRefund } from './withdraw-refund.tsx'

const TONES = {
  pending: 'clay',
  paid: 'mint',
  refunded: 'sand',
  cancelled: 'sand',
  expired: 'sand',
  failed: 'sand',
} as const satisfies Record<OrderStatus, string>

/** The last submitted form about this order, which failed. */
export type FailedForm =
  | { intent: string; failure: FormFailure; typed: { reason: string; iban: string; holder: string } }
  | undefined

type Props = {
  order: Order
  serverNow: string
  /** Whether the learner has a later order of the course, which is open or paid. */
  isOrderedAgain: boolean
  failed: FailedForm
}

/** One order in the learner's list: course, status and available actions. */
export function OrderRow({ order, serverNow, isOrderedAgain, failed }: Props) {
  const t = useTexts('profile').orders
  const lang = useLang()
  const links = linksFor(lang)
  const { course, schedule, status, transfer } = order
  const isChecking = status === 'pending' && isOverdue(order, serverNow)
  // Without its form, for which it is too late, the failure stands above the actions.
  const isRefund = failed?.intent === 'refund' && order.refundUntil !== null
  const isAccount = failed?.intent === 'refundAccount'
  return (
    <Card as="li" className={styles.row}>
      <Picture src={course.image} alt="" width={160} height={88} className={styles.cover} />
      <div className={styles.body}>
        <div className={styles.head}>
          <h3>
            <Link to={links.course(course.slug)}>
              <ContentText>{course.name}</ContentText>
            </Link>
          </h3>
          <Badge tone={TONES[status]}>
            {isEndedUnreturned(order)
              ? t.ended
              : order.isMoved
                ? t.moved
                : isChecking
                  ? t.checking
                  : status === 'pending' && transfer
                    ? t.transfer[transfer.state]
                    : t.status[status]}
          </Badge>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>{schedule ? t.runs : t.format}</dt>
            <dd>{schedule ? formatDays(schedule.startsAt, schedule.endsAt, lang) : t.recorded}</dd>
          </div>
          <div>
            <dt>{t.reference}</dt>
            <dd>
              <bdi dir="ltr">{order.reference}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t.placed}</dt>
            <dd>{formatDay(order.createdAt, lang)}</dd>
          </div>
          <div>
            <dt>{t.total}</dt>
            <dd>{isPaidByOthers(order) ? t.nothingToPay : <Money halalas={order.totalHalalas} />}</dd>
          </div>
          {order.terms ? (
            <div className={styles.terms}>
              <dt>{t.terms}</dt>
              <dd>
                <Link to={links.policyVersion('terms', order.terms.version)}>
                  {t.termsVersion(order.terms.version, formatDay(order.terms.validFrom, lang))}
                </Link>
              </dd>
            </div>
          ) : null}
        </dl>
        <OrderStatusNote order={order} />
        <OrderParts order={order} serverNow={serverNow} heading="h4" />
        {failed && !isRefund && !isAccount ? (
          <Alert kind="error" about={failed}>
            {failed.failure.message}
          </Alert>
        ) : null}
        <OrderActions order={order} serverNow={serverNow} isOrderedAgain={isOrderedAgain} />
        {order.refundAccount ? (
          <RefundAccountForm
            order={order}
            ibanEnd={order.refundAccount.ibanEnd}
            failure={isAccount ? failed.failure : undefined}
            typed={isAccount ? failed.typed : undefined}
          />
        ) : null}
        <WithdrawRefund order={order} />
        {order.refundUntil ? (
          <RefundRequest
            order={order}
            until={order.refundUntil}
            failure={isRefund ? failed.failure : undefined}
            typed={isRefund ? failed.typed.reason : undefined}
          />
        ) : null}
      </div>
    </Card>
  )
}

/** Not a free course: nobody took its price down with a code, so a company has paid for the seat, or staff gave it. */
const isPaidByOthers = ({ totalHalalas, priceHalalas, couponCode }: Order) =>
  totalHalalas === 0 && priceHalalas > 0 && couponCode === null
