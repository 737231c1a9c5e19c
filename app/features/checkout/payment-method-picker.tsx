import { Fragment } from 'react'
import { formatMoney, formatTime, formatWeekday } from '../../locales/format.ts'
import { COMPANY_NAMES } from '../../locales/instalment-companies.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { OrderSummary } from '../orders/order-contract.ts'
import type { PaymentMethod } from '../orders/order-parts-contract.ts'
import type { SeatKind } from '../orders/seat-kind.ts'
import styles from './payment-method-picker.module.css'

type Props = {
  seatKind: SeatKind
  /** The payment brands accepted online. */
  brands: string[]
  /** Until when the seat is held for a transfer; null where that is not possible. */
  transferUntil: string | null
  instalments: OrderSummary['instalments']
  /** Whether the form asks beside it for the whole price or the parts of a plan. */
  hasPlan: boolean
  chosen?: PaymentMethod | undefined
}

/** The choice between paying now, an instalment company and a bank transfer, each with how long the order is held for it. */
export function PaymentMethodPicker({
  seatKind,
  brands,
  transferUntil,
  instalments,
  hasPlan,
  chosen = 'online',
}: Props) {
  const t = useTexts('orders').paymentMethod
  const lang = useLang()
  return (
    <fieldset className={styles.methods}>
      <legend className={styles.legend}>{t.title}</legend>
      <label className={styles.method}>
        <input type="radio" name="method" value="online" defaultChecked={chosen === 'online'} required />
        <span className={styles.text}>
          <span className={styles.name}>
            {t.online} <Icon name="lock" size={18} />
          </span>
          <span className={styles.brands}>
            {brands.map((brand, index) => (
              <Fragment key={brand}>
                {index > 0 ? <span className="visually-hidden">{t.comma}</span> : null}
                <bdi>{brand}</bdi>
              </Fragment>
            ))}
          </span>
          <span className={styles.hold}>{t.onlineHold[seatKind]}</span>
        </span>
      </label>
      {instalments.map(({ company, parts, firstHalalas, firstOfDepositHalalas }) => (
        <label key={company} className={styles.method}>
          <input type="radio" name="method" value={company} defaultChecked={chosen === company} required />
          <span className={styles.text}>
            <span className={styles.name}>{t.instalments(COMPANY_NAMES[company][lang], parts)}</span>
            <span className={styles.hold} data-of="whole">
              {t.instalmentsFacts(formatMoney(firstHalalas, lang), COMPANY_NAMES[company][lang])}
            </span>
            {hasPlan ? (
              <span className={styles.hold} data-of="plan">
                {firstOfDepositHalalas === null
                  ? t.notInParts(COMPANY_NAMES[company][lang])
                  : t.instalmentsOfDeposit(formatMoney(firstOfDepositHalalas, lang), COMPANY_NAMES[company][lang])}
              </span>
            ) : null}
          </span>
        </label>
      ))}
      {transferUntil && (
        <label className={styles.method}>
          <input type="radio" name="method" value="transfer" defaultChecked={chosen === 'transfer'} required />
          <span className={styles.text}>
            <span className={styles.name}>
              {t.transfer} <Icon name="building" size={18} />
            </span>
            <span className={styles.hold}>
              {t.transferHold[seatKind](t.moment(formatWeekday(transferUntil, lang), formatTime(transferUntil, lang)))}
            </span>
          </span>
        </label>
      )}
    </fieldset>
  )
}
