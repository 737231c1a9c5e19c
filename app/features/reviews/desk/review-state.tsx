import { useDeskTexts } from '../../../desk/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { DeskReview } from '../contract.ts'

/** Whether visitors see it, and whether the institute has answered. */
export function ReviewState({ review: { hidden, answer } }: { review: DeskReview }) {
  const { states } = useDeskTexts('reviews')
  if (hidden) return <Badge tone="clay">{hidden.matched === null ? states.hidden : states.held}</Badge>
  return <Badge tone={answer ? 'mint' : 'sand'}>{answer ? states.answered : states.unanswered}</Badge>
}
