import { Form, useRevalidator } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import styles from './checkout.module.css'
import open from './open-order.module.css'
import type { Order } from './order-contract.ts'
import { OrderedCourse } from './ordered-course.tsx'
import { PriceLines } from './price-lines.tsx'

/** An order that waits for its payment: the seat is held while the time runs. */
export function OpenOrder({ order, serverNow }: { order: Order; serverNow: string }) {
  const t = useTexts('orders')
  const { revalidate } = useRevalidator()
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <OrderedCourse course={order.course} run={order.schedule} />
      </div>
      <Card as="aside" aria-labelledby="summary" className={styles.summary}>
        <h2 id="summary" className={styles.title}>
          {t.resumeTitle}
        </h2>
        <p className={open.clock}>
          <span>{t.timeLeft}</span>
          <strong>
            <Countdown
              until={order.expiresAt}
              serverNow={serverNow}
              doneLabel={t.timeOver}
              onDone={() => void revalidate()}
            />
          </strong>
        </p>
        <p className={styles.terms}>{t.resumeBody}</p>
        <PriceLines price={order} coupon={order.couponCode} />
        {order.paymentUrl ? (
          <ButtonLink to={order.paymentUrl} reloadDocument size="large" wide>
            {t.resume}
          </ButtonLink>
        ) : (
          <Form method="post" className={styles.form}>
            <input type="hidden" name="coupon" value={order.couponCode ?? ''} />
            <SubmitButton name="intent" value="place" size="large" wide>
              {t.resume}
            </SubmitButton>
          </Form>
        )}
        <Form method="post" className={styles.form}>
          <input type="hidden" name="orderId" value={order.id} />
          <SubmitButton name="intent" value="cancel" variant="plain" wide>
            {t.cancel}
          </SubmitButton>
        </Form>
      </Card>
    </div>
  )
}
