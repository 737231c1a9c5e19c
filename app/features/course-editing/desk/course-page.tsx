import { useLoaderData, useSearchParams } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { publishDraftOrOpen, useDraftConflicts } from '../../../desk/record/draft-conflicts.ts'
import { DraftNotice } from '../../../desk/record/draft-notice.tsx'
import { draftSaid, saysDraft } from '../../../desk/record/draft-said.ts'
import { errorsOf, labelsInLanguages, labelsOf } from '../../../desk/record/field-labels.ts'
import { publishTimeIn } from '../../../desk/record/publish-time.ts'
import { ShownDraft } from '../../../desk/record/shown-draft.tsx'
import { StateBadge } from '../../../desk/record/state-badge.tsx'
import { ArabicNotes, useCleanPaste } from '../../../desk/record/writing-help.tsx'
import { SetupNext } from '../../../desk/setup/setup-next.tsx'
import { nextSetupStep } from '../../../desk/setup/setup-steps.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { valueInLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { RECORDED } from '../../catalogue/course-state.ts'
import { comparisonOf } from './comparison.server.ts'
import { CourseActions } from './course-actions.tsx'
import { CourseFields } from './course-fields.tsx'
import { changesOf, formOf, textOf } from './course-form.ts'
import { CoursePrint } from './course-print.tsx'
import { CoverPanel, PricePanel } from './price-and-cover.tsx'
import { ProposalsPanel } from './proposals-panel.tsx'

/** The newest steps of the history; the page of differences has the others. */
const HISTORY_STEPS = 20

export const loader = deskLoader(async (page, { request, params }) => {
  const { api, lang, publicUrl } = page
  const id = Number(params.id)
  const { history: cursor, said } = queryOf(request)
  const [course, choices, history, next] = await Promise.all([
    api.courseEditing.editedCourse({ id }),
    api.courseEditing.courseChoices({}),
    api.courseEditing.courseRevisions({ id, cursor, limit: HISTORY_STEPS }),
    nextSetupStep(page, said),
  ])
  const proposals = course.proposals.map(({ changes, ...proposal }) => {
    const differences = Object.entries(changes).map(([field, change]) => ({ field, ...change }))
    return { ...proposal, fields: comparisonOf(differences, choices, lang) }
  })
  // The course itself is done once it is published: until then its own page says what is missing.
  return { course, choices, history, proposals, publicUrl, next: next === 'course' ? undefined : next }
})

type Page = Parameters<Parameters<typeof deskLoader>[0]>[0]

const stay = ({ lang }: Page, id: number, said = 'done') => ({ to: deskLink(lang, `courses/${id}`, { said }) })

/** Intents that take nothing but the course. */
const PLAIN = {
  unarchive: 'unarchiveCourse',
  discardDraft: 'discardCourseDraft',
  unscheduleDraft: 'scheduleCourseDraft',
} as const

export const action = deskAction({
  save: async (page, form, { params }) => {
    const id = Number(params.id)
    const { draftVersion: usedDraft } = fieldsOf(form, 'draftVersion')
    await page.api.courseEditing.editCourse({ id, ...changesOf(form), usedDraft })
    return stay(page, id, 'saved')
  },
  draft: async (page, form, { params }) => {
    const id = Number(params.id)
    const { draftVersion } = fieldsOf(form, 'draftVersion')
    const saved = await page.api.courseEditing.saveCourseDraft({ id, ...changesOf(form), draftVersion })
    // The draft that was just saved, so that nothing of it looks unsaved.
    return { to: deskLink(page.lang, `courses/${id}`, { draft: '1', said: draftSaid(saved) }) }
  },
  restoreDraft: async (page, _, { params }) => {
    const saved = await page.api.courseEditing.restoreCourseDraft({ id: Number(params.id) })
    return { to: deskLink(page.lang, `courses/${params.id}`, { draft: '1', said: draftSaid(saved) }) }
  },
  price: async (page, form, { params }) => {
    const id = Number(params.id)
    await page.api.courseEditing.changeCoursePrice({ id, ...changesOf(form) })
    return stay(page, id, 'saved')
  },
  cover: async (page, form, { params }) => {
    const id = Number(params.id)
    const { x, y, size } = fieldsOf(form, 'x', 'y', 'size')
    await page.api.courseEditing.setCourseCover({ id, file: form.get('file') as File, x, y, size })
    return stay(page, id, 'saved')
  },
  publish: async (page, _, { params }) => {
    await page.api.courseEditing.publishCourse({ id: Number(params.id) })
    return stay(page, Number(params.id))
  },
  schedule: async (page, form, { params }) => {
    await page.api.courseEditing.publishCourse({ id: Number(params.id), at: publishTimeIn(form) })
    return stay(page, Number(params.id))
  },
  scheduleDraft: async (page, form, { params }) => {
    await page.api.courseEditing.scheduleCourseDraft({ id: Number(params.id), at: publishTimeIn(form) })
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
  publishDraft: (page, _, { params }) => {
    const id = Number(params.id)
    return publishDraftOrOpen(page, `courses/${id}`, () => page.api.courseEditing.publishCourseDraft({ id }))
  },
  undo: async (page, form, { params }) => {
    await page.api.courseEditing.undoCourse({ id: Number(params.id), version: Number(form.get('version')) })
    return stay(page, Number(params.id))
  },
  duplicate: async (page, _, { params }) => {
    const { id } = await page.api.courseEditing.duplicateCourse({ id: Number(params.id) })
    return stay(page, id, 'copied')
  },
  confirm: async (page, form, { params }) => {
    const confirmed = { version: Number(form.get('version')), paths: form.getAll('path').map(String) }
    await page.api.courseEditing.confirmEnglish({ id: Number(params.id), ...confirmed })
    return stay(page, Number(params.id))
  },
  propose: async (page, form, { params }) => {
    await page.api.courseProposals.proposeChanges({ id: Number(params.id), ...changesOf(form) })
    return stay(page, Number(params.id), 'proposed')
  },
  withdraw: async (page, _, { params }) => {
    await page.api.courseProposals.withdrawProposal({ id: Number(params.id) })
    return stay(page, Number(params.id))
  },
  accept: async (page, form, { params }) => {
    await page.api.courseProposals.acceptProposal({ id: Number(form.get('proposal')) })
    return stay(page, Number(params.id), 'accepted')
  },
  refuse: async (page, form, { params }) => {
    const { reason } = fieldsOf(form, 'reason')
    await page.api.courseProposals.refuseProposal({ id: Number(form.get('proposal')), reason: reason ?? '' })
    return stay(page, Number(params.id), 'refused')
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'courses', Awaited<ReturnType<typeof loader>>>('courses', (t, data, lang) =>
  data ? valueInLang(data.course.values, 'name', lang) : t.title,
)

/** A course with everything that is edited of it, and what can be done with it. */
export default function CourseDeskPage() {
  const data = useLoaderData<typeof loader>()
  const { course, choices, history, proposals, publicUrl } = data
  const t = useDeskTexts('courses')
  const { title: lessons } = useDeskTexts('lessons')
  const lang = useLang()
  const [query] = useSearchParams()
  const { failureOf, typedIn } = useDeskAnswer()
  useCleanPaste('edit')
  const { values, draft, may } = course
  const isDraft = query.has('draft') && draft !== null
  const failed = (['save', 'draft', 'propose'] as const).find(failureOf) ?? 'save'
  const own = may.propose ? course.proposals.find(({ decision }) => decision === null) : undefined
  const refused = failureOf(failed)
  const behind = useDraftConflicts(isDraft ? draft : undefined, values)
  const failure = refused ?? behind
  // After a conflict the next save is made from what is saved now, which the page shows beside what was typed.
  const theirs = Object.entries(failure?.conflicts ?? {}).map(([name, conflict]) => [
    name,
    textOf(name as 'slug', conflict.theirs),
  ])
  const original: Record<string, string> = { ...formOf(values, 'course'), ...Object.fromEntries(theirs) }
  const changes = isDraft ? draft.changes : (own?.changes ?? {})
  const drafted = Object.entries(changes).map(([name, { to }]) => [name, textOf(name as 'slug', to)])
  const shown = { ...original, ...Object.fromEntries(drafted) }
  const texts = { ...shown, ...(refused ? typedIn(failed) : {}) }
  const errors = errorsOf(failure?.fields)
  const said = query.get('said')
  const name = valueInLang(values, 'name', lang)
  return (
    <>
      <DeskHead
        title={name}
        above={{ title: t.title, path: 'courses' }}
        badge={<StateBadge state={course.state} names={t.states} />}
      >
        {may.change && values.deliveryMethod === RECORDED ? (
          <ButtonLink to={deskLink(lang, `courses/${course.id}/lessons`)} variant="quiet" icon="play">
            {lessons}
          </ButtonLink>
        ) : null}
      </DeskHead>
      {said && t.said[said] && (course.draft || !saysDraft(said)) ? (
        <DoneAlert>
          {t.said[said]}
          <SetupNext step={data.next} />
        </DoneAlert>
      ) : null}
      <DraftNotice
        record={course}
        path={`courses/${course.id}`}
        t={t}
        isShown={isDraft}
        mayChange={course.may.change}
      />
      <CoursePrint values={values} choices={choices} described={course.described} />
      <div className="no-print">
        <RecordSides next={t.publication} aside={<CourseActions course={course} history={history} />}>
          <ProposalsPanel course={course} proposals={proposals} />
          {may.propose ? <Alert kind="info">{t.proposals.hint}</Alert> : null}
          <FormErrors
            failure={failure && { ...failure, fields: errors }}
            labels={{
              ...labelsInLanguages(t, Object.keys(failure?.conflicts ?? {})),
              ...labelsOf(t, Object.keys(errors)),
            }}
          />
          <EditForm
            record={`course:${course.id}${isDraft ? ':draft' : may.propose ? `:proposal${own?.at ?? ''}` : ''}`}
            version={course.version}
            isReadOnly={!may.change && !may.propose}
            original={original}
            shown={shown}
            draftVersion={isDraft ? draft.version : undefined}
            {...(may.propose ? { intent: 'propose', saveLabel: t.proposals.send } : {})}
            actions={
              may.change ? (
                <Button type="submit" name="intent" value="draft" variant="quiet">
                  {t.saveDraft}
                </Button>
              ) : null
            }
          >
            <ShownDraft draft={draft} isShown={isDraft} typed={refused && typedIn(failed)} />
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
          <PricePanel course={course} />
          <CoverPanel course={course} />
        </RecordSides>
      </div>
    </>
  )
}
