import type { ReactNode } from 'react'
import { Alert } from '../../ui/feedback/alert.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'

/** What was just done, as the address says; a form that is refused afterwards is newer, and then only its answer is shown. */
export function DoneAlert({ children }: { children: ReactNode }) {
  return useDeskAnswer().wasRefused ? null : <Alert kind="success">{children}</Alert>
}
