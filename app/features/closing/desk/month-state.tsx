import { useDeskTexts } from '../../../desk/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { ListedMonth } from '../contract.ts'

const TONES = { closed: 'mint', next: 'clay', waiting: 'sand', running: 'sand' } as const

export function MonthState({ state }: { state: ListedMonth['state'] }) {
  const t = useDeskTexts('closing')
  return <Badge tone={TONES[state]}>{t.states[state]}</Badge>
}
