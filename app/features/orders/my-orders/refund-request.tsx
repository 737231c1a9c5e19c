import { Form } from 'react-router'
import { formatTime, formatWeekday } from '../../../locales/format.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import styles from '../folded-form.module.css'
import type { Order } from '../order-contract.ts'

type Props = { order: Order; until: string; failure: FormFailure | undefined; typed: string | undefined }

/** The form that requests a refund: collapsed, since few need it; open again when the request failed. */
export function RefundRequest({ order, until, failure, typed }: Props) {
  const t = useTexts('profile').orders
  const { moment } = useTexts('orders').paymentMethod
  const lang = useLang()
  const isFree = order.totalHalalas === 0
  const label = isFree ? t.refund.giveUp : t.refund.ask
  const errors = failure?.fields.reason
  return (
    <details className={styles.request} open={failure !== undefined}>
      <summary className={styles.summary} aria-label={t.named(label, order.course.name)}>
        <span>{label}</span>
        <Icon name="chevron-down" size={18} />
      </summary>
      <Form method="post" noValidate preventScrollReset className={styles.form}>
        <FormErrors failure={failure} labels={{ reason: t.refund.reason }} ids={{ reason: `reason-${order.id}` }} />
        <p className={styles.hint}>{t.refund.until(moment(formatWeekday(until, lang), formatTime(until, lang)))}</p>
        <input type="hidden" name="orderId" value={order.id} />
        <TextAreaField
          id={`reason-${order.id}`}
          name="reason"
          label={t.refund.reason}
          errors={errors}
          defaultValue={typed}
          rows={3}
          maxLength={1000}
          required
        />
        <SubmitButton name="intent" value="refund" variant="quiet" size="small">
          {isFree ? t.refund.sendGiveUp : t.refund.send}
        </SubmitButton>
      </Form>
    </details>
  )
}
