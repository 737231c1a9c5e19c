import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ChoiceLinks } from '../../../ui/navigation/choice-links.tsx'

type Part = 'cases' | 'appeals' | 'bans' | 'filters'

const PATHS: Record<Part, string> = {
  cases: 'moderation',
  appeals: 'moderation/appeals',
  bans: 'moderation/bans',
  filters: 'moderation/filters',
}

/** The pages of moderation. */
export function ModerationParts({ current }: { current: Part }) {
  const t = useDeskTexts('people').moderation
  const lang = useLang()
  return (
    <ChoiceLinks
      quiet
      label={t.title}
      choices={(Object.keys(PATHS) as Part[]).map((part) => ({
        label: t[part],
        to: deskLink(lang, PATHS[part]),
        isCurrent: current === part,
      }))}
    />
  )
}
