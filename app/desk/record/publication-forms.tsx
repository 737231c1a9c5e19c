import { Form } from 'react-router'
import type { RecordFacts } from '../../features/revisions/records-contract.ts'
import { useLang } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { momentText } from './moment-text.ts'
import { PublishTimeField } from './publish-time-field.tsx'
import styles from './record.module.css'
import type { RecordTexts } from './record-texts.ts'
import { SaveFirst } from './save-first.tsx'

/** When visitors see a record, or will see it. */
export function PublicationTimes({ record: { publishedAt, publishAt }, t }: { record: RecordFacts; t: RecordTexts }) {
  const lang = useLang()
  const at = publishedAt ?? publishAt
  if (!at) return null
  return (
    <p>
      {publishedAt ? t.publishedAt : t.publishesAt} <time dateTime={at}>{momentText(at, lang)}</time>
    </p>
  )
}

/** What the forms and panels of such a record send. */
export const RECORD_INTENTS = [
  'publish',
  'schedule',
  'unpublish',
  'archive',
  'unarchive',
  'undo',
  'publishDraft',
  'restoreDraft',
  'scheduleDraft',
  'unscheduleDraft',
  'confirm',
]

/**
 * Publishes a record now or later, takes it down, archives it, and undoes the last of these.
 * @param hidden further values that are sent
 */
export function PublicationForms({
  record: { state, undo, version },
  t,
  hidden = {},
}: {
  record: RecordFacts
  t: RecordTexts
  hidden?: Record<string, string | number>
}) {
  const isOut = state === 'published' || state === 'scheduled'
  return (
    <>
      <SaveFirst />
      <Form method="post" className={styles.actions}>
        {Object.entries({ ...hidden, version }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
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
          <PublishTimeField intent="schedule" label={t.publishTime} />
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
