import { useDeskTexts } from '../../../desk/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { DeskReview } from '../contract.ts'

/** Whether visitors see it, and whether the institute has answered. */
export function ReviewState({ review: { hidden, answer } }: { review: DeskReview }) {
  const { badges } = useDeskTexts('reviews')
  if (hidden) return <Badge tone="clay">{hidden.matched === null ? badges.hidden : badges.held}</Badge>
  return <Badge tone={answer ? 'mint' : 'sand'}>{answer ? badges.answered : badges.unanswered}</Badge>
}
