import { PAYMENT_BRANDS, type PaymentBrand } from '../locales/payment-brands.ts'
import styles from './payment-marks.module.css'

/** Where a brand's mark is in the file of drawings. */
const MARKS: Record<PaymentBrand, string> = {
  mada: 'mada',
  visa: 'visa',
  mastercard: 'mastercard',
  applepay: 'apple-pay',
  stcpay: 'stc-pay',
}

/** The drawings are ours, all in one hand. */
export function PaymentMarks({ brands, label }: { brands: PaymentBrand[]; label: string }) {
  return (
    <ul className={styles.marks} aria-label={label}>
      {brands.map((brand) => (
        <li key={brand}>
          <svg viewBox="0 0 64 36" width={56} height={32} role="img" aria-label={PAYMENT_BRANDS[brand]} lang="en">
            <use href={`/brand/payments.svg#${MARKS[brand]}`} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
