import { Form } from 'react-router'
import { formatMoney } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './folded-form.module.css'
import type { Order } from './order-contract.ts'

type Props = {
  order: Order
  /** The page that cancels, unless it is this one. */
  action?: string
  /** Makes the accessible names unique where several orders are shown. */
  named?: (label: string) => string
}

/** Cancels an unpaid order in two steps: opened, it says what is lost, and only its button cancels. */
export function CancelOrder({ order, action, named = (label) => label }: Props) {
  const t = useTexts('orders').cancelling
  return (
    <details className={styles.request}>
      <summary className={styles.summary} aria-label={named(t.ask)}>
        <span>{t.ask}</span>
        <Icon name="chevron-down" size={18} />
      </summary>
      <Form method="post" {...(action ? { action } : {})} preventScrollReset className={styles.form}>
        <ul className={styles.lost}>
          <Lost order={order} />
        </ul>
        <input type="hidden" name="orderId" value={order.id} />
        <SubmitButton name="intent" value="cancel" variant="danger" size="small" aria-label={named(t.confirm)}>
          {t.confirm}
        </SubmitButton>
      </Form>
    </details>
  )
}

function Lost({ order: { schedule, transfer } }: { order: Order }) {
  const t = useTexts('orders').cancelling
  const lang = useLang()
  const received = transfer?.receivedHalalas ?? 0
  return (
    <>
      <li>{schedule ? t.lost.run : t.lost.recorded}</li>
      {transfer?.state === 'received' ? <li>{t.receipt}</li> : null}
      {received > 0 ? <li>{t.money(formatMoney(received, lang))}</li> : null}
      {transfer && received === 0 ? <li>{t.sent}</li> : null}
    </>
  )
}
