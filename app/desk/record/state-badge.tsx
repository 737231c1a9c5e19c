import type { RecordState } from '../../features/revisions/publication.ts'
import { Badge } from '../../ui/feedback/badge.tsx'

const TONES = { draft: 'sand', scheduled: 'clay', published: 'mint', archived: 'deep' } as const

/** @param names of the states, in the gender of the record */
export function StateBadge({ state, names }: { state: RecordState; names: Record<RecordState, string> }) {
  return <Badge tone={TONES[state]}>{names[state]}</Badge>
}
