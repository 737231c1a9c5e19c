import { Form, Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel, Trail } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { linksFor } from '../../../links.ts'
import { formatDay, formatTime } from '../../../locales/format.ts'
import type { Lang } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { EditedCourse } from '../desk-contract.ts'
import styles from './course-desk.module.css'
import { labelOf } from './course-form.ts'

type Revision = { version: number; action: string; by: string | null; at: string }
type Props = { course: EditedCourse; history: { items: Revision[]; next: string | null } }

const INTENTS = ['publish', 'schedule', 'unpublish', 'archive', 'unarchive', 'undo', 'publishDraft', 'discardDraft']

/** What can be done with a course, what is still missing, and what happened to it. */
export function CourseActions({ course, history }: Props) {
  const t = useDeskTexts('courses')
  const lang = useLang()
  const { failureOf } = useDeskAnswer()
  const failure = INTENTS.map(failureOf).find(Boolean)
  const { state, may, missing, english } = course
  const stale = english.filter((one) => one.state === 'stale')
  return (
    <>
      {failure ? <Alert kind="error">{failure.message}</Alert> : null}
      <Panel title={t.publication}>
        <div className={styles.part}>
          <Times course={course} />
          {missing.length > 0 && state !== 'published' ? (
            <p>
              {t.missing}: {missing.map((name) => labelOf(t, name)).join('، ')}
            </p>
          ) : null}
          {may.change ? <PublicationForms course={course} /> : null}
          <p>
            <a href={deskLink(lang, `courses/${course.id}/preview`)} target="_blank" rel="noreferrer">
              {t.previewLink}
            </a>
            <br />
            <small>{t.previewHint}</small>
          </p>
          {state === 'published' ? (
            <p>
              <a href={linksFor(lang).course(course.values.slug)}>{t.onSite}</a>
            </p>
          ) : null}
          {may.change ? (
            <Form method="post" className={styles.actions}>
              <Button type="submit" name="intent" value="duplicate" variant="quiet" size="small">
                {t.duplicate}
              </Button>
            </Form>
          ) : null}
        </div>
      </Panel>
      <DraftPanel course={course} />
      {english.length > 0 ? (
        <Panel title={t.englishTitle}>
          <ul className={styles.plain}>
            {english.map(({ path, state: english }) => (
              <li key={path}>
                {labelOf(t, path)}: {english === 'missing' ? t.englishMissing : t.englishStale}
              </li>
            ))}
          </ul>
          {may.change && stale.length > 0 ? (
            <Form method="post">
              {stale.map(({ path }) => (
                <input key={path} type="hidden" name="path" value={path} />
              ))}
              <Button type="submit" name="intent" value="confirm" variant="quiet" size="small">
                {t.confirm}
              </Button>
            </Form>
          ) : null}
        </Panel>
      ) : null}
      {history.items.length > 0 ? (
        <Panel title={t.history}>
          <Trail
            events={history.items.map(({ version, action, by, at }) => ({
              key: version,
              title: t.actions[action] ?? action,
              when: <time dateTime={at}>{momentText(at, lang)}</time>,
              ...(by ? { who: <bdi>{by}</bdi> } : {}),
              detail:
                version > 1 && action !== 'import' ? (
                  <Link to={deskLink(lang, `courses/${course.id}/compare`, { from: version - 1, to: version })}>
                    {t.compare.open}
                    <span className="visually-hidden"> {t.compare.version(version)}</span>
                  </Link>
                ) : null,
            }))}
          />
          {history.next ? (
            <Link to={deskLink(lang, `courses/${course.id}`, { history: history.next })}>{t.olderHistory}</Link>
          ) : null}
        </Panel>
      ) : null}
    </>
  )
}

function Times({ course: { publishedAt, publishAt } }: { course: EditedCourse }) {
  const t = useDeskTexts('courses')
  const lang = useLang()
  const at = publishedAt ?? publishAt
  if (!at) return null
  return (
    <p>
      {publishedAt ? t.publishedAt : t.publishesAt} <time dateTime={at}>{momentText(at, lang)}</time>
    </p>
  )
}

function PublicationForms({ course: { state, openOrders, undo, version } }: { course: EditedCourse }) {
  const t = useDeskTexts('courses')
  const isOut = state === 'published' || state === 'scheduled'
  return (
    <>
      {state === 'published' && openOrders > 0 ? <Alert kind="warning">{t.openOrders(openOrders)}</Alert> : null}
      <Form method="post" className={styles.actions}>
        <input type="hidden" name="openOrders" value={openOrders} />
        <input type="hidden" name="version" value={version} />
        {state === 'draft' || state === 'scheduled' ? (
          <SubmitButton name="intent" value="publish" size="small">
            {t.publish}
          </SubmitButton>
        ) : null}
        {isOut ? (
          <Button type="submit" name="intent" value="unpublish" variant="quiet" size="small">
            {t.unpublish}
          </Button>
        ) : null}
        <Button
          type="submit"
          name="intent"
          value={state === 'archived' ? 'unarchive' : 'archive'}
          variant="quiet"
          size="small"
        >
          {state === 'archived' ? t.unarchive : t.archive}
        </Button>
        {undo ? (
          <Button type="submit" name="intent" value="undo" variant="plain" size="small">
            {t.undo}
          </Button>
        ) : null}
      </Form>
      {state === 'draft' || state === 'scheduled' ? (
        <Form method="post" className={styles.form}>
          <TextField name="at" type="datetime-local" label={t.publishTime} dir="ltr" required />
          <div>
            <Button type="submit" name="intent" value="schedule" variant="quiet" size="small">
              {t.schedule}
            </Button>
          </div>
        </Form>
      ) : null}
    </>
  )
}

function DraftPanel({ course: { id, draft, may } }: { course: EditedCourse }) {
  const t = useDeskTexts('courses')
  const lang = useLang()
  if (!draft) return null
  return (
    <Panel title={t.draft}>
      <p>{t.draftBy(draft.updatedBy ?? '—')}</p>
      <p>
        {Object.keys(draft.changes)
          .map((name) => labelOf(t, name))
          .join('، ')}
      </p>
      {may.change ? (
        <Form method="post" className={styles.actions}>
          <Link to={deskLink(lang, `courses/${id}`, { draft: 1 })}>{t.openDraft}</Link>
          <Button type="submit" name="intent" value="publishDraft" variant="quiet" size="small">
            {t.publishDraft}
          </Button>
          <Button type="submit" name="intent" value="discardDraft" variant="plain" size="small">
            {t.discardDraft}
          </Button>
        </Form>
      ) : null}
    </Panel>
  )
}

const momentText = (at: string, lang: Lang) => `${formatDay(at, lang)} ${formatTime(at, lang)}`
