import { Form } from 'react-router'
import type { RecordFacts } from '../../features/revisions/records-contract.ts'
import { useLang } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { momentText } from './moment-text.ts'
import { PublishTimeField } from './publish-time-field.tsx'
import styles from './record.module.css'

export type DraftScheduleTexts = {
  publishesDraft: string
  publishTime: string
  scheduleDraft: string
  unscheduleDraft: string
  missed: { changed: (moment: string) => string; invalid: (moment: string) => string }
}

/** The record stays as it is until the time comes; then a job writes the draft into it. */
export function DraftSchedule({
  record: { draft },
  t,
  mayChange,
}: {
  record: Pick<RecordFacts, 'draft'>
  t: DraftScheduleTexts
  mayChange: boolean
}) {
  const lang = useLang()
  if (!draft) return null
  const { publishAt, missedAt, missedBecause } = draft
  return (
    <div className={styles.part}>
      {missedAt ? <Alert kind="error">{t.missed[missedBecause ?? 'changed'](momentText(missedAt, lang))}</Alert> : null}
      {publishAt ? (
        <p>
          {t.publishesDraft} <time dateTime={publishAt}>{momentText(publishAt, lang)}</time>
        </p>
      ) : null}
      {mayChange ? (
        <Form method="post" className={styles.form}>
          <PublishTimeField intent="scheduleDraft" label={t.publishTime} id="draft-at" />
          <div className={styles.actions}>
            <Button type="submit" name="intent" value="scheduleDraft" variant="quiet" size="small">
              {t.scheduleDraft}
            </Button>
            {publishAt ? (
              <Button type="submit" name="intent" value="unscheduleDraft" variant="plain" size="small" formNoValidate>
                {t.unscheduleDraft}
              </Button>
            ) : null}
          </div>
        </Form>
      ) : null}
    </div>
  )
}
