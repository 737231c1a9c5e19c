import { Form } from 'react-router'
import { useTexts } from '../../../locales/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import styles from '../folded-form.module.css'
import type { Order } from '../order-contract.ts'

type Props = {
  order: Order
  ibanEnd: string | null
  failure: FormFailure | undefined
  /** What was refused. */
  typed: { iban: string; holder: string } | undefined
}

/** The bank account for the refund of a bank transfer: open until it is given; it can be corrected afterwards. */
export function RefundAccountForm({ order, ibanEnd, failure, typed }: Props) {
  const t = useTexts('profile').orders
  const texts = t.refund.account
  const [ibanId, holderId] = [`iban-${order.id}`, `holder-${order.id}`]
  const isAsked = order.refund?.status === 'requested'
  const label = ibanEnd === null ? texts.give : texts.change
  return (
    <>
      {ibanEnd === null ? null : <p className={styles.hint}>{(isAsked ? texts.ifAgreed : texts.given)(ibanEnd)}</p>}
      <details className={styles.request} open={ibanEnd === null || failure !== undefined}>
        <summary className={styles.summary} aria-label={t.named(label, order.course.name)}>
          <span>{label}</span>
          <Icon name="chevron-down" size={18} />
        </summary>
        <Form method="post" noValidate preventScrollReset className={styles.form}>
          <FormErrors
            failure={failure}
            labels={{ iban: texts.iban, holder: texts.holder }}
            ids={{ iban: ibanId, holder: holderId }}
          />
          <p className={styles.hint}>{texts.why}</p>
          <input type="hidden" name="orderId" value={order.id} />
          <TextField
            id={ibanId}
            name="iban"
            label={texts.iban}
            hint={texts.ibanHint}
            errors={failure?.fields.iban}
            defaultValue={typed?.iban}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={42}
            required
          />
          <TextField
            id={holderId}
            name="holder"
            label={texts.holder}
            errors={failure?.fields.holder}
            defaultValue={typed?.holder}
            autoComplete="off"
            maxLength={100}
            required
          />
          <SubmitButton name="intent" value="refundAccount" variant="quiet" size="small">
            {texts.save}
          </SubmitButton>
        </Form>
      </details>
    </>
  )
}
