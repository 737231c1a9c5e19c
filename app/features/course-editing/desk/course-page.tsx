import { useLoaderData, useSearchParams } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { EditForm } from '../../../desk/ui/edit-form.tsx'
import { RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { readPublishDate } from '../../community/publish-date.ts'
import { CourseActions } from './course-actions.tsx'
import { CourseFields } from './course-fields.tsx'
import { changesOf, errorsOf, formOf, labelsOf, textOf } from './course-form.ts'
import { CoverPanel, PricePanel } from './price-and-cover.tsx'
import { StateBadge } from './state-badge.tsx'
import { ArabicNotes, useCleanPaste } from './writing-help.tsx'

export const loader = deskLoader(async ({ api, publicUrl }, { params }) => {
  const id = Number(params.id)
  const [course, choices, revisions, preview] = await Promise.all([
    api.courseEditing.editedCourse({ id }),
    api.courseEditing.courseChoices({}),
    api.courseEditing.courseRevisions({ id }),
    api.courseEditing.previewCourse({ id }),
  ])
  return { course, choices, revisions, preview, publicUrl }
})

type Page = Parameters<Parameters<typeof deskLoader>[0]>[0]

const stay = ({ lang }: Page, id: number, said = 'done') => ({ to: deskLink(lang, `courses/${id}`, { said }) })

/** Intents that take nothing but the course. */
const PLAIN = {
  unarchive: 'unarchiveCourse',
  publishDraft: 'publishCourseDraft',
  discardDraft: 'discardCourseDraft',
} as const

export const action = deskAction({
  save: async (page, form, { params }) => {
    const id = Number(params.id)
    await page.api.courseEditing.editCourse({ id, ...changesOf(form) })
    return stay(page, id, 'saved')
  },
  draft: async (page, form, { params }) => {
    const id = Number(params.id)
    const draftVersion = form.get('draftVersion') ?? undefined
    await page.api.courseEditing.saveCourseDraft({ id, ...changesOf(form), draftVersion: draftVersion as string })
    return stay(page, id, 'drafted')
  },
  price: async (page, form, { params }) => {
    const id = Number(params.id)
    await page.api.courseEditing.changeCoursePrice({ id, ...changesOf(form) })
    return stay(page, id, 'saved')
  },
  cover: async (page, form, { params }) => {
    const id = Number(params.id)
    const part = { start: 0, end: 1 }[String(form.get('part'))]
    await page.api.courseEditing.setCourseCover({ id, file: form.get('file') as File, left: part, top: part })
    return stay(page, id, 'saved')
  },
  publish: async (page, _, { params }) => {
    await page.api.courseEditing.publishCourse({ id: Number(params.id) })
    return stay(page, Number(params.id))
  },
  schedule: async (page, form, { params }) => {
    const at = readPublishDate(String(form.get('at') ?? ''))
    await page.api.courseEditing.publishCourse({ id: Number(params.id), at: at?.toISOString() ?? 'x' })
    return stay(page, Number(params.id))
  },
  unpublish: async (page, form, { params }) => {
    const openOrders = Number(form.get('openOrders') ?? 0)
    await page.api.courseEditing.unpublishCourse({ id: Number(params.id), openOrders })
    return stay(page, Number(params.id))
  },
  archive: async (page, form, { params }) => {
    const openOrders = Number(form.get('openOrders') ?? 0)
    await page.api.courseEditing.archiveCourse({ id: Number(params.id), openOrders })
    return stay(page, Number(params.id))
  },
  ...Object.fromEntries(
    Object.entries(PLAIN).map(([intent, call]) => [
      intent,
      async (page: Page, _: FormData, { params }: { params: Record<string, string | undefined> }) => {
        await page.api.courseEditing[call]({ id: Number(params.id) })
        return stay(page, Number(params.id))
      },
    ]),
  ),
  undo: async (page, form, { params }) => {
    await page.api.courseEditing.undoCourse({ id: Number(params.id), version: Number(form.get('version')) })
    return stay(page, Number(params.id))
  },
  duplicate: async (page, _, { params }) => {
    const { id } = await page.api.courseEditing.duplicateCourse({ id: Number(params.id) })
    return stay(page, id, 'copied')
  },
  confirm: async (page, form, { params }) => {
    const paths = form.getAll('path').map(String)
    await page.api.courseEditing.confirmEnglish({ id: Number(params.id), paths })
    return stay(page, Number(params.id))
  },
  restore: async (page, form, { params }) => {
    await page.api.courseEditing.restoreCourse({ id: Number(params.id), revision: Number(form.get('revision')) })
    return stay(page, Number(params.id), 'saved')
  },
})

export const meta = deskMeta('courses', (t, data) => {
  const name = (data as Awaited<ReturnType<typeof loader>> | undefined)?.course.values['name.ar']
  return name ?? t.title
})

/** A course with everything that is edited of it, and what can be done with it. */
export default function CourseDeskPage() {
  const data = useLoaderData<typeof loader>()
  const { course, choices, revisions, preview, publicUrl } = data
  const t = useDeskTexts('courses')
  const lang = useLang()
  const [query] = useSearchParams()
  const { failureOf, typedIn } = useDeskAnswer()
  useCleanPaste('edit')
  const { values, draft, may } = course
  const isDraft = query.has('draft') && draft !== null
  const failed = failureOf('save') ? 'save' : 'draft'
  const failure = failureOf(failed)
  // After a conflict the next save is made from what is saved now, which the page shows beside what was typed.
  const theirs = Object.entries(failure?.conflicts ?? {}).map(([name, conflict]) => [
    name,
    textOf(name as 'slug', conflict.theirs),
  ])
  const original: Record<string, string> = { ...formOf(values, 'course'), ...Object.fromEntries(theirs) }
  const drafted = isDraft
    ? Object.entries(draft.changes).map(([name, { to }]) => [name, textOf(name as 'slug', to)])
    : []
  const texts = { ...original, ...Object.fromEntries(drafted), ...(failure ? typedIn(failed) : {}) }
  const errors = errorsOf(failure?.fields)
  const said = query.get('said')
  const name = (lang === 'en' && values['name.en']) || values['name.ar']
  return (
    <>
      <DeskHead
        title={<bdi>{name}</bdi>}
        above={{ title: t.title, path: 'courses' }}
        badge={<StateBadge state={course.state} />}
      />
      {said && t.said[said] ? <Alert kind="success">{t.said[said]}</Alert> : null}
      {isDraft ? <Alert kind="info">{t.draftOpen}</Alert> : null}
      <RecordSides aside={<CourseActions course={course} revisions={revisions} preview={preview} />}>
        <FormErrors failure={failure && { ...failure, fields: errors }} labels={labelsOf(t, Object.keys(errors))} />
        <fieldset disabled={!may.change}>
          <EditForm
            record={`course:${course.id}${isDraft ? ':draft' : ''}`}
            version={course.version}
            original={original}
            actions={
              <Button type="submit" name="intent" value="draft" variant="quiet">
                {t.saveDraft}
              </Button>
            }
          >
            {draft ? <input type="hidden" name="draftVersion" value={draft.version} /> : null}
            <CourseFields
              texts={texts}
              course={course}
              errors={errors}
              failure={failure}
              choices={choices}
              publicUrl={publicUrl}
            />
            <ArabicNotes formId="edit" />
          </EditForm>
        </fieldset>
        <PricePanel course={course} />
        <CoverPanel course={course} />
      </RecordSides>
    </>
  )
}
