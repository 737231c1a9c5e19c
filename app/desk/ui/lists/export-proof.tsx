import { useState } from 'react'
import { ConfirmItIsYou } from '../../../features/proof/confirm-it-is-you.tsx'
import type { Confirm } from '../../../features/proof/with-proof.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { useScripts } from '../../../ui/use-scripts.ts'
import { DIRECT_FIELD, type ReadyFile } from '../../exports/export-fields.ts'
import { useDeskTexts } from '../../texts.tsx'
import { useDeskAnswer } from '../../use-desk-answer.ts'

/**
 * Asks for the proof without which a list is not downloaded, and again after a wrong one; also for the other commands of
 * the list, which then load the page anew.
 * @param asked of the loader: `proofForExport`
 */
export function ExportProof({ asked }: { asked: Confirm | undefined }) {
  const answer = useDeskAnswer()
  const confirm = answer.confirm ?? asked
  const ready = answer.resultOf('export') as ReadyFile | undefined
  const t = useDeskTexts('frame').list
  const hasScripts = useScripts()
  const [sent, setSent] = useState<Confirm>()
  if (ready)
    return (
      <Alert kind="success">
        {t.fileReady} <a href={ready.file}>{t.file}</a>
      </Alert>
    )
  if (!confirm) return null
  const isFile = confirm.entries.some(([name, value]) => name === 'intent' && value === 'export')
  const isClosed = isFile && sent === confirm
  const entries = confirm.entries.filter(([name]) => name !== DIRECT_FIELD)
  if (isFile && hasScripts) entries.push([DIRECT_FIELD, '1'])
  // With scripts the answer is a file, which only the browser itself can receive, and which leaves this page as it is; a
  // wrong proof loads it anew.
  return (
    <>
      {isClosed ? <Alert kind="info">{t.exportBegins}</Alert> : null}
      <div hidden={isClosed}>
        <ConfirmItIsYou confirm={{ ...confirm, entries }} reloadDocument onProof={() => setSent(confirm)} />
      </div>
    </>
  )
}
