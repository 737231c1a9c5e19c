import { useTexts } from '../../locales/texts.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import type { CourseCard } from './course-contract.ts'
import { RECORDED } from './course-state.ts'

type Offer = Pick<CourseCard, 'state' | 'courseDeliveryMethod' | 'seatsLeft' | 'hasLessons'>

const TONES = {
  open: 'mint',
  free: 'mint',
  'few-seats': 'clay',
  full: 'sand',
  upcoming: 'sand',
  closed: 'sand',
} as const

/** The state of a course or run as a badge. */
export function StateBadge({ offer }: { offer: Offer }) {
  const t = useTexts('catalogue')
  return <Badge tone={TONES[offer.state]}>{stateText(offer, t)}</Badge>
}

/** The text of a state, with the number of seats when few are left. */
export function stateText(offer: Offer, t: ReturnType<typeof useTexts<'catalogue'>>) {
  const { state, seatsLeft } = offer
  if (state === 'few-seats') return t.seatsLeft(seatsLeft ?? 0)
  if (offer.courseDeliveryMethod === RECORDED && (state === 'open' || state === 'free')) {
    // What can be ordered but not begun is open for enrolment, and no more is promised.
    if (!offer.hasLessons) return t.states.open
    if (state === 'open') return t.states.recorded
  }
  return t.states[state]
}

/** The label of the button for the course's next step. */
export function useNextStep(offer: Omit<Offer, 'seatsLeft'>): string {
  const { actions } = useTexts('catalogue')
  if (offer.state !== 'open' || offer.courseDeliveryMethod !== RECORDED) return actions[offer.state]
  return offer.hasLessons ? actions.recorded : actions.beforeLessons
}
