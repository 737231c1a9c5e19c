import type { Role } from '../../api/rights.ts'
import { useTexts } from '../../locales/texts.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'

/** The role of a member of staff or a trainer; nothing for learners. */
export function StaffRole({ role }: { role: Role }) {
  const { roles } = useTexts('shell')
  if (role === 'Student') return null
  return (
    <span>
      <Badge tone="mint">{roles[role]}</Badge>
    </span>
  )
}
