import { Fragment } from 'react'
import { formatTime, formatWeekday } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { PaymentMethod } from '../orders/order-parts-contract.ts'
import type { SeatKind } from '../orders/seat-kind.ts'
import styles from './payment-method-picker.module.css'

type Props = {
  seatKind: SeatKind
  /** The payment brands accepted online. */
  brands: string[]
  /** Until when the seat is held for a transfer. */
  transferUntil: string
  chosen?: PaymentMethod | undefined
}

/** The choice between paying now and a bank transfer, each with how long the order is held for it. */
export function PaymentMethodPicker({ seatKind, brands, transferUntil, chosen = 'online' }: Props) {
  const t = useTexts('orders').paymentMethod
  const lang = useLang()
  const until = t.moment(formatWeekday(transferUntil, lang), formatTime(transferUntil, lang))
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
      <label className={styles.method}>
        <input type="radio" name="method" value="transfer" defaultChecked={chosen === 'transfer'} required />
        <span className={styles.text}>
          <span className={styles.name}>
            {t.transfer} <Icon name="building" size={18} />
          </span>
          <span className={styles.hold}>{t.transferHold[seatKind](until)}</span>
        </span>
      </label>
    </fieldset>
  )
}
