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
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import type { History } from '../../revisions/records-contract.ts'
import type { EditedArticle } from '../desk-contract.ts'

/** What can be done with an article, what is still missing, and what happened to it. */
export function ArticleActions({ article, history }: { article: EditedArticle; history: History }) {
  const texts = useDeskTexts('articles')
  // In this form `title` is the title of the article, not of the page.
  const t = { ...texts, title: texts.heading }
  const lang = useLang()
  const { failureOf } = useDeskAnswer()
  const failure = RECORD_INTENTS.map(failureOf).find(Boolean)
  const { state, may, missing } = article
  const path = `articles/${article.id}`
  return (
    <>
      {failure ? <Alert kind="error">{failure.message}</Alert> : null}
      <Panel title={t.publication}>
        <div className={styles.part}>
          <PublicationTimes record={article} t={t} />
          {missing.length > 0 && state !== 'published' ? (
            <p>
              {t.missing}: {missing.map((name) => labelOf(t, name)).join(lang === 'ar' ? '، ' : ', ')}
            </p>
          ) : null}
          {may.change ? <PublicationForms record={article} t={t} /> : null}
          <p>
            <a href={deskLink(lang, `${path}/preview`)} target="_blank" rel="noreferrer">
              {t.previewLink}
            </a>
            <br />
            <small>{t.previewHint}</small>
          </p>
          {state === 'published' ? (
            <p>
              <a href={linksFor(lang).article(article.values.slug)}>{t.onSite}</a>
            </p>
          ) : null}
        </div>
      </Panel>
      <DraftPanel record={article} path={path} t={t} mayChange={may.change}>
        {state === 'published' || article.draft?.publishAt ? (
          <DraftSchedule record={article} t={t} mayChange={may.change} />
        ) : null}
      </DraftPanel>
      <DiscardedDraftPanel record={article} t={t} mayChange={may.change} />
      <EnglishPanel record={article} t={t} mayChange={may.change} />
      <HistoryPanel history={history} path={path} t={t} />
    </>
  )
}
