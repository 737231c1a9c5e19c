import { Link, useSearchParams } from 'react-router'
import type { RecordFacts } from '../../features/revisions/records-contract.ts'
import { useLang } from '../../locales/texts.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { deskLink } from '../desk-links.ts'
import { useDeskTexts } from '../texts.tsx'
import { NOT_PUBLISHED } from './draft-conflicts.ts'
import { momentText } from './moment-text.ts'
import type { RecordTexts } from './record-texts.ts'

/**
 * Above the fields: whether they show the draft, that there is one where they don't, and when it is published: what is
 * saved in it then becomes public as well; and that it was not published, since its record changed. The panel of the draft is beside them, and far below on a phone.
 */
export function DraftNotice({
  record: { draft },
  path,
  t,
  isShown,
  mayChange,
}: {
  record: Pick<RecordFacts, 'draft'>
  path: string
  t: Pick<RecordTexts, 'draftBy' | 'openDraft'> & { draftOpen: string; publishesDraft: string }
  isShown: boolean
  mayChange: boolean
}) {
  const lang = useLang()
  const { notPublished } = useDeskTexts('frame').edit
  const [query] = useSearchParams()
  if (!draft) return null
  const isRefused = isShown && query.get('said') === NOT_PUBLISHED
  return (
    <Alert kind={isRefused ? 'error' : 'info'}>
      {isRefused ? (
        <>
          <strong>{notPublished}</strong>
          <br />
        </>
      ) : null}
      {draft.publishAt ? (
        <>
          {t.publishesDraft} <time dateTime={draft.publishAt}>{momentText(draft.publishAt, lang)}</time>.{' '}
        </>
      ) : null}
      {isShown ? (
        t.draftOpen
      ) : (
        <>
          {t.draftBy(draft.updatedBy ?? '—')}{' '}
          {mayChange ? <Link to={deskLink(lang, path, { draft: 1 })}>{t.openDraft}</Link> : null}
        </>
      )}
    </Alert>
  )
}
