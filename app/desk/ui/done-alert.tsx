import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Alert } from '../../ui/feedback/alert.tsx'
import { DONE_ID } from '../done-place.ts'
import { useDeskTexts } from '../texts.tsx'
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

/** What was just done with a record of the list. */
export function ListDone() {
  const t = useDeskTexts('frame').edit
  const done = useSearchParams()[0].get('done')
  return done === 'added' || done === 'saved' || done === 'removed' ? <DoneAlert>{t[done]}</DoneAlert> : null
}
