import type { ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { ORIGINAL_FIELD, VERSION_FIELD } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { SetupNext } from '../../../desk/setup/setup-next.tsx'
import { nextSetupStep } from '../../../desk/setup/setup-steps.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { UndoForm } from '../../../desk/ui/undo-form.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { LANGS } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { FormFailure, PageRequest } from '../../../request-context.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { NOTE_KINDS, unknownField } from '../../mail-notes/mail-notes.ts'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import type { SettingsValues } from '../contract.ts'
import { MailPreviews } from './mail-previews.tsx'
import { useSettingLabel } from './setting-labels.ts'
import { SettingsConflicts } from './settings-conflicts.tsx'
import {
  AccountFields,
  AddressFields,
  BankFields,
  type Fields,
  IdentityFields,
  MailFields,
  TimeFields,
  VatFields,
} from './settings-fields.tsx'
import { errorsByField, type Flat, fieldsOf, valuesIn } from './settings-form.ts'

const PATH = 'settings'

export const loader = deskLoader(async (page, { request }) => {
  const { api } = page
  const { done } = queryOf(request)
  const mails = NOTE_KINDS.flatMap((kind) => LANGS.map((language) => ({ kind, language })))
  const [settings, mine, ...previews] = await Promise.all([
    api.institute.settings({}),
    api.desk.me({}),
    ...mails.map((mail) => api.institute.mailPreview(mail)),
  ])
  const { openOrders, publishedCourses } = settings
  const courses = publishedCourses.standard + publishedCourses.zero + publishedCourses.exempt
  return {
    ...{ version: settings.version, isStored: settings.isStored, fields: fieldsOf(settings.values) },
    english: settings.english,
    ...{ openOrders, courses, done, undoUntil: settings.undoUntil },
    next: await nextSetupStep(page, done),
    subjects: mails.map((mail, place) => ({ ...mail, subject: previews[place]!.subject })),
    mayChange: mine.rights.includes('institute.change'),
  }
})

/** What the form was opened with, and what it says now. */
function bothIn(form: FormData): { before: Flat; after: Flat } {
  const before = parsed(String(form.get(ORIGINAL_FIELD) ?? '{}'))
  const after = Object.keys(before).map((name) => [name, String(form.get(name) ?? '').replaceAll('\r\n', '\n')])
  return { before, after: Object.fromEntries(after) }
}

function parsed(text: string): Flat {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(text)).filter(([, value]) => typeof value === 'string')) as Flat
  } catch {
    return {}
  }
}

/** Why a note cannot be previewed, at its field: undefined when every note is right. */
async function refusalOf({ api, describe }: PageRequest, flat: Flat): Promise<FormFailure | undefined> {
  for (const kind of NOTE_KINDS)
    for (const language of LANGS) {
      const name = `mailNotes.${kind}.${language}`
      const note = flat[name]?.trim()
      if (!note || unknownField(kind, note) === undefined) continue
      try {
        await api.institute.mailPreview({ kind, language, note })
      } catch (error) {
        const failure = describe(error)
        if (!failure) throw error
        return { ...failure, fields: { [name]: Object.values(failure.fields).flat() } }
      }
    }
  return undefined
}

type Previewed = { typed: Flat; failure: FormFailure | undefined }

export const action = deskAction({
  // What was typed comes back with the page, and the links to the mails carry it.
  preview: async (page, form) => {
    const typed = bothIn(form).after
    return { result: { typed, failure: await refusalOf(page, typed) } satisfies Previewed }
  },
  save: async ({ api, lang }, form) => {
    const { before, after } = bothIn(form)
    const changes = changesBetween<SettingsValues>(valuesIn(before), valuesIn(after))
    await api.institute.changeSettings({ version: Number(form.get(VERSION_FIELD)) || 0, changes: changes as object })
    return { to: deskLink(lang, PATH, { done: 'saved' }) }
  },
  undo: async ({ api, lang }) => {
    await api.institute.undoSettings({})
    return { to: deskLink(lang, PATH, { done: 'undone' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta('settings', (t) => t.title)

export default function SettingsPage() {
  const t = useDeskTexts('settings')
  const { undone } = useDeskTexts('frame').edit
  const lang = useLang()
  const labelOf = useSettingLabel()
  const data = useLoaderData<typeof loader>()
  const { confirm, failureOf, typedIn, resultOf } = useDeskAnswer()
  const preview = resultOf('preview') as Previewed | undefined
  const failure = failureOf('save') ?? preview?.failure
  // What was typed into a form that failed: for browsers without scripts, which keep nothing.
  const typed = typedIn('save')
  const values: Flat = { ...data.fields, ...(preview?.typed ?? known(typed, data.fields)) }
  const labels = Object.fromEntries(Object.keys(values).map((name) => [name, labelOf(name)]))
  const fields: Fields = { values, errors: errorsByField(failure?.fields ?? {}, values), english: data.english }
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {data.mayChange ? <Link to={deskLink(lang, 'setup')}>{t.setup.title}</Link> : null}
      </DeskHead>
      {data.done && !failure && !confirm ? (
        <Alert kind="success">
          {data.done === 'undone' ? undone : t.saved}
          <SetupNext step={data.next} />
        </Alert>
      ) : null}
      {data.mayChange ? null : <Alert kind="info">{t.readOnly}</Alert>}
      {data.mayChange && !confirm ? <UndoForm until={data.undoUntil} /> : null}
      {confirm ? (
        <ConfirmItIsYou confirm={confirm} />
      ) : (
        <MaybeEdit data={data}>
          <FormErrors
            failure={failure && failure.code !== 'changedMeanwhile' ? { ...failure, fields: fields.errors } : undefined}
            labels={labels}
          />
          <SettingsConflicts conflicts={failure?.conflicts} />
          <Panel title={t.identity}>
            <IdentityFields {...fields} />
          </Panel>
          <Panel title={t.addresses}>
            <AddressFields {...fields} />
          </Panel>
          <Panel title={<span id="vat">{t.vatTitle}</span>}>
            <VatFields {...fields} effects={t.vatEffects(data.openOrders, data.courses)} />
          </Panel>
          <Panel title={<span id="bank">{t.bankTitle}</span>}>
            <BankFields {...fields} />
          </Panel>
          <Panel title={t.times}>
            <TimeFields {...fields} />
          </Panel>
          <Panel title={t.mails.title}>
            <MailFields
              {...fields}
              preview={
                <MailPreviews
                  subjects={data.subjects}
                  typed={failure ? undefined : preview?.typed}
                  mayChange={data.mayChange}
                />
              }
            />
          </Panel>
          <Panel title={t.links}>
            <AccountFields {...fields} />
          </Panel>
        </MaybeEdit>
      )}
    </>
  )
}

/** Of what a form sent, the settings. */
const known = (typed: Flat, all: Flat): Flat =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => name in all))

type Data = Awaited<ReturnType<typeof loader>>

/** Whoever may only look gets the same fields, which cannot be changed. */
function MaybeEdit({ data, children }: { data: Data; children: ReactNode }) {
  if (!data.mayChange) return <fieldset disabled>{children}</fieldset>
  return (
    <EditForm record="institute" version={data.version} original={data.fields}>
      {children}
    </EditForm>
  )
}
