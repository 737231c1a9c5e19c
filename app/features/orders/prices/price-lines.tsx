import { useTexts } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import type { Price } from '../order-contract.ts'
import styles from './price-lines.module.css'

/** Price, discount, total and VAT; the same before and after the payment. */
export function PriceLines({ price, coupon }: { price: Price; coupon?: string | null | undefined }) {
  const t = useTexts('orders')
  return (
    <dl className={styles.lines}>
      {price.priceHalalas > 0 && (
        <div>
          <dt>{price.discountHalalas > 0 || coupon ? t.priceBefore : t.price}</dt>
          <dd>
            <Money halalas={price.priceHalalas} exact />
          </dd>
        </div>
      )}
      {(price.discountHalalas > 0 || coupon) && (
        <div className={styles.discount}>
          <dt>
            {t.discount}
            {coupon && (
              <>
                {' '}
                (<bdi dir="ltr">{coupon}</bdi>)
              </>
            )}
          </dt>
          <dd>
            <Money halalas={-price.discountHalalas} exact />
          </dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>{t.total}</dt>
        <dd>
          <Money halalas={price.totalHalalas} exact={price.priceHalalas > 0} size="large" />
        </dd>
      </div>
      {price.vatHalalas > 0 ? (
        <div className={styles.vat}>
          <dt>{t.vatInside(String(price.vatRatePercent))}</dt>
          <dd>
            <Money halalas={price.vatHalalas} exact size="small" />
          </dd>
        </div>
      ) : (
        price.totalHalalas > 0 &&
        price.vatTreatment !== 'none' && (
          <div className={styles.vat}>
            <dt>{t.noVat}</dt>
          </div>
        )
      )}
    </dl>
  )
}
