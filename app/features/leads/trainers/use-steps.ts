import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLang } from '../../../locales/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { checkedByServer, type TrainerAnswer } from './send-trainer.ts'
import { errorsIn, firstInvalidStep, STEPS } from './trainer-steps.ts'

const LAST = STEPS.length - 1

/** The query parameter: `?step=3` is the third step. */
export const stepQuery = (step: number) => `?step=${step + 1}`

/**
 * Shows the form step by step: each step is a history entry, and the server checks it before the next one.
 * Without scripts there are no steps.
 */
export function useSteps(answer: TrainerAnswer, hasScripts: boolean) {
  const lang = useLang()
  const navigate = useNavigate()
  // The router's `useSearchParams` would be added to the initial scripts of every page.
  const query = new URLSearchParams(useLocation().search)
  const [failure, setFailure] = useState<FormFailure | undefined>(answer?.failure)
  const [isChecking, setChecking] = useState(false)
  const heading = useRef<HTMLElement>(null)
  const shown = useRef<{ step: number; failure: FormFailure | undefined }>(undefined)
  const step = Math.min(Math.max(Math.trunc(Number(query.get('step')) || 1), 1), LAST + 1) - 1

  function goTo(place: number, replace = false) {
    void navigate(`${stepQuery(place)}#form`, { preventScrollReset: true, replace })
  }

  // The action data disappears with the next step: errors stay until they are corrected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is handled once
  useEffect(() => {
    if (!answer) return
    setFailure(answer.failure)
    if (answer.failure) goTo(firstInvalidStep(answer.failure.fields) ?? LAST, true)
  }, [answer])

  useEffect(() => {
    const before = shown.current
    shown.current = { step, failure }
    if (!hasScripts || !before || (before.step === step && before.failure === failure)) return
    const section = heading.current?.closest('form')?.querySelector(`[data-step="${step}"]`)
    const wrong = section?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(wrong ?? section?.querySelector<HTMLElement>('h3'))?.focus()
  }, [hasScripts, step, failure])

  // When the scripts were late, the visitor may be in the middle of the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts take over
  useEffect(() => {
    const section = document.activeElement?.closest<HTMLElement>('[data-step]')
    if (section && section.dataset.step !== String(step)) goTo(Number(section.dataset.step), true)
  }, [])

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
