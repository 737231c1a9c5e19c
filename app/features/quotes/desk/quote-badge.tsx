import { useDeskTexts } from '../../../desk/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { ShownState } from '../terms.ts'

const TONES: Record<ShownState, 'sand' | 'deep' | 'mint' | 'clay'> = {
  ...{ draft: 'sand', sent: 'deep', accepted: 'mint', declined: 'clay', withdrawn: 'clay', expired: 'clay' },
}

export function QuoteBadge({ state }: { state: ShownState }) {
  const t = useDeskTexts('quotes')
  return <Badge tone={TONES[state]}>{t.states[state]}</Badge>
}
