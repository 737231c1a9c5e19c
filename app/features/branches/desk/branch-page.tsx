import { data, useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { type DeskError, deskAction, deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { errorsOf } from '../../../desk/record/field-labels.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { DeskBranch } from '../contract.ts'

/** In the place of a key. */
const NEW = 'new'
type Values = Record<string, string>

async function read({ api }: PageRequest, key: string | undefined) {
  const { version, branches } = await api.branches.branches({})
  const one = key === NEW ? null : branches.find((branch) => branch.key === key)
  if (one === undefined) throw data<DeskError>({ code: 'notFound', message: '' }, { status: 404 })
  return { version, one }
}

const flat = ({ name, address, map, coordinates, phone, hours, hidden }: DeskBranch): Values => ({
  ...{ 'name.ar': name.ar, 'name.en': name.en, 'address.ar': address.ar, 'address.en': address.en },
  ...{
    map: map ?? '',
    coordinates: coordinates ?? '',
    phone: phone ?? '',
    'hours.ar': hours?.ar ?? '',
    'hours.en': hours?.en ?? '',
  },
  hidden: hidden ? 'on' : '',
})

function branchIn(fields: Values) {
  const both = (name: string) => ({ ar: fields[`${name}.ar`] ?? '', en: fields[`${name}.en`] ?? '' })
  const hours = both('hours')
  return {
    // Where there are none, nothing is stored: an edit says what its author read.
    ...{ name: both('name'), address: both('address'), hours: hours.ar || hours.en ? hours : null },
    ...{
      map: fields.map ?? '',
      coordinates: fields.coordinates ?? '',
      phone: fields.phone ?? '',
      hidden: fields.hidden === 'on',
    },
  }
}

export const loader = deskLoader(async (page, { params }) => {
  if (params.key === NEW) await requireRight(page, 'pages.change')
  const [found, { rights }] = await Promise.all([read(page, params.key), page.api.desk.me({})])
  return { ...found, mayChange: rights.includes('pages.change') }
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    await api.branches.addBranch(branchIn(Object.fromEntries(form) as Values))
    return { to: deskLink(lang, 'branches', { done: 'added' }) }
  },
  save: async (page, form, { params }) => {
    const { one } = await read(page, params.key)
    const { version, changes } = changesIn(form)
    const said = (side: 'from' | 'to') =>
      branchIn({
        ...flat(one!),
        ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]])),
      })
    await page.api.branches.changeBranch({
      ...{ key: one!.key, version, changes: changesBetween(said('from'), said('to')) as object },
    })
    return { to: deskLink(page.lang, `branches/${one!.key}`) }
  },
  remove: async ({ api, lang }, _, { params }) => {
    await api.branches.removeBranch({ key: params.key! })
    return { to: deskLink(lang, 'branches', { done: 'removed' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'branches', { one: DeskBranch | null }>('branches', (t, shown, lang) =>
  shown?.one ? inLang(shown.one.name, lang) : t.add,
)

export default function BranchPage() {
  const t = useDeskTexts('branches')
  const lang = useLang()
  const { one, version, mayChange } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf(one ? 'save' : 'create')
  const errors = errorsOf(failure?.fields)
  const labels = useLabels()
  const above = { title: t.title, path: 'branches' }
  const wrong = (
    <FormErrors failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined} labels={labels} />
  )
  if (!one)
    return (
      <>
        <DeskHead title={t.add} above={above} />
        <KeptForm>
          <input type="hidden" name="intent" value="create" />
          <Panel title={t.facts}>
            {wrong}
            <Fields values={typedIn('create')} errors={errors} />
            <div>
              <SubmitButton>{t.create}</SubmitButton>
            </div>
          </Panel>
        </KeptForm>
      </>
    )
  return (
    <>
      <DeskHead
        title={inLang(one.name, lang)}
        above={above}
        badge={one.hidden ? <Badge tone="sand">{t.hidden}</Badge> : null}
      />
      <RecordSides
        aside={
          mayChange ? (
            <Commands>
              <Command intent="remove" title={t.remove} happens={t.removeHappens} submit={t.remove} />
            </Commands>
          ) : null
        }
      >
        <EditForm record={`branch:${one.key}`} version={version} original={flat(one)} isReadOnly={!mayChange}>
          {wrong}
          <LabelledConflicts failure={failure} labels={labels} />
          <Panel title={t.facts}>
            <Fields values={{ ...flat(one), ...typedIn('save') }} errors={errors} />
          </Panel>
        </EditForm>
      </RecordSides>
    </>
  )
}

function useLabels(): Record<string, string> {
  const t = useDeskTexts('branches')
  const { arabic, english } = useDeskTexts('frame').edit
  const both = (name: 'name' | 'address' | 'hours') => ({
    ...{ [name]: t[name], [`${name}.ar`]: `${t[name]}: ${arabic}`, [`${name}.en`]: `${t[name]}: ${english}` },
  })
  return {
    ...both('name'),
    ...both('address'),
    ...both('hours'),
    map: t.map,
    coordinates: t.coordinates,
    phone: t.phone,
    hidden: t.hide,
  }
}

function Fields({ values, errors }: { values: Values; errors: Record<string, string[]> }) {
  const t = useDeskTexts('branches')
  const both = (name: 'name' | 'address' | 'hours') => ({
    ...{ name, label: t[name], values: { ar: values[`${name}.ar`] ?? '', en: values[`${name}.en`] ?? '' }, errors },
  })
  return (
    <>
      <TwoLanguages {...both('name')} required />
      <TwoLanguages {...both('address')} required />
      <TextField name="map" label={t.map} hint={t.mapHint} dir="ltr" defaultValue={values.map} errors={errors.map} />
      <TextField
        name="coordinates"
        label={t.coordinates}
        hint={t.coordinatesHint}
        dir="ltr"
        defaultValue={values.coordinates}
        errors={errors.coordinates}
      />
      <TextField name="phone" label={t.phone} dir="ltr" defaultValue={values.phone} errors={errors.phone} />
      <TwoLanguages {...both('hours')} hint={t.hoursHint} />
      <CheckField name="hidden" label={t.hide} defaultChecked={values.hidden === 'on'} />
    </>
  )
}
