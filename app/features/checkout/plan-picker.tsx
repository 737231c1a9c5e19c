import { formatDay, formatMoney } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Money } from '../../ui/content/money.tsx'
import type { OrderSummary } from '../orders/order-contract.ts'
import methods from './payment-method-picker.module.css'
import styles from './plan-picker.module.css'

type Plan = NonNullable<OrderSummary['plan']>

/** The choice between paying the whole price and the institute's plan, with every amount and day of it. */
export function PlanPicker({ plan, totalHalalas, inParts }: { plan: Plan; totalHalalas: number; inParts: boolean }) {
  const t = useTexts('orders').parts
  const lang = useLang()
  return (
    <fieldset className={methods.methods}>
      <legend className={methods.legend}>{t.how}</legend>
      <label className={methods.method}>
        <input type="radio" name="plan" value="none" defaultChecked={!inParts} required />
        <span className={methods.text}>
          <span className={methods.name}>{t.whole}</span>
          <span className={methods.hold}>{t.wholeNow(formatMoney(totalHalalas, lang))}</span>
        </span>
      </label>
      <label className={methods.method}>
        <input type="radio" name="plan" value={plan.key} defaultChecked={inParts} required />
        <span className={methods.text}>
          <span className={methods.name}>{t.inParts(plan.parts.length)}</span>
          <PlannedParts parts={plan.parts} />
          <span className={methods.hold}>{t.agreed}</span>
        </span>
      </label>
    </fieldset>
  )
}

/** Each part with its day, before anything is paid. */
export function PlannedParts({
  parts,
}: {
  parts: readonly Pick<Plan['parts'][number], 'part' | 'amountHalalas' | 'dueAt'>[]
}) {
  const t = useTexts('orders').parts
  const lang = useLang()
  return (
    <span className={styles.parts}>
      {parts.map(({ part, amountHalalas, dueAt }) => (
        <span key={part} className={styles.part}>
          <Money halalas={amountHalalas} exact />
          <span>{part === 1 ? t.now : t.by(formatDay(dueAt, lang))}</span>
        </span>
      ))}
    </span>
  )
}
