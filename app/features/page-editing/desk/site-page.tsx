import { useLoaderData, useSearchParams } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { publishDraftOrOpen, useDraftConflicts } from '../../../desk/record/draft-conflicts.ts'
import { DraftNotice } from '../../../desk/record/draft-notice.tsx'
import { draftSaid, saysDraft } from '../../../desk/record/draft-said.ts'
import { errorsOf, nameInLanguage } from '../../../desk/record/field-labels.ts'
import { publishTimeIn } from '../../../desk/record/publish-time.ts'
import { ShownDraft } from '../../../desk/record/shown-draft.tsx'
import { ArabicNotes, useCleanPaste } from '../../../desk/record/writing-help.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Button } from '../../../ui/button.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import type { EditedSitePage } from '../desk-contract.ts'
import { PageActions } from './page-actions.tsx'
import { PageFields } from './page-fields.tsx'
import { changesOf, fieldName, formOf, layoutIn, readable, textOf } from './page-form.ts'
import { pageName } from './page-name.ts'

/** The newest steps of the history; the page of differences has the others. */
const HISTORY_STEPS = 20

export const loader = deskLoader(async ({ api, publicUrl }, { request, params }) => {
  const code = params.code!
  const { history: cursor } = queryOf(request)
  const [page, history] = await Promise.all([
    api.pageEditing.editedPage({ code }),
    api.pageEditing.pageRevisions({ code, cursor, limit: HISTORY_STEPS }),
  ])
  return { page, history, publicUrl }
})

const stay = ({ lang }: PageRequest, code: string, said = 'done') => ({ to: deskLink(lang, `pages/${code}`, { said }) })

export const action = deskAction({
  save: async (page, form, { params }) => {
    const code = params.code!
    const { draftVersion: usedDraft } = fieldsOf(form, 'draftVersion')
    await page.api.pageEditing.editPage({ code, ...changesOf(form), usedDraft })
    return stay(page, code, 'saved')
  },
  draft: async (page, form, { params }) => {
    const code = params.code!
    const { draftVersion } = fieldsOf(form, 'draftVersion')
    const saved = await page.api.pageEditing.savePageDraft({ code, ...changesOf(form), draftVersion })
    return { to: deskLink(page.lang, `pages/${code}`, { draft: '1', said: draftSaid(saved) }) }
  },
  restoreDraft: async (page, _, { params }) => {
    const saved = await page.api.pageEditing.restorePageDraft({ code: params.code! })
    return { to: deskLink(page.lang, `pages/${params.code}`, { draft: '1', said: draftSaid(saved) }) }
  },
  publishDraft: (page, _, { params }) => {
    const code = params.code!
    return publishDraftOrOpen(page, `pages/${code}`, () => page.api.pageEditing.publishPageDraft({ code }))
  },
  discardDraft: async (page, _, { params }) => {
    await page.api.pageEditing.discardPageDraft({ code: params.code! })
    return stay(page, params.code!)
  },
  scheduleDraft: async (page, form, { params }) => {
    await page.api.pageEditing.schedulePageDraft({ code: params.code!, at: publishTimeIn(form) })
    return stay(page, params.code!)
  },
  unscheduleDraft: async (page, _, { params }) => {
    await page.api.pageEditing.schedulePageDraft({ code: params.code! })
    return stay(page, params.code!)
  },
  confirm: async (page, form, { params }) => {
    const confirmed = { version: Number(form.get('version')), paths: form.getAll('path').map(String) }
    await page.api.pageEditing.confirmPageEnglish({ code: params.code!, ...confirmed })
    return stay(page, params.code!)
  },
})

/** Which sections there are is shown as it is now: somebody may have removed the one that was written in. */
export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'pages', { page: EditedSitePage }>('pages', (t, data, lang) =>
  data ? (pageName(data.page, t, lang) ?? data.page.code) : t.title,
)

/** A page of the site with everything that is edited of it, and what can be done with it. */
export default function SitePageDeskPage() {
  const { page, history, publicUrl } = useLoaderData<typeof loader>()
  const t = useDeskTexts('pages')
  const lang = useLang()
  const [query] = useSearchParams()
  const { failureOf, typedIn } = useDeskAnswer()
  useCleanPaste('edit')
  const { values, draft, may } = page
  const isDraft = query.has('draft') && draft !== null
  const failed = failureOf('draft') ? 'draft' : 'save'
  const refused = failureOf(failed)
  const behind = useDraftConflicts(isDraft ? draft : undefined, values)
  const failure = refused ?? behind
  const typed = refused ? typedIn(failed) : {}
  const drafted = Object.fromEntries(
    Object.entries(isDraft ? draft.changes : {}).map(([name, { to }]) => [name, textOf(name, to)]),
  )
  const layout = layoutIn(typed.layout ?? drafted.layout ?? textOf('layout', values.layout))
  // After a conflict the next save is made from what is saved now, which the page shows beside what was typed.
  const fields = formOf(page.code, values, layout)
  const conflicts = Object.entries(failure?.conflicts ?? {})
  // Of a section that somebody removed.
  const sent = Object.fromEntries(conflicts.map(([name, { yours }]) => [name, textOf(name, yours)]))
  const gone = Object.entries({ ...drafted, ...sent }).filter(([name, text]) => !(name in fields) && text !== '')
  const shownConflicts = Object.fromEntries(conflicts.filter(([name]) => name in fields))
  const theirs = Object.entries(shownConflicts).map(([name, one]) => [name, textOf(name, one.theirs)])
  const original: Record<string, string> = { ...fields, ...Object.fromEntries(theirs) }
  const shown = { ...original, ...Object.fromEntries(Object.entries(drafted).filter(([name]) => name in original)) }
  const texts = { ...shown, ...typed }
  const errors = errorsOf(failure?.fields)
  const nameOf = (name: string) => fieldName(values, name.replace(/\.(?:ar|en)$/, ''), lang, t)
  const changed = conflicts.map(([name]) => [name, nameInLanguage(name, nameOf(name), t)])
  const labels = [...changed, ...Object.keys(errors).map((name) => [name, nameOf(name)])]
  const said = query.get('said')
  return (
    <>
      <DeskHead title={pageName(page, t, lang) ?? page.code} above={{ title: t.title, path: 'pages' }} />
      {said && t.said[said] && (page.draft || !saysDraft(said)) ? <DoneAlert>{t.said[said]}</DoneAlert> : null}
      <DraftNotice record={page} path={`pages/${page.code}`} t={t} isShown={isDraft} mayChange={page.may.change} />
      <RecordSides aside={<PageActions page={page} history={history} />}>
        <FormErrors
          failure={failure && { ...failure, fields: errors, conflicts: shownConflicts }}
          labels={Object.fromEntries(labels)}
        />
        <EditForm
          record={`page:${page.code}${isDraft ? ':draft' : ''}`}
          version={page.version}
          isReadOnly={!may.change}
          original={original}
          shown={shown}
          draftVersion={isDraft ? draft.version : undefined}
          removed={Object.fromEntries(gone)}
          nameOf={(name) => nameInLanguage(name, nameOf(name), t)}
          inWords={(name, text) => (name === 'layout' ? readable(name, layoutIn(text), values, lang, t) : undefined)}
          actions={
            <Button type="submit" name="intent" value="draft" variant="quiet">
              {t.saveDraft}
            </Button>
          }
        >
          <ShownDraft draft={draft} isShown={isDraft} typed={refused && typedIn(failed)} />
          <PageFields {...{ texts, layout, page, errors, failure, publicUrl }} />
          <ArabicNotes formId="edit" />
        </EditForm>
      </RecordSides>
    </>
  )
}
