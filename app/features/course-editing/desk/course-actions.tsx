import { Form } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { DraftSchedule } from '../../../desk/record/draft-schedule.tsx'
import { labelOf } from '../../../desk/record/field-labels.ts'
import { PublicationForms, PublicationTimes, RECORD_INTENTS } from '../../../desk/record/publication-forms.tsx'
import styles from '../../../desk/record/record.module.css'
import { DiscardedDraftPanel, DraftPanel, EnglishPanel, HistoryPanel } from '../../../desk/record/record-panels.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { linksFor } from '../../../links.ts'
import { separatorOf } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import type { History } from '../../revisions/records-contract.ts'
import type { EditedCourse } from '../desk-contract.ts'

type Props = { course: EditedCourse; history: History }

/** What can be done with a course, what is still missing, and what happened to it. */
export function CourseActions({ course, history }: Props) {
  const t = useDeskTexts('courses')
  const lang = useLang()
  const { failureOf } = useDeskAnswer()
  const failure = RECORD_INTENTS.map(failureOf).find(Boolean)
  const { state, may, missing, openOrders } = course
  const path = `courses/${course.id}`
  return (
    <>
      {failure ? <Alert kind="error">{failure.message}</Alert> : null}
      <Panel title={t.publication}>
        <div className={styles.part}>
          <PublicationTimes record={course} t={t} />
          {missing.length > 0 && state !== 'published' ? (
            <p>
              {t.missing}: {missing.map((name) => labelOf(t, name)).join(separatorOf(lang))}
            </p>
          ) : null}
          {may.change && state === 'published' && openOrders > 0 ? (
            <Alert kind="warning">{t.openOrders(openOrders)}</Alert>
          ) : null}
          {may.change ? <PublicationForms record={course} t={t} hidden={{ openOrders }} /> : null}
          <p>
            <a href={deskLink(lang, `${path}/preview`)} target="_blank" rel="noreferrer">
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
      <DraftPanel record={course} path={path} t={t} mayChange={may.change}>
        {state === 'published' || course.draft?.publishAt ? (
          <DraftSchedule record={course} t={t} mayChange={may.change} />
        ) : null}
      </DraftPanel>
      <DiscardedDraftPanel record={course} t={t} mayChange={may.change} />
      <EnglishPanel record={course} t={t} mayChange={may.change} />
      <HistoryPanel history={history} path={path} t={t} />
    </>
  )
}
