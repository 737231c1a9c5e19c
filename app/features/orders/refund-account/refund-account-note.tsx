import { Link } from 'react-router'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { sectionAddress } from '../../profile/profile-sections.ts'
import type { Order } from '../order-contract.ts'

/** Says that a refund waits for the learner's bank account, whose form is in the list of orders. */
export function RefundAccountNote({ order }: { order: Order }) {
  const t = useTexts('profile').orders.refund.account
  const lang = useLang()
  if (order.refundAccount?.ibanEnd !== null) return null
  return (
    <Alert kind="warning" title={t.needed}>
      <p>
        {t.neededWhy} <Link to={sectionAddress('orders', lang)}>{t.give}</Link>
      </p>
    </Alert>
  )
}
