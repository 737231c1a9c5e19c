import { ConfirmItIsYou } from '../../features/proof/confirm-it-is-you.tsx'
import type { Confirm } from '../../features/proof/with-proof.ts'
import { useDeskAnswer } from '../use-desk-answer.ts'

/**
 * Asks for the proof without which a list is not downloaded, and again after a wrong one; also for the other commands of
 * the list, which then load the page anew.
 * @param asked of the loader: `proofForExport`
 */
export function ExportProof({ asked }: { asked: Confirm | undefined }) {
  const confirm = useDeskAnswer().confirm ?? asked
  // The answer is a file, which only the browser itself can receive.
  return confirm ? <ConfirmItIsYou confirm={confirm} reloadDocument /> : null
}
