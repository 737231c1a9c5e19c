import { useDeskTexts } from '../../../desk/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { LeadStatus } from '../contract.ts'

const TONES = { received: 'clay', handling: 'sand', answered: 'mint', closed: 'deep' } as const

export function EnquiryStatus({ status }: { status: LeadStatus }) {
  return <Badge tone={TONES[status]}>{useDeskTexts('people').statuses[status]}</Badge>
}
