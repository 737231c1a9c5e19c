import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ChoiceLinks } from '../../../ui/navigation/choice-links.tsx'

const PATHS = { list: 'enquiries', templates: 'enquiries/templates', criteria: 'enquiries/criteria' } as const
type Part = keyof typeof PATHS

/** The pages of enquiries. */
export function EnquiryParts({ current, mayManage }: { current: Part; mayManage: boolean }) {
  const t = useDeskTexts('enquiries')
  const lang = useLang()
  return (
    <ChoiceLinks
      quiet
      label={t.parts.label}
      choices={(Object.keys(PATHS) as Part[])
        .filter((part) => mayManage || part !== 'criteria')
        .map((part) => ({
          label: t.parts[part],
          to: deskLink(lang, PATHS[part]),
          isCurrent: current === part,
        }))}
    />
  )
}
