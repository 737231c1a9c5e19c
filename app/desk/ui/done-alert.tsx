import type { ReactNode } from 'react'
import { Alert } from '../../ui/feedback/alert.tsx'
import { DONE_ID } from '../done-place.ts'
import { useDeskAnswer } from '../use-desk-answer.ts'

/** What was just done, as the address says; a form that is refused afterwards is newer, and then only its answer is shown. */
export function DoneAlert({ children }: { children: ReactNode }) {
  if (useDeskAnswer().wasRefused) return null
  return (
    <Alert kind="success" id={DONE_ID}>
      {children}
    </Alert>
  )
}
