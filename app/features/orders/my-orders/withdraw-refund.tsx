import { Form } from 'react-router'
import { useTexts } from '../../../locales/texts.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import styles from '../folded-form.module.css'
import type { Order } from '../order-contract.ts'

type Props = {
  order: Order
  /** The page that withdraws, unless it is this one. */
  action?: string
}

/** Takes back a request that waits for staff, in two steps: opened, it says what follows, and only its button does it. */
export function WithdrawRefund({ order, action }: Props) {
  const t = useTexts('profile').orders
  if (order.refund?.status !== 'requested') return null
  const { means, confirm, ...texts } = t.refund.withdrawal
  const ask = order.totalHalalas === 0 ? texts.askFree : texts.ask
  return (
    <details className={styles.request}>
      <summary className={styles.summary} aria-label={t.named(ask, order.course.name)}>
        <span>{ask}</span>
        <Icon name="chevron-down" size={18} />
      </summary>
      <Form method="post" {...(action ? { action } : {})} preventScrollReset className={styles.form}>
        <p className={styles.hint}>{means}</p>
        <input type="hidden" name="orderId" value={order.id} />
        <SubmitButton
          name="intent"
          value="withdrawRefund"
          variant="quiet"
          size="small"
          aria-label={t.named(confirm, order.course.name)}
        >
          {confirm}
        </SubmitButton>
      </Form>
    </details>
  )
}
