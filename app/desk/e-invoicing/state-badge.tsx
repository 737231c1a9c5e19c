import type { EInvoice } from '../../features/e-invoicing/contract.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { useDeskTexts } from '../texts.tsx'

const TONES = { waiting: 'sand', accepted: 'mint', warned: 'clay', refused: 'clay' } as const

export function StateBadge({ state }: Pick<EInvoice, 'state'>) {
  return <Badge tone={TONES[state]}>{useDeskTexts('eInvoicing').states[state]}</Badge>
}

/** A reason of the authority in its own words, or one of ours in the words of the desk. */
export function MessageText({ message: { code, message, category } }: { message: EInvoice['errors'][number] }) {
  const { own } = useDeskTexts('eInvoicing')
  if (category === 'own') return own[code] ?? code
  return (
    <bdi dir="ltr" lang="en">
      {message ? `${code}: ${message}` : code}
    </bdi>
  )
}
