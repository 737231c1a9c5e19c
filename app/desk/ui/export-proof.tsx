import { useState } from 'react'
import { ConfirmItIsYou } from '../../features/proof/confirm-it-is-you.tsx'
import type { Confirm } from '../../features/proof/with-proof.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { useDeskTexts } from '../texts.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'

/**
 * Asks for the proof without which a list is not downloaded, and again after a wrong one; also for the other commands of
 * the list, which then load the page anew.
 * @param asked of the loader: `proofForExport`
 */
export function ExportProof({ asked }: { asked: Confirm | undefined }) {
  const confirm = useDeskAnswer().confirm ?? asked
  const t = useDeskTexts('frame').list
  const [sent, setSent] = useState<Confirm>()
  if (!confirm) return null
  const isFile = confirm.entries.some(([name, value]) => name === 'intent' && value === 'export')
  const isClosed = isFile && sent === confirm
  // The answer is a file, which only the browser itself can receive, and which leaves this page as it is; a wrong proof
  // loads it anew.
  return (
    <>
      {isClosed ? <Alert kind="info">{t.exportBegins}</Alert> : null}
      <div hidden={isClosed}>
        <ConfirmItIsYou confirm={confirm} reloadDocument onProof={() => setSent(confirm)} />
      </div>
    </>
  )
}
