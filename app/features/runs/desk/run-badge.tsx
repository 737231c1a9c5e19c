import { useDeskTexts } from '../../../desk/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'

const TONES = { coming: 'mint', running: 'deep', ended: 'sand', cancelled: 'clay' } as const

export function RunBadge({ phase }: { phase: keyof typeof TONES }) {
  const t = useDeskTexts('runs')
  return <Badge tone={TONES[phase]}>{t.states[phase]}</Badge>
}
