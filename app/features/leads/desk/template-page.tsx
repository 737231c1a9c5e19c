import { data, useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { errorsOf } from '../../../desk/record/field-labels.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { TemplateFields, templateIn, useTemplateLabels, type Values } from './template-form.tsx'

async function requireOne({ api }: PageRequest, id: string | undefined) {
  const one = (await api.leads.answerTemplates({})).find((row) => String(row.id) === id)
  if (!one) throw data({ code: 'notFound', message: '' }, { status: 404 })
  return one
}

type One = Awaited<ReturnType<typeof requireOne>>

const flat = ({ name, body, kind }: One): Values => ({
  ...{ 'name.ar': name.ar, 'name.en': name.en, 'body.ar': body.ar, 'body.en': body.en },
  kind: kind ?? '',
})

export const loader = deskLoader(async (page, { params }) => {
  const [one, { rights }] = await Promise.all([requireOne(page, params.id), page.api.desk.me({})])
  return { one, mayChange: rights.includes('enquiries.manage') }
})

export const action = deskAction({
  save: async (page, form, { params }) => {
    const one = await requireOne(page, params.id)
    const { version, changes } = changesIn(form)
    const said = (side: 'from' | 'to') =>
      templateIn({
        ...flat(one),
        ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]])),
      })
    const edit = { id: one.id, version, changes: changesBetween(said('from'), said('to')) as object }
    await page.api.leads.changeAnswerTemplate(edit)
    return { to: deskLink(page.lang, `enquiries/templates/${one.id}`) }
  },
  remove: async ({ api, lang }, _, { params }) => {
    await api.leads.removeAnswerTemplate({ id: params.id as never })
    return { to: deskLink(lang, 'enquiries/templates', { done: 'removed' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'enquiries', { one: One }>(
  'enquiries',
  (t, data, lang) => data?.one.name[lang] ?? t.templates.title,
)

export default function TemplatePage() {
  const t = useDeskTexts('enquiries').templates
  const lang = useLang()
  const { one, mayChange } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const errors = errorsOf(failure?.fields)
  const labels = useTemplateLabels()
  return (
    <>
      <DeskHead title={one.name[lang]} above={{ title: t.title, path: 'enquiries/templates' }} />
      <EditForm record={`answer-template:${one.id}`} version={one.version} original={flat(one)} isReadOnly={!mayChange}>
        <FormErrors
          failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
          labels={labels}
        />
        <LabelledConflicts failure={failure} labels={labels} />
        <Panel title={t.title}>
          <TemplateFields values={{ ...flat(one), ...typedIn('save') }} errors={errors} />
        </Panel>
      </EditForm>
      {mayChange ? <Command intent="remove" title={t.remove} happens={t.removeHappens} submit={t.remove} /> : null}
    </>
  )
}
