import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ChoiceLinks } from '../../../ui/navigation/choice-links.tsx'

const PATHS = { misses: 'searches', synonyms: 'searches/synonyms' } as const

/** The pages about the search of the site. */
export function SearchParts({ current }: { current: keyof typeof PATHS }) {
  const t = useDeskTexts('searches')
  const lang = useLang()
  return (
    <ChoiceLinks
      quiet
      label={t.parts}
      choices={[
        { label: t.title, to: deskLink(lang, PATHS.misses), isCurrent: current === 'misses' },
        { label: t.synonyms, to: deskLink(lang, PATHS.synonyms), isCurrent: current === 'synonyms' },
      ]}
    />
  )
}
