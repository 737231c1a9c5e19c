import { deskLink } from '../../../desk/desk-links.ts'
import { DraftSchedule } from '../../../desk/record/draft-schedule.tsx'
import styles from '../../../desk/record/record.module.css'
import { DiscardedDraftPanel, DraftPanel, EnglishPanel, HistoryPanel } from '../../../desk/record/record-panels.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { POLICIES } from '../../../links.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import type { History } from '../../revisions/records-contract.ts'
import type { EditedSitePage } from '../desk-contract.ts'
import { fieldName } from './page-form.ts'

const POLICY_CODES: readonly string[] = Object.values(POLICIES)

const INTENTS = ['publishDraft', 'restoreDraft', 'scheduleDraft', 'unscheduleDraft', 'confirm']

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
            {POLICY_CODES.includes(page.code) ? <p>{t.policyVersions}</p> : null}
          </div>
        </Panel>
      )}
      <DraftPanel record={page} path={path} t={t} mayChange={page.may.change} nameOf={nameOf}>
        <DraftSchedule record={page} t={t} mayChange={page.may.change} />
      </DraftPanel>
      <DiscardedDraftPanel record={page} t={t} mayChange={page.may.change} nameOf={nameOf} />
      <EnglishPanel record={page} t={t} mayChange={page.may.change} nameOf={nameOf} />
      <HistoryPanel history={history} path={path} t={t} />
    </>
  )
}
