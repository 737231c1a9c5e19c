import { Form, Link } from 'react-router'
import { linksFor, withQuery } from '../../../links.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { FieldRow, FieldRowControl } from '../../../ui/fields/field-row.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { OrderSummary } from '../../orders/order-contract.ts'
import type { OrderParams } from '../order-params.ts'
import styles from './coupon-form.module.css'

type Props = { params: OrderParams; coupon: OrderSummary['coupon']; error: string | undefined }

/** A GET form: the coupon is part of the address, so it survives signing in. */
export function CouponForm({ params, coupon, error }: Props) {
  const t = useTexts('orders')
  const links = linksFor(useLang())
  const place = links.order(params.courseId, params.scheduleId)
  const here = params.again ? withQuery(place, { again: 1 }) : place
  const reason = error ?? (coupon?.valid === false ? coupon.reason : undefined)
  if (coupon?.valid) {
    return (
      <p className={styles.applied} data-arrival tabIndex={-1}>
        <Icon name="success" />
        <span>{t.couponApplied(coupon.code)}</span>
        <Link to={here} preventScrollReset>
          {t.removeCoupon}
        </Link>
      </p>
    )
  }
  return (
    <Card>
      <Form method="get" action={place} preventScrollReset noValidate>
        {params.again ? <input type="hidden" name="again" value="1" /> : null}
        <FieldRow width="search">
          <TextField
            key={params.coupon}
            name="coupon"
            label={t.couponQuestion}
            hint={t.couponHint}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={50}
            required
            errors={reason ? [reason] : undefined}
            defaultValue={params.coupon}
          />
          <FieldRowControl>
            <SubmitButton variant="quiet">{t.applyCoupon}</SubmitButton>
          </FieldRowControl>
        </FieldRow>
      </Form>
    </Card>
  )
}
