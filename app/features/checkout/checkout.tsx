import { Form } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatMoney } from '../../locales/format.ts'
import type { BrandMark } from '../../locales/payment-brands.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { Money } from '../../ui/content/money.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { BottomBar } from '../../ui/layout/bottom-bar.tsx'
import type { OrderSummary } from '../orders/order-contract.ts'
import type { PaymentMethod } from '../orders/order-parts-contract.ts'
import { OrderedCourse } from '../orders/ordered-course.tsx'
import { PriceLines } from '../orders/prices/price-lines.tsx'
import { seatKindOf } from '../orders/seat-kind.ts'
import styles from './checkout.module.css'
import { CouponForm } from './coupon/coupon-form.tsx'
import type { OrderParams } from './order-params.ts'
import { PaymentMarks } from './payment-marks.tsx'
import { PaymentMethodPicker } from './payment-method-picker.tsx'
import { PlanPicker } from './plan-picker.tsx'
import { TermsNote } from './terms-note.tsx'

type Props = {
  /** The address of this page with its coupon: where a guest returns after signing in. */
  here: string
  params: OrderParams
  summary: OrderSummary
  couponError: string | undefined
  isGuest: boolean
  brands: BrandMark[]
  /** The payment method chosen in a form that failed. */
  method: PaymentMethod | undefined
  /** Whether that form had chosen to pay in parts. */
  inParts: boolean
  /** The amounts of the parts in which it can be paid, whose days only a signed-in learner sees; empty where it cannot. */
  planned: number[]
}

/** The id of the form that places the order. */
const FORM = 'place-order'

/** What is ordered, what it costs, and how to pay. */
export function Checkout({ here, params, summary, couponError, isGuest, brands, method, inParts, planned }: Props) {
  const t = useTexts('orders')
  const { parts } = t
  const lang = useLang()
  const links = linksFor(lang)
  const { course, schedule, coupon, totalHalalas, priceHalalas } = summary
  const seatKind = seatKindOf(course)
  const transferUntil = totalHalalas > 0 ? summary.transferUntil : null
  const hasChoice = transferUntil !== null || summary.instalments.length > 0
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <OrderedCourse
          note={schedule ? t.seatsLeft(schedule.seatsLeft) : undefined}
          course={course}
          run={schedule}
          changeRun={schedule ? links.order(course.id, undefined, params.coupon) : undefined}
        />
        {priceHalalas > 0 && <CouponForm params={params} coupon={coupon} error={couponError} />}
      </div>
      <Card as="aside" aria-labelledby="summary" className={styles.summary}>
        <h2 id="summary" className={styles.title}>
          {t.summary}
        </h2>
        <PriceLines price={summary} coupon={coupon?.valid ? coupon.code : undefined} />
        {isGuest ? (
          <SignInPrompt here={here} />
        ) : (
          <Form method="post" id={FORM} className={styles.form}>
            <input type="hidden" name="coupon" value={coupon?.valid ? coupon.code : ''} />
            {summary.plan && <PlanPicker plan={summary.plan} totalHalalas={totalHalalas} inParts={inParts} />}
            {hasChoice && (
              <PaymentMethodPicker
                seatKind={seatKind}
                brands={summary.onlineMethods}
                transferUntil={transferUntil}
                instalments={summary.instalments}
                hasPlan={summary.plan !== null}
                chosen={method}
              />
            )}
            <PlaceButton summary={summary} className={styles.inForm} />
          </Form>
        )}
        {totalHalalas > 0 && (
          <ul className={styles.notes}>
            {isGuest && planned.length > 0 && (
              <li>
                <Icon name="coins" size={18} />
                {parts.guest(planned.length, formatMoney(planned[0]!, lang))}
              </li>
            )}
            {(isGuest || !hasChoice) && (
              <li>
                <Icon name="clock" size={18} />
                {t.holdNote[seatKind]}
              </li>
            )}
            <li>
              <Icon name="lock" size={18} />
              {t.securePayment}
            </li>
          </ul>
        )}
        {totalHalalas > 0 && (isGuest || !hasChoice) && <PaymentMarks brands={brands} label={t.brands} />}
        <TermsNote />
      </Card>
    </div>
  )
}

/**
 * Keeps what is paid now, by the choices of the form, and the button at the bottom of a phone's screen, where they replace
 * the button of the form.
 */
export function CheckoutBar({ summary }: { summary: OrderSummary }) {
  const t = useTexts('orders')
  const deposit = summary.plan?.parts[0]?.amountHalalas
  const now = [
    ...(deposit === undefined ? [] : [{ of: 'plan', halalas: deposit }]),
    ...summary.instalments.flatMap(({ company, firstHalalas, firstOfDepositHalalas }) => [
      { of: company, halalas: firstHalalas },
      ...(firstOfDepositHalalas === null ? [] : [{ of: `${company} plan`, halalas: firstOfDepositHalalas }]),
    ]),
  ]
  return (
    <BottomBar>
      <p className={styles.total}>
        <span className="visually-hidden">{t.total}: </span>
        <Money halalas={summary.totalHalalas} exact={summary.priceHalalas > 0} />
      </p>
      {now.map(({ of, halalas }) => (
        <p key={of} data-now={of}>
          <small>{t.parts.payNow}</small> <Money halalas={halalas} exact />
        </p>
      ))}
      <PlaceButton summary={summary} form={FORM} />
    </BottomBar>
  )
}

function PlaceButton({ summary, ...place }: { summary: OrderSummary; form?: string; className?: string | undefined }) {
  const t = useTexts('orders')
  return (
    <SubmitButton {...place} name="intent" value="place" size="large" wide>
      {summary.totalHalalas === 0 ? t.placeFree : t.placeOrder[seatKindOf(summary.course)]}
    </SubmitButton>
  )
}

function SignInPrompt({ here }: { here: string }) {
  const t = useTexts('orders')
  const links = linksFor(useLang())
  return (
    <div className={styles.guest}>
      <p className={styles.guestTitle}>{t.guestTitle}</p>
      <p>{t.guestBody}</p>
      <ButtonLink to={links.accounts(here)} size="large" wide>
        {t.createAccount}
      </ButtonLink>
      <ButtonLink to={links.login(here)} variant="quiet" wide>
        {t.login}
      </ButtonLink>
    </div>
  )
}
