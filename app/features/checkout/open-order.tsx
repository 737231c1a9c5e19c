import { Form, useRevalidator } from 'react-router'
import { formatMoney } from '../../locales/format.ts'
import { COMPANY_NAMES } from '../../locales/instalment-companies.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { isInstalmentCompany } from '../../platform/instalment-companies.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { CancelOrder } from '../orders/cancel-order.tsx'
import type { Order, OrderSummary } from '../orders/order-contract.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { OrderedCourse } from '../orders/ordered-course.tsx'
import { PlanField } from '../orders/parts/plan-field.tsx'
import { AT_ONCE } from '../orders/parts/plan-key.ts'
import { PriceLines } from '../orders/prices/price-lines.tsx'
import { TransferTime } from '../transfers/transfer-time.tsx'
import styles from './checkout.module.css'
import { CouponForm } from './coupon/coupon-form.tsx'
import openStyles from './open-order.module.css'
import type { OrderParams } from './order-params.ts'
import { PlannedParts } from './plan-picker.tsx'
import { TermsNote } from './terms-note.tsx'

type Props = {
  order: Order
  serverNow: string
  params: OrderParams
  couponError: string | undefined
  /** What a new order would cost, with the coupon of the address. */
  summary: OrderSummary
}

/** An unpaid order, with the time left for its payment. */
export function OpenOrder({ order, serverNow, params, couponError, summary }: Props) {
  const t = useTexts('orders')
  const lang = useLang()
  const orderLinks = orderLinksFor(lang)
  const isTransfer = order.method === 'transfer'
  const { revalidate } = useRevalidator()
  const { method } = order
  // A coupon that is added makes another order, at the price that the summary has; it stands where this one had none.
  const added = order.couponCode === null && summary.coupon?.valid ? summary : undefined
  const mayAddCoupon = !isTransfer && order.couponCode === null && order.totalHalalas > 0 && order.parts.length === 0
  const coupon = added?.coupon?.code ?? order.couponCode
  const failure = order.partPayment?.state === 'failed' ? order.partPayment.because : null
  const resume = isInstalmentCompany(method) ? t.paymentMethod.resumeWith(COMPANY_NAMES[method][lang]) : t.resume
  // While a receipt is being checked its order stays with the transfer: another method would let go of it unseen.
  const isUnderReview = order.transfer?.state === 'received'
  const isInParts = order.parts.length > 0
  // The coupon or the plan may have ended since the order was placed: then the summary is about another price.
  const isSamePrice = summary.totalHalalas === (added ?? order).totalHalalas
  const isKnown = isSamePrice && (!isInParts || order.parts[0]?.amountHalalas === summary.plan?.parts[0]?.amountHalalas)
  const others = [
    { method: 'online', label: t.paymentMethod.toOnline, isPossible: true, facts: null },
    ...summary.instalments.map(({ company, parts, firstHalalas, firstOfDepositHalalas }) => {
      const name = COMPANY_NAMES[company][lang]
      const asked = isInParts ? firstOfDepositHalalas : firstHalalas
      const facts = isInParts ? t.paymentMethod.instalmentsOfDeposit : t.paymentMethod.instalmentsFacts
      return {
        ...{ method: company, label: t.paymentMethod.instalments(name, parts), isPossible: asked !== null && isKnown },
        facts: asked === null ? null : facts(formatMoney(asked, lang), name),
      }
    }),
    { method: 'transfer', label: t.paymentMethod.toTransfer, isPossible: summary.transferUntil !== null, facts: null },
  ].filter(({ method, isPossible }) => isPossible && method !== order.method && !isUnderReview)
  const plan = isSamePrice ? summary.plan : null
  // Money that has arrived, or whose receipt is there, is for this order: its number and its sums stay.
  const mayChangePlan = !order.transfer || order.transfer.state === 'waiting' || order.transfer.state === 'declined'
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <OrderedCourse course={order.course} run={order.schedule} />
        {mayAddCoupon ? <CouponForm params={params} coupon={summary.coupon} error={couponError} /> : null}
      </div>
      <Card as="aside" aria-labelledby="summary" className={styles.summary}>
        <h2 id="summary" className={styles.title}>
          {t.resumeTitle}
        </h2>
        {isUnderReview ? null : isTransfer ? (
          <TransferTime until={order.expiresAt} serverNow={serverNow} />
        ) : (
          <p className={openStyles.clock}>
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
        )}
        <p className={styles.terms}>
          {isTransfer ? t.transfer.short[order.transfer?.state ?? 'waiting'] : t.resumeBody}
        </p>
        {failure ? (
          <Alert kind="error" title={t.paymentFailed.title}>
            <p>
              {failure} {t.paymentFailed.again}
            </p>
          </Alert>
        ) : null}
        <PriceLines price={added ?? order} coupon={coupon} />
        {isInParts ? <PlannedParts parts={order.parts} /> : null}
        {isTransfer ? (
          <ButtonLink to={orderLinks.approved(order.id)} size="large" wide>
            {t.paymentMethod.resumeTransfer}
          </ButtonLink>
        ) : order.paymentUrl && !added ? (
          <ButtonLink to={order.paymentUrl} reloadDocument size="large" wide>
            {resume}
          </ButtonLink>
        ) : (
          <Form method="post" className={styles.form}>
            <input type="hidden" name="coupon" value={coupon ?? ''} />
            <PlanField order={order} />
            <SubmitButton name="intent" value="place" size="large" wide>
              {resume}
            </SubmitButton>
          </Form>
        )}
        {others.map(({ method, label, facts }) => (
          <Form key={method} method="post" className={styles.form}>
            <input type="hidden" name="coupon" value={coupon ?? ''} />
            <PlanField order={order} />
            <input type="hidden" name="method" value={method} />
            <SubmitButton name="intent" value="place" variant="quiet" wide>
              {label}
            </SubmitButton>
            {facts ? <p className={`${styles.terms} ${openStyles.facts}`}>{facts}</p> : null}
          </Form>
        ))}
        {mayChangePlan && isInParts ? (
          <Form method="post" className={styles.form}>
            <input type="hidden" name="coupon" value={coupon ?? ''} />
            <input type="hidden" name="plan" value={AT_ONCE} />
            <SubmitButton name="intent" value="place" variant="quiet" wide>
              {t.parts.toWhole(formatMoney(order.totalHalalas, lang))}
            </SubmitButton>
            {isTransfer ? <p className={`${styles.terms} ${openStyles.facts}`}>{t.parts.newNumber}</p> : null}
          </Form>
        ) : mayChangePlan && plan ? (
          <Form method="post" className={styles.form}>
            <input type="hidden" name="coupon" value={coupon ?? ''} />
            <input type="hidden" name="plan" value={plan.key} />
            <SubmitButton name="intent" value="place" variant="quiet" wide>
              {t.parts.toParts(plan.parts.length)}
            </SubmitButton>
            <div className={openStyles.facts}>
              <PlannedParts parts={plan.parts} />
              <p className={styles.terms}>{t.parts.agreed}</p>
              {isTransfer ? <p className={styles.terms}>{t.parts.newNumber}</p> : null}
            </div>
          </Form>
        ) : null}
        <TermsNote />
        <CancelOrder order={order} />
      </Card>
    </div>
  )
}
