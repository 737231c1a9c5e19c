import { inLang } from '../locales/localized.ts'
/** The filter by company: found by its name or a number. */
import { useLang } from '../locales/texts.tsx'
import type { PageRequest } from '../request-context.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { deskLink } from './desk-links.ts'
import { useDeskTexts } from './texts.tsx'
import { ChoiceLinks } from './ui/lists/choice-links.tsx'
import { Panel } from './ui/panel.tsx'

type Company = { id: number; name: string }
export type CompanyFilter = {
  company?: Company
  /** What was searched fits several companies or none: one has to be chosen first. */
  found?: Company[]
}

type Place = { path: string; query: Record<string, string> }

const MAX_FOUND = 12

/** @param asked the id of a company, or words of its name */
export async function companyFilter({ api, lang }: PageRequest, asked: string | undefined): Promise<CompanyFilter> {
  if (asked === undefined) return {}
  if (/^\d{1,9}$/.test(asked)) {
    const { id, name } = await api.companies.company({ id: Number(asked) })
    return { company: { id, name: inLang(name, lang) } }
  }
  const { items } = await api.companies.companies({ query: asked, limit: MAX_FOUND } as object)
  const found = items.map(({ id, name }) => ({ id, name }))
  return found.length === 1 ? { company: found[0]! } : { found }
}

/** The company that was found, with a link that takes it away. */
export function ChosenCompany({ filter: { company }, path, query }: Place & { filter: CompanyFilter }) {
  const { orders: t } = useDeskTexts('sales')
  const lang = useLang()
  if (!company) return null
  const { company: _, cursor: __, ...others } = query
  const link = { to: deskLink(lang, path, others), label: company.name, removes: t.withoutCompany(company.name) }
  return (
    <>
      <input type="hidden" name="company" value={company.id} />
      <ChoiceLinks links={[link]} />
    </>
  )
}

/** Which of the found companies is meant. */
export function CompanyChoices({ found, path, query }: Place & { found: Company[] }) {
  const { orders: t } = useDeskTexts('sales')
  const lang = useLang()
  const links = found.map(({ id, name }) => ({ to: deskLink(lang, path, { ...query, company: id }), label: name }))
  return links.length > 0 ? (
    <Panel title={t.whichCompany}>
      <ChoiceLinks links={links} />
    </Panel>
  ) : (
    <EmptyState title={t.noCompany} body={t.noCompanyBody} />
  )
}
