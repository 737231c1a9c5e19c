import { useDeskTexts } from '../../../desk/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { OrderCard } from '../staff-contract.ts'

const TONES = {
  pending: 'sand',
  paid: 'mint',
  refunded: 'deep',
  cancelled: 'sand',
  expired: 'sand',
  failed: 'clay',
} as const

export function OrderStatusBadge({ status }: { status: OrderCard['status'] }) {
  return <Badge tone={TONES[status]}>{useDeskTexts('sales').statuses[status]}</Badge>
}

const WAITS = ['requested', 'refused', 'unclear']

export function RefundBadge({ refund }: { refund: OrderCard['refund'] }) {
  const t = useDeskTexts('sales')
  if (!refund) return null
  return <Badge tone={WAITS.includes(refund) ? 'clay' : 'sand'}>{t.refundStatuses[refund]}</Badge>
}
