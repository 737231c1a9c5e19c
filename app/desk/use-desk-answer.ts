import { useEffect } from 'react'
import { useActionData } from 'react-router'
import type { Confirm } from '../features/proof/with-proof.ts'
import type { FormFailure } from '../request-context.ts'
import type { DeskAnswer } from './desk-page.ts'
import { keepSentDraft } from './drafts/use-sent-drafts.ts'

/** The answer to the page's last form. */
export function useDeskAnswer() {
  const answer = useActionData() as DeskAnswer | undefined
  const of = (intent: string) => (answer?.intent === intent ? answer : undefined)
  const wasRefused = answer !== undefined && !('result' in answer)
  useEffect(() => {
    if (answer && wasRefused) keepSentDraft()
  }, [answer, wasRefused])
  return {
    /** When set, the page shows `ConfirmItIsYou` instead of its form. */
    confirm: answer && 'confirm' in answer ? answer.confirm : (undefined as Confirm | undefined),
    /** Whether the form was refused, or asks for fresh proof. */
    wasRefused,
    failureOf(intent: string): FormFailure | undefined {
      const found = of(intent)
      return found && 'failure' in found ? found.failure : undefined
    },
    /** What was typed into the form that failed. */
    typedIn(intent: string): Record<string, string> {
      const found = of(intent)
      return found && 'typed' in found ? found.typed : {}
    },
    /** What the action of this form returned. */
    resultOf(intent: string): unknown {
      const found = of(intent)
      return found && 'result' in found ? found.result : undefined
    },
  }
}
