import { Form, Link, useRevalidator } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatDay } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Money } from '../../ui/money.tsx'
import { Picture } from '../../ui/picture.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { Words } from '../../ui/words.tsx'
import { complaintLink } from '../leads/lead-links.ts'
import type { Order, OrderStatus } from './order-contract.ts'
import { orderLinksFor } from './order-links.ts'
import styles from './order-row.module.css'

const TONES = {
  pending: 'clay',
  paid: 'mint',
  refunded: 'sand',
  cancelled: 'sand',
  expired: 'sand',
  failed: 'sand',
} as const satisfies Record<OrderStatus, string>

/** One order among the learner's: what it is of, how it stands, and what can be done about it. */
export function OrderRow({ order, serverNow }: { order: Order; serverNow: string }) {
  const t = useTexts('profile').orders
  const lang = useLang()
  const links = linksFor(lang)
  const { course, schedule, status } = order
  return (
    <Card as="li" className={styles.row}>
      <Picture src={course.image} alt="" width={160} height={88} className={styles.cover} />
      <div className={styles.body}>
        <div className={styles.head}>
          <h3>
            <Link to={links.course(course.slug)}>
              <Words>{course.name}</Words>
            </Link>
          </h3>
          <Badge tone={TONES[status]}>{t.status[status]}</Badge>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>{t.runs}</dt>
            <dd>
              {schedule ? (
                <>
                  {formatDay(schedule.startsAt, lang)} – {formatDay(schedule.endsAt, lang)}
                </>
              ) : (
                t.recorded
              )}
            </dd>
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
            <dd>
              <Money halalas={order.totalHalalas} />
            </dd>
          </div>
        </dl>
        {order.endedBecause ? <p className={styles.why}>{order.endedBecause}</p> : null}
        <Actions order={order} serverNow={serverNow} />
      </div>
    </Card>
  )
}

function Actions({ order, serverNow }: { order: Order; serverNow: string }) {
  const t = useTexts('profile').orders
  const lang = useLang()
  const links = linksFor(lang)
  const orderLinks = orderLinksFor(lang)
  const { revalidate } = useRevalidator()
  const { course, schedule, status } = order
  const named = (action: string) => ({ children: action, 'aria-label': t.named(action, course.name) })
  if (status === 'paid' || status === 'refunded') {
    const to = status === 'paid' ? orderLinks.approved(order.id) : orderLinks.canceled(order.id)
    return (
      <div className={styles.actions}>
        <ButtonLink to={to} variant="quiet" size="small" {...named(t.details)} />
        <ButtonLink to={complaintLink(lang, order.reference)} variant="plain" size="small" {...named(t.complain)} />
      </div>
    )
  }
  if (status !== 'pending') {
    return (
      <div className={styles.actions}>
        <ButtonLink to={links.course(course.slug)} variant="quiet" size="small" {...named(t.again)} />
      </div>
    )
  }
  const resumeAt = order.paymentUrl ?? links.order(course.id, schedule?.id)
  return (
    <>
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
      <div className={styles.actions}>
        <ButtonLink to={resumeAt} reloadDocument={order.paymentUrl !== null} size="small" {...named(t.resume)} />
        <Form method="post" preventScrollReset>
          <input type="hidden" name="orderId" value={order.id} />
          <SubmitButton variant="plain" size="small" {...named(t.cancel)} />
        </Form>
      </div>
    </>
  )
}
