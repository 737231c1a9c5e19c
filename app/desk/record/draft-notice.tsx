import { Link } from 'react-router'
import type { RecordFacts } from '../../features/revisions/records-contract.ts'
import { useLang } from '../../locales/texts.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { deskLink } from '../desk-links.ts'
import type { RecordTexts } from './record-texts.ts'

/**
 * Above the fields: whether they show the draft, and that there is one where they don't. The panel of the draft is beside
 * them, and far below on a phone.
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
  t: Pick<RecordTexts, 'draftBy' | 'openDraft'> & { draftOpen: string }
  isShown: boolean
  mayChange: boolean
}) {
  const lang = useLang()
  if (!draft) return null
  return (
    <Alert kind="info">
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
