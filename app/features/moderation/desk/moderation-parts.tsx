import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ChoiceLinks } from '../../../ui/navigation/choice-links.tsx'

/** The two pages of moderation. */
export function ModerationParts({ current }: { current: 'cases' | 'bans' }) {
  const t = useDeskTexts('people').moderation
  const lang = useLang()
  return (
    <ChoiceLinks
      quiet
      label={t.title}
      choices={[
        { label: t.cases, to: deskLink(lang, 'moderation'), isCurrent: current === 'cases' },
        { label: t.bans, to: deskLink(lang, 'moderation/bans'), isCurrent: current === 'bans' },
      ]}
    />
  )
}
