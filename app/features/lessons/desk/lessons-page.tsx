import { useState } from 'react'
import { Link, useLoaderData, useSubmit } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { MoveButtons, moveIn } from '../../../desk/ui/move-buttons.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { useScripts } from '../../../ui/use-scripts.ts'
import type { DeskLessonEntry } from '../desk-contract.ts'
import styles from './lessons.module.css'

export const loader = deskLoader(async ({ api }, { request, params }) => ({
  ...(await api.lessons.lessonsOfCourse({ id: Number(params.id) || 0 })),
  done: queryOf(request).done,
}))

async function ordered({ api, lang }: PageRequest, course: string | undefined, ids: string[]) {
  await api.lessons.orderLessons({ id: Number(course) || 0, ids })
  return { to: deskLink(lang, `courses/${Number(course)}/lessons`, { done: 'moved' }) }
}

export const action = deskAction({
  add: async ({ api, lang }, form, { params }) => {
    const fields = fieldsOf(form, 'title.ar', 'title.en', 'minutes')
    const { id } = await api.lessons.addLesson({ id: Number(params.id) || 0, ...fields } as never)
    return { to: deskLink(lang, `lessons/${id}`, { done: 'added' }) }
  },
  /** Dragged. */
  order: async (page, form, { params }) => ordered(page, params.id, String(form.get('ids') ?? '').split(',')),
  move: async (page, form, { params }) => {
    const { key, direction } = moveIn(form)
    const { lessons } = await page.api.lessons.lessonsOfCourse({ id: Number(params.id) || 0 })
    const ids = lessons.map(({ id }) => String(id))
    const from = ids.indexOf(key)
    const to = direction === 'up' ? from - 1 : from + 1
    return ordered(page, params.id, from < 0 || to < 0 ? ids : movedTo(ids, from, to))
  },
})

export const meta = deskMeta('lessons', (t) => t.title)

/** The lessons of a recorded course, in their order. */
export default function LessonsPage() {
  const t = useDeskTexts('lessons')
  const { title: courses } = useDeskTexts('courses')
  const { course, lessons, done } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('add')
  const refused = failureOf('order') ?? failureOf('move')
  const typed = typedIn('add')
  const said = done === 'moved' ? t.moved : done === 'removed' ? t.lessonRemoved : undefined
  return (
    <>
      <DeskHead title={`${t.title}: ${course.name}`} lead={t.lead} above={{ title: courses, path: 'courses' }} />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      {refused ? <Alert kind="error">{refused.message}</Alert> : null}
      {course.isRecorded ? null : <Alert kind="info">{t.notRecorded}</Alert>}
      <Panel title={t.title}>
        {lessons.length === 0 ? <EmptyState title={t.none} body={t.noneBody} /> : <Lessons lessons={lessons} />}
      </Panel>
      {course.isRecorded ? (
        <Panel title={t.add}>
          <KeptForm name={`lesson-of-${course.id}`} className={styles.form}>
            <FormErrors failure={failure} labels={{ 'title.ar': t.name, 'title.en': t.name, minutes: t.minutes }} />
            <input type="hidden" name="intent" value="add" />
            <TwoLanguages
              name="title"
              label={t.name}
              values={{ ar: typed['title.ar'] ?? '', en: typed['title.en'] ?? '' }}
              errors={failure?.fields ?? {}}
              required
            />
            <TextField
              name="minutes"
              label={t.minutes}
              inputMode="numeric"
              defaultValue={typed.minutes}
              errors={failure?.fields.minutes}
              required
            />
            <SubmitButton>{t.add}</SubmitButton>
          </KeptForm>
        </Panel>
      ) : null}
    </>
  )
}

/** The order after one of them was taken to another place. */
function movedTo<Id>(ids: readonly Id[], from: number, to: number): Id[] {
  const rest = ids.filter((_, place) => place !== from)
  return [...rest.slice(0, to), ids[from]!, ...rest.slice(to)]
}

/** In order: with buttons everywhere, and by dragging where scripts run. */
function Lessons({ lessons }: { lessons: DeskLessonEntry[] }) {
  const t = useDeskTexts('lessons')
  const lang = useLang()
  const submit = useSubmit()
  const canDrag = useScripts()
  const [dragged, setDragged] = useState<number>()
  const ids = lessons.map(({ id }) => id)
  const send = (order: number[]) => submit({ intent: 'order', ids: order.join(',') }, { method: 'post' })
  return (
    <ol className={styles.lessons}>
      {lessons.map((lesson, place) => (
        <li
          key={lesson.id}
          data-dragged={dragged === place || undefined}
          draggable={canDrag}
          onDragStart={() => setDragged(place)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged !== undefined && dragged !== place) void send(movedTo(ids, dragged, place))
          }}
        >
          {canDrag ? (
            <span className={styles.grip} title={t.drag} aria-hidden>
              <Icon name="menu" size={18} />
            </span>
          ) : null}
          <Link to={deskLink(lang, `lessons/${lesson.id}`)}>{lesson.title}</Link>
          <span className={styles.about}>
            {[
              t.minutesShort(lesson.minutes),
              lesson.hasVideo && t.hasVideo,
              lesson.files > 0 && t.files,
              lesson.hasQuiz && t.hasQuiz,
              t.learners(lesson.done),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {lesson.isFree ? <Badge tone="mint">{t.free}</Badge> : null}
          <span className={styles.moves}>
            <MoveButtons
              intent="move"
              value={lesson.id}
              name={lesson.title}
              isFirst={place === 0}
              isLast={place === ids.length - 1}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}
