import { useDeskTexts } from '../../../desk/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { EditedCourse } from '../desk-contract.ts'

const TONES = { draft: 'sand', scheduled: 'clay', published: 'mint', archived: 'deep' } as const

export function StateBadge({ state }: { state: EditedCourse['state'] }) {
  return <Badge tone={TONES[state]}>{useDeskTexts('courses').states[state]}</Badge>
}
