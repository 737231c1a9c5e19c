import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { History, RecordFacts } from '../../features/revisions/records-contract.ts'
import { useLang } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { deskLink } from '../desk-links.ts'
import { Command } from '../ui/command.tsx'
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
  t: Pick<RecordTexts, 'draft' | 'draftBy' | 'openDraft' | 'publishDraft' | 'discardDraft' | 'discardHappens'>
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
        </Form>
      ) : null}
      {children}
      {mayChange ? (
        <Command
          intent="discardDraft"
          title={t.discardDraft}
          happens={t.discardHappens(draft.updatedBy ?? '—', momentText(draft.updatedAt, lang))}
          submit={t.discardDraft}
        />
      ) : null}
    </Panel>
  )
}

/** A draft that somebody threw away, to be taken back. */
export function DiscardedDraftPanel({
  record: { discardedDraft: found },
  t,
  mayChange,
  nameOf = (name) => labelOf(t, name),
}: {
  record: Pick<RecordFacts, 'discardedDraft'>
  t: Pick<RecordTexts, 'discardedDraft' | 'discardedBy' | 'draftSavedBy' | 'restoreDraft'>
  mayChange: boolean
  nameOf?: Name
}) {
  const lang = useLang()
  if (!found || !mayChange) return null
  return (
    <Panel title={t.discardedDraft}>
      <p>{t.discardedBy(found.discardedBy ?? '—', momentText(found.discardedAt, lang))}</p>
      <p>{t.draftSavedBy(found.updatedBy ?? '—', momentText(found.updatedAt, lang))}</p>
      <p>{[...new Set(found.fields.map(nameOf))].join(lang === 'ar' ? '، ' : ', ')}</p>
      <Form method="post" className={styles.actions}>
        <Button type="submit" name="intent" value="restoreDraft" variant="quiet" size="small">
          {t.restoreDraft}
        </Button>
      </Form>
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
