import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { History, RecordFacts } from '../../features/revisions/records-contract.ts'
import { useLang } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { deskLink } from '../desk-links.ts'
import { Panel, Trail } from '../ui/panel.tsx'
import { labelOf } from './field-labels.ts'
import { momentText } from './moment-text.ts'
import styles from './record.module.css'
import type { RecordTexts } from './record-texts.ts'
import { SaveFirst } from './save-first.tsx'

type Name = (path: string) => string

/**
 * What somebody wrote that visitors do not see yet.
 * @param path of the record's page, below the desk
 * @param nameOf a field; by default its text in `t`
 */
export function DraftPanel({
  record: { draft },
  path,
  t,
  mayChange,
  nameOf = (name) => labelOf(t, name),
  children,
}: {
  record: Pick<RecordFacts, 'draft'>
  path: string
  t: Pick<RecordTexts, 'draft' | 'draftBy' | 'openDraft' | 'publishDraft' | 'discardDraft'>
  mayChange: boolean
  nameOf?: Name
  children?: ReactNode
}) {
  const lang = useLang()
  if (!draft) return null
  return (
    <Panel title={t.draft}>
      <p>{t.draftBy(draft.updatedBy ?? '—')}</p>
      <p>{[...new Set(Object.keys(draft.changes).map(nameOf))].join(lang === 'ar' ? '، ' : ', ')}</p>
      {mayChange ? <SaveFirst /> : null}
      {mayChange ? (
        <Form method="post" className={styles.actions}>
          <Link to={deskLink(lang, path, { draft: 1 })}>{t.openDraft}</Link>
          <Button type="submit" name="intent" value="publishDraft" variant="quiet" size="small">
            {t.publishDraft}
          </Button>
          <Button type="submit" name="intent" value="discardDraft" variant="plain" size="small">
            {t.discardDraft}
          </Button>
        </Form>
      ) : null}
      {children}
    </Panel>
  )
}

/** Which texts have no English, or one that is older than the Arabic. */
export function EnglishPanel({
  record: { version, english },
  t,
  mayChange,
  nameOf = (name) => labelOf(t, name),
}: {
  record: Pick<RecordFacts, 'version' | 'english'>
  t: Pick<RecordTexts, 'englishTitle' | 'englishMissing' | 'englishStale' | 'confirm'>
  mayChange: boolean
  nameOf?: Name
}) {
  const stale = english.filter(({ state }) => state === 'stale')
  if (english.length === 0) return null
  return (
    <Panel title={t.englishTitle}>
      <ul className={styles.plain}>
        {english.map(({ path, state }) => (
          <li key={path}>
            {nameOf(path)}: {state === 'missing' ? t.englishMissing : t.englishStale}
          </li>
        ))}
      </ul>
      {mayChange && stale.length > 0 ? (
        <Form method="post">
          <input type="hidden" name="version" value={version} />
          {stale.map(({ path }) => (
            <input key={path} type="hidden" name="path" value={path} />
          ))}
          <Button type="submit" name="intent" value="confirm" variant="quiet" size="small">
            {t.confirm}
          </Button>
        </Form>
      ) : null}
    </Panel>
  )
}

/** What was done to a record, each step with what it changed. */
export function HistoryPanel({
  history,
  path,
  t,
}: {
  history: History
  path: string
  t: Pick<RecordTexts, 'history' | 'olderHistory' | 'actions' | 'compare'>
}) {
  const lang = useLang()
  if (history.items.length === 0) return null
  return (
    <Panel title={t.history}>
      <Trail
        events={history.items.map(({ version, action, by, at }) => ({
          key: version,
          title: t.actions[action] ?? action,
          when: <time dateTime={at}>{momentText(at, lang)}</time>,
          ...(by ? { who: <bdi>{by}</bdi> } : {}),
          detail:
            version > 1 && action !== 'import' ? (
              <Link to={deskLink(lang, `${path}/compare`, { from: version - 1, to: version })}>
                {t.compare.open}
                <span className="visually-hidden"> {t.compare.version(version)}</span>
              </Link>
            ) : null,
        }))}
      />
      {history.next ? <Link to={deskLink(lang, path, { history: history.next })}>{t.olderHistory}</Link> : null}
    </Panel>
  )
}
