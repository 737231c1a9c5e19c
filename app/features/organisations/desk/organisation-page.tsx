import { data, useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { errorsOf } from '../../../desk/record/field-labels.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { FromLibrary } from '../../../desk/ui/picture-field.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import type { DeskOrganisation } from '../contract.ts'
import { Logo } from './logo.tsx'
import { OrganisationFields, organisationIn, useOrganisationLabels, type Values } from './organisation-fields.tsx'

async function requireOne({ api }: PageRequest, id: string | undefined): Promise<DeskOrganisation> {
  const one = (await api.organisations.organisations({})).find((row) => String(row.id) === id)
  if (!one) throw data({ code: 'notFound', message: '' }, { status: 404 })
  return one
}

const flat = ({ name, link, hidden }: DeskOrganisation): Values => ({
  ...{ 'name.ar': name.ar, 'name.en': name.en ?? '' },
  ...{ link: link ?? '', hidden: hidden ? 'on' : '' },
})
const fieldsIn = (fields: Values) => ({ ...organisationIn(fields), hidden: fields.hidden === 'on' })

export const loader = deskLoader(async (page, { request, params }) => {
  const [one, { rights }] = await Promise.all([requireOne(page, params.id), page.api.desk.me({})])
  return { one, mayChange: rights.includes('pages.change'), isSaved: queryOf(request).done === 'saved' }
})

export const action = deskAction({
  save: async (page, form, { params }) => {
    const one = await requireOne(page, params.id)
    const { version, changes } = changesIn(form)
    const said = (side: 'from' | 'to') =>
      fieldsIn({
        ...flat(one),
        ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]])),
      })
    const edit = { id: one.id, version, changes: changesBetween(said('from'), said('to')) as object }
    await page.api.organisations.changeOrganisation(edit)
    return { to: deskLink(page.lang, `partners/${one.id}`) }
  },
  remove: async ({ api, lang }, _, { params }) => {
    await api.organisations.removeOrganisation({ id: params.id as never })
    return { to: deskLink(lang, 'partners', { done: 'removed' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'organisations', { one: DeskOrganisation }>('organisations', (t, data, lang) =>
  data ? inLang(data.one.name, lang) : t.title,
)

export default function OrganisationPage() {
  const t = useDeskTexts('organisations')
  const lang = useLang()
  const { one, mayChange, isSaved } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const errors = errorsOf(failure?.fields)
  const labels = useOrganisationLabels()
  const values = { ...flat(one), ...typedIn('save') }
  return (
    <>
      <DeskHead
        title={inLang(one.name, lang)}
        lead={t.kinds[one.kind]}
        above={{ title: t.title, path: 'partners' }}
        badge={one.hidden ? <Badge tone="sand">{t.hidden}</Badge> : null}
      />
      {isSaved ? <DoneAlert>{t.saved}</DoneAlert> : null}
      <RecordSides
        aside={
          <>
            <Panel title={t.logo}>
              {one.logo ? <Logo address={one.logo} isLarge /> : <p>{t.noLogo}</p>}
              {mayChange ? (
                <div>
                  <FromLibrary path={`partners/${one.id}`} />
                </div>
              ) : null}
            </Panel>
            {mayChange ? (
              <Commands>
                <Command intent="remove" title={t.remove} happens={t.removeHappens} submit={t.remove} />
              </Commands>
            ) : null}
          </>
        }
      >
        <EditForm record={`organisation:${one.id}`} version={one.version} original={flat(one)} isReadOnly={!mayChange}>
          <FormErrors
            failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
            labels={labels}
          />
          <LabelledConflicts failure={failure} labels={{ name: t.name, hidden: t.hide, ...labels }} />
          <Panel title={t.facts}>
            <OrganisationFields values={values} errors={errors} english={one.english} />
            <CheckField name="hidden" label={t.hide} defaultChecked={values.hidden === 'on'} />
          </Panel>
        </EditForm>
      </RecordSides>
    </>
  )
}
