/** The companies to whose people a coupon is limited: chosen by a search before it is made, and on its page. */
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { companyFilter } from '../../../desk/company-filter.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { ChoiceLinks } from '../../../desk/ui/lists/choice-links.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FieldRow, FieldRowControl } from '../../../ui/fields/field-row.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './coupons.module.css'

type Company = { id: number; name: string }
type Query = Record<string, string>
export type AskedCompanies = { chosen: Company[]; found: Company[] | null }

/** Ids in an address or a field: `12.15`. */
const idsIn = (text = '') => [...new Set(text.split('.').filter((id) => /^[1-9]\d{0,8}$/.test(id)))].map(Number)
const joined = (companies: readonly Company[]) => companies.map(({ id }) => id).join('.')

/** What a search found, without the companies that are chosen already. */
async function foundBesides(page: PageRequest, asked: string | undefined, chosen: readonly Company[]) {
  const { company, found } = await companyFilter(page, asked)
  if (!company && !found) return null
  return (found ?? [company!]).filter(({ id }) => chosen.every((one) => one.id !== id))
}

/** Of a coupon that is being made: `companies` in the address are chosen, `company` is searched for. */
export async function askedCompanies(page: PageRequest, query: Query): Promise<AskedCompanies> {
  const chosen = await Promise.all(idsIn(query.companies).map((id) => page.api.companies.company({ id })))
  const named = chosen.map(({ id, name }) => ({ id, name: inLang(name, page.lang) }))
  return { chosen: named, found: await foundBesides(page, query.company, named) }
}

/** @param chosen of the coupon as it is */
export async function companiesToAdd(page: PageRequest, query: Query, chosen: Company[]): Promise<AskedCompanies> {
  return { chosen, found: await foundBesides(page, query.company, chosen) }
}

/** The field in which the form of a new coupon sends them; `valuesOf` reads it. */
export function ChosenCompaniesField({ asked: { chosen } }: { asked: AskedCompanies }) {
  return <input type="hidden" name="companyIds" value={joined(chosen)} />
}

/** Before the form of a new coupon: links that choose, so that nothing of it is sent. */
export function ChooseCompanies({ asked: { chosen, found }, path }: { asked: AskedCompanies; path: string }) {
  const t = useDeskTexts('coupons')
  const lang = useLang()
  const withChosen = (companies: readonly Company[]) =>
    deskLink(lang, path, companies.length > 0 ? { companies: joined(companies) } : {})
  return (
    <Panel title={t.companies}>
      <p>{chosen.length > 0 ? t.companiesChosen : t.companiesHint}</p>
      {chosen.length > 0 ? (
        <ChoiceLinks
          links={chosen.map(({ id, name }) => ({
            to: withChosen(chosen.filter((one) => one.id !== id)),
            ...{ label: name, removes: t.withoutCompany(name) },
          }))}
        />
      ) : null}
      <Search path={path} chosen={chosen} />
      <Found found={found}>
        {(companies) => (
          <ChoiceLinks
            links={companies.map((company) => ({ to: withChosen([...chosen, company]), label: company.name }))}
          />
        )}
      </Found>
    </Panel>
  )
}

/** On a coupon's page: each company is added and taken away by a command. */
export function CouponCompanies({ asked: { chosen, found }, path }: { asked: AskedCompanies; path: string }) {
  const t = useDeskTexts('coupons')
  const lang = useLang()
  return (
    <Panel title={t.companies}>
      <p>{chosen.length > 0 ? t.companiesChosen : t.companiesHint}</p>
      {chosen.length > 0 ? (
        <ul className={styles.companies}>
          {chosen.map((company) => (
            <li key={company.id}>
              <Link to={deskLink(lang, `companies/${company.id}`)}>{company.name}</Link>
              <CompanyButton
                intent="removeCompany"
                company={company}
                label={chosen.length > 1 ? t.removeCompany : t.removeLastCompany}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Search path={path} />
      <Found found={found}>
        {(companies) => (
          <ul className={styles.companies}>
            {companies.map((company) => (
              <li key={company.id}>
                {company.name}
                <CompanyButton intent="addCompany" company={company} label={t.addCompany} />
              </li>
            ))}
          </ul>
        )}
      </Found>
    </Panel>
  )
}

function Search({ path, chosen = [] }: { path: string; chosen?: readonly Company[] }) {
  const t = useDeskTexts('coupons')
  const lang = useLang()
  return (
    <Form action={deskLink(lang, path)} preventScrollReset>
      {chosen.length > 0 ? <input type="hidden" name="companies" value={joined(chosen)} /> : null}
      <FieldRow width="search">
        <TextField name="company" label={t.findCompany} dir="auto" required />
        <FieldRowControl>
          <Button type="submit" variant="quiet">
            {t.find}
          </Button>
        </FieldRowControl>
      </FieldRow>
    </Form>
  )
}

function Found({ found, children }: { found: Company[] | null; children: (found: Company[]) => ReactNode }) {
  const t = useDeskTexts('coupons')
  if (!found) return null
  return found.length > 0 ? children(found) : <EmptyState title={t.noCompany} body={t.noCompanyBody} />
}

type ButtonProps = { intent: 'addCompany' | 'removeCompany'; company: Company; label: string }

function CompanyButton({ intent, company, label }: ButtonProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="companyId" value={company.id} />
      <Button type="submit" variant="quiet" size="small" aria-label={`${label}: ${company.name}`}>
        {label}
      </Button>
    </Form>
  )
}
