import { useRevalidator } from 'react-router'
import { linksFor } from '../../../links.ts'
import { formatTime, formatWeekday } from '../../../locales/format.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Countdown } from '../../../ui/feedback/countdown.tsx'
import { CancelOrder } from '../cancel-order.tsx'
import type { Order } from '../order-contract.ts'
import { complaintLink, orderLinksFor } from '../order-links.ts'
import { isOverdue } from '../overdue.ts'
import { OrderDocuments } from './order-documents.tsx'
import styles from './order-row.module.css'

type Props = { order: Order; serverNow: string }

/**
 * The actions that an order's status allows.
 * @param isOrderedAgain whether the learner has a later order of the course, which is open or paid
 */
export function OrderActions({ order, serverNow, isOrderedAgain }: Props & { isOrderedAgain: boolean }) {
  if (order.status === 'pending' && isOverdue(order, serverNow)) return <BeingChecked order={order} />
  if (order.status === 'pending') return <Open order={order} serverNow={serverNow} />
  return order.status === 'paid' || order.status === 'refunded' ? (
    <Bought order={order} />
  ) : (
    <Ended order={order} isOrderedAgain={isOrderedAgain} />
  )
}

/** The text of a button; its accessible name adds the course. */
function useNamed({ course }: Order) {
  const t = useTexts('profile').orders
  return (action: string) => ({ children: action, 'aria-label': t.named(action, course.name) })
}

function Bought({ order }: { order: Order }) {
  const t = useTexts('profile').orders
  const lang = useLang()
  const orderLinks = orderLinksFor(lang)
  const named = useNamed(order)
  const to = order.status === 'paid' ? orderLinks.approved(order.id) : orderLinks.canceled(order.id)
  return (
    <div className={styles.actions}>
      <ButtonLink to={to} variant="quiet" size="small" {...named(t.details)} />
      {order.calendarUrl ? (
        <ButtonLink
          to={order.calendarUrl}
          reloadDocument
          variant="quiet"
          size="small"
          icon="calendar"
          {...named(t.calendar)}
        />
      ) : null}
      <OrderDocuments order={order} size="small" />
      <ButtonLink to={complaintLink(lang, order.reference)} variant="plain" size="small" {...named(t.complain)} />
    </div>
  )
}

function BeingChecked({ order }: { order: Order }) {
  const t = useTexts('profile').orders
  const lang = useLang()
  const named = useNamed(order)
  return (
    <div className={styles.actions}>
      <ButtonLink to={orderLinksFor(lang).approved(order.id)} size="small" {...named(t.details)} />
    </div>
  )
}

function Ended({ order, isOrderedAgain }: { order: Order; isOrderedAgain: boolean }) {
  const t = useTexts('profile').orders
  const lang = useLang()
  const named = useNamed(order)
  const { moved } = useTexts('orders').canceled
  const { movedTo } = order
  return (
    <div className={styles.actions}>
      {movedTo ? (
        <ButtonLink to={orderLinksFor(lang).approved(movedTo.id)} variant="quiet" size="small">
          {moved.open(movedTo.reference)}
        </ButtonLink>
      ) : isOrderedAgain ? (
        <ButtonLink to={orderLinksFor(lang).canceled(order.id)} variant="quiet" size="small" {...named(t.details)} />
      ) : (
        <ButtonLink to={linksFor(lang).course(order.course.slug)} variant="quiet" size="small" {...named(t.again)} />
      )}
    </div>
  )
}

function Open({ order, serverNow }: Props) {
  const t = useTexts('profile').orders
  const lang = useLang()
  const links = linksFor(lang)
  const named = useNamed(order)
  const { course, schedule, transfer } = order
  return (
    <>
      {transfer ? <HeldUntil until={order.expiresAt} /> : <TimeLeft order={order} serverNow={serverNow} />}
      <div className={styles.actions}>
        {transfer ? (
          <ButtonLink to={orderLinksFor(lang).approved(order.id)} size="small" {...named(t.transferDetails)} />
        ) : (
          <ButtonLink
            to={order.paymentUrl ?? links.order(course.id, schedule?.id)}
            reloadDocument={order.paymentUrl !== null}
            size="small"
            {...named(t.resume)}
          />
        )}
      </div>
      <CancelOrder order={order} named={(label) => t.named(label, course.name)} />
    </>
  )
}

function HeldUntil({ until }: { until: string }) {
  const t = useTexts('profile').orders
  const { moment } = useTexts('orders').paymentMethod
  const lang = useLang()
  return <p className={styles.clock}>{t.until(moment(formatWeekday(until, lang), formatTime(until, lang)))}</p>
}

function TimeLeft({ order, serverNow }: Props) {
  const t = useTexts('profile').orders
  const { revalidate } = useRevalidator()
  return (
    <p className={styles.clock}>
      {t.timeLeft}{' '}
      <strong>
        <Countdown
          until={order.expiresAt}
          serverNow={serverNow}
          doneLabel={t.timeOver}
          onDone={() => void revalidate()}
        />
      </strong>
    </p>
  )
}
