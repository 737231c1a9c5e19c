import type { Right } from '../../../api/rights.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ChoiceLinks } from '../../../ui/navigation/choice-links.tsx'

type Part = 'sales' | 'teaching' | 'visits'

/** Each report with the right that opens it, in the order of their links. */
const PARTS: Record<Part, { path: string; right: Right }> = {
  sales: { path: 'reports', right: 'invoices.view' },
  teaching: { path: 'reports/teaching', right: 'reports.teaching' },
  visits: { path: 'reports/visits', right: 'reports.visits' },
}

const openTo = (rights: readonly string[]) =>
  (Object.keys(PARTS) as Part[]).filter((part) => rights.includes(PARTS[part].right))

/** Where the page of reports leads somebody who may not see sales; undefined for those who may. */
export function firstReport(rights: readonly string[]): string | undefined {
  const [first] = openTo(rights)
  return first === undefined || first === 'sales' ? undefined : PARTS[first].path
}

/** The reports that the person may see; nothing where there is only one. */
export function ReportParts({ current, rights }: { current: Part; rights: readonly string[] }) {
  const t = useDeskTexts('reports')
  const lang = useLang()
  const parts = openTo(rights)
  if (parts.length < 2) return null
  return (
    <ChoiceLinks
      quiet
      label={t.parts.title}
      choices={parts.map((part) => ({
        label: t.parts[part],
        to: deskLink(lang, PARTS[part].path),
        isCurrent: current === part,
      }))}
    />
  )
}
