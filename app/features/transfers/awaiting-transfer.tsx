import { Form } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatMoney, formatTime, formatWeekday } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { CancelOrder } from '../orders/cancel-order.tsx'
import type { Order } from '../orders/order-contract.ts'
import { OrderOutcome } from '../orders/order-outcome.tsx'
import { OrderParts } from '../orders/parts/order-parts.tsx'
import { PlanField } from '../orders/parts/plan-field.tsx'
import styles from './awaiting-transfer.module.css'
import { BankDetails } from './bank-details.tsx'
import { ReceiptField } from './receipt-field.tsx'

type Props = {
  order: Order
  transfer: NonNullable<Order['transfer']>
  serverNow: string
  failure: FormFailure | undefined
}

/** An order awaiting a bank transfer: the bank details, the receipt, and the other options. */
export function AwaitingTransfer({ order, transfer, serverNow, failure }: Props) {
  const t = useTexts('orders')
  const lang = useLang()
  const { state, bank, answer, receivedHalalas } = transfer
  // The checkout page changes the method and cancels.
  const checkoutAddress = linksFor(lang).order(order.course.id, order.schedule?.id)
  const { until: keptUntil } = useTexts('profile').orders
  const { moment } = t.paymentMethod
  const until = order.expiresAt
  const errors = failure?.fields.file
  const received = formatMoney(receivedHalalas, lang)
  const missing = formatMoney(order.totalHalalas - order.unpaidHalalas - receivedHalalas, lang)
  const count = order.parts.length
  const waiting = count > 0 ? t.transfer.firstPart(count, missing) : t.transfer.lead.waiting
  const leads = { ...t.transfer.lead, waiting, rest: t.transfer.rest(received, missing) }
  return (
    <OrderOutcome kind="confirming" order={order} title={t.transfer.title[state]} lead={leads[state]}>
      <FormErrors failure={failure} labels={{ file: t.transfer.receiptTitle }} ids={{ file: 'receipt' }} />
      {answer === null ? null : (
        <Alert kind="warning" title={t.transfer.why}>
          <p dir="auto">{answer}</p>
        </Alert>
      )}
      {receivedHalalas > 0 && state !== 'rest' ? (
        <Alert kind="warning" title={t.transfer.partTitle}>
          <p>{state === 'received' ? t.transfer.part(received, missing) : t.transfer.rest(received, missing)}</p>
        </Alert>
      ) : null}
      {state === 'received' ? <p>{keptUntil(moment(formatWeekday(until, lang), formatTime(until, lang)))}</p> : null}
      {bank && state === 'received' ? (
        // Nothing is to be transferred now.
        <Disclosure summary={t.transfer.bankTitle}>
          <BankDetails order={order} bank={bank} serverNow={serverNow} />
        </Disclosure>
      ) : bank ? (
        <BankDetails order={order} bank={bank} serverNow={serverNow} />
      ) : null}
      <OrderParts order={order} serverNow={serverNow} />
      <ReceiptField
        address={`/api/Orders/${order.id}/receipt`}
        title={t.transfer.receiptTitle}
        receipt={transfer.receipt}
        isDeclined={state === 'declined'}
        errors={errors}
        intent="receipt"
      />
      <section className={styles.other} aria-labelledby="other-ways">
        <h2 id="other-ways" className={styles.title}>
          {t.transfer.otherTitle}
        </h2>
        {/* Another method would let go of a receipt that is being checked. */}
        {state === 'received' ? null : (
          <div className={styles.actions}>
            <Form method="post" action={checkoutAddress}>
              <input type="hidden" name="coupon" value={order.couponCode ?? ''} />
              <PlanField order={order} />
              <input type="hidden" name="method" value="online" />
              <SubmitButton name="intent" value="place" variant="quiet">
                {t.paymentMethod.toOnline}
              </SubmitButton>
            </Form>
          </div>
        )}
        <CancelOrder order={order} action={checkoutAddress} />
      </section>
    </OrderOutcome>
  )
}
