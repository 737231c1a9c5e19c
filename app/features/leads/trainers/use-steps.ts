import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLang } from '../../../locales/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { checkedByServer, type TrainerAnswer } from './send-trainer.ts'
import { errorsIn, firstWrong, STEPS } from './trainer-steps.ts'

const LAST = STEPS.length - 1

/** Of the address: `?step=3` is the third. */
export const stepQuery = (step: number) => `?step=${step + 1}`

/**
 * Walks through the steps of the form: each is an entry of the history and is checked by the server before the next.
 * Without scripts there are none, and the form is one.
 */
export function useSteps(answer: TrainerAnswer, hasScripts: boolean) {
  const lang = useLang()
  const navigate = useNavigate()
  // The router's own hook for queries would come with the first scripts of every page.
  const query = new URLSearchParams(useLocation().search)
  const [failure, setFailure] = useState<FormFailure | undefined>(answer?.failure)
  const [isChecking, setChecking] = useState(false)
  const heading = useRef<HTMLElement>(null)
  const shown = useRef<{ step: number; failure: FormFailure | undefined }>(undefined)
  const step = Math.min(Math.max(Math.trunc(Number(query.get('step')) || 1), 1), LAST + 1) - 1

  function goTo(place: number, replace = false) {
    void navigate(`${stepQuery(place)}#form`, { preventScrollReset: true, replace })
  }

  // The answer is gone with the next step: what was wrong stays until it is right.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is heard once
  useEffect(() => {
    if (!answer) return
    setFailure(answer.failure)
    if (answer.failure) goTo(firstWrong(answer.failure.fields) ?? LAST, true)
  }, [answer])

  useEffect(() => {
    const before = shown.current
    shown.current = { step, failure }
    if (!hasScripts || !before || (before.step === step && before.failure === failure)) return
    const section = heading.current?.closest('form')?.querySelector(`[data-step="${step}"]`)
    const wrong = section?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(wrong ?? section?.querySelector<HTMLElement>('h3'))?.focus()
  }, [hasScripts, step, failure])

  async function submit(event: FormEvent<HTMLFormElement>) {
    if (!hasScripts || step === LAST) return
    event.preventDefault()
    if (isChecking) return
    setChecking(true)
    const fields = (await checkedByServer(event.currentTarget, lang)) ?? {}
    setChecking(false)
    const wrong = errorsIn(step, fields)
    if (Object.keys(wrong).length > 0)
      return setFailure({ code: 'validation', status: 400, message: '', fields: wrong })
    setFailure(undefined)
    goTo(step + 1)
  }

  return { step, isLast: step === LAST, failure, isChecking, heading, goTo, submit }
}
