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

type Ended = Pick<OrderCard, 'status' | 'isMoved' | 'isChargedBack'>

export function OrderStatusBadge({ order: { status, isMoved, isChargedBack } }: { order: Ended }) {
  const { statuses, endings } = useDeskTexts('sales')
  const text = isMoved ? endings.moved : isChargedBack ? endings.chargedBack : statuses[status]
  return <Badge tone={TONES[status]}>{text}</Badge>
}

const WAITS = ['requested', 'refused', 'unclear']

/** @param ended the order of a list, whose own badge says what became of money that was not sent back */
export function RefundBadge({ refund, ended }: { refund: OrderCard['refund']; ended?: Ended }) {
  const t = useDeskTexts('sales')
  if (!refund || (refund === 'done' && (ended?.isMoved || ended?.isChargedBack))) return null
  return <Badge tone={WAITS.includes(refund) ? 'clay' : 'sand'}>{t.refundStatuses[refund]}</Badge>
}
