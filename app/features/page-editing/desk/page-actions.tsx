import { Form } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { momentText } from '../../../desk/record/moment-text.ts'
import styles from '../../../desk/record/record.module.css'
import { DraftPanel, EnglishPanel, HistoryPanel } from '../../../desk/record/record-panels.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { History } from '../../revisions/records-contract.ts'
import type { EditedSitePage } from '../desk-contract.ts'
import { fieldName } from './page-form.ts'

const INTENTS = ['publishDraft', 'discardDraft', 'schedule', 'unschedule', 'confirm']

/** What can be done with a page, what is missing in English, and what happened to it. */
export function PageActions({ page, history }: { page: EditedSitePage; history: History }) {
  const t = useDeskTexts('pages')
  const lang = useLang()
  const { failureOf } = useDeskAnswer()
  const failure = INTENTS.map(failureOf).find(Boolean)
  const path = `pages/${page.code}`
  const nameOf = (field: string) => fieldName(page.values, field.replace(/\.(?:ar|en)$/, ''), lang, t)
  const wrong = Object.keys(failure?.fields ?? {}).flatMap((at) => /^changes\.(.+)\.to$/.exec(at)?.[1] ?? [])
  return (
    <>
      {failure ? (
        <Alert kind="error">
          {failure.message} {wrong.map(nameOf).join(' · ')}
        </Alert>
      ) : null}
      {page.path === null ? null : (
        <Panel title={t.publication}>
          <div className={styles.part}>
            <p>
              <a href={deskLink(lang, `${path}/preview`)} target="_blank" rel="noreferrer">
                {t.previewLink}
              </a>
              <br />
              <small>{t.previewHint}</small>
            </p>
            <p>
              <a href={`/${lang}${page.path}`}>{t.onSite}</a>
            </p>
          </div>
        </Panel>
      )}
      <DraftPanel record={page} path={path} t={t} mayChange={page.may.change} nameOf={nameOf}>
        <Schedule page={page} />
      </DraftPanel>
      <EnglishPanel record={page} t={t} mayChange={page.may.change} nameOf={nameOf} />
      <HistoryPanel history={history} path={path} t={t} />
    </>
  )
}

/** The page stays as it is until the time comes; then a job writes the draft into it. */
function Schedule({ page: { draft, may } }: { page: EditedSitePage }) {
  const t = useDeskTexts('pages')
  const lang = useLang()
  const errors = useDeskAnswer().failureOf('schedule')?.fields.at
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
      {may.change ? (
        <Form method="post" className={styles.form}>
          <TextField name="at" type="datetime-local" label={t.publishTime} dir="ltr" errors={errors} required />
          <div className={styles.actions}>
            <Button type="submit" name="intent" value="schedule" variant="quiet" size="small">
              {t.schedule}
            </Button>
            {publishAt ? (
              <Button type="submit" name="intent" value="unschedule" variant="plain" size="small" formNoValidate>
                {t.unschedule}
              </Button>
            ) : null}
          </div>
        </Form>
      ) : null}
    </div>
  )
}
