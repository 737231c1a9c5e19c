/** The sends of the form of a record: one after the other, by a button or by Ctrl+S. */
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useDeskAnswer } from '../use-desk-answer.ts'
import type { Values } from './form-edits.ts'

/** A send whose answer is not shown yet. */
export type Sent = {
  /** The value of the button that sent the form. */
  button: string
  /** The entry of the history at which it was sent: its answer makes another. */
  entry: string
  /** What it had of each changed field: what is typed afterwards is not saved by it. */
  edits: Values
  /** What this browser kept when the fields were sent to be a draft of the record. */
  kept: { key: string; text: string | null } | null
}

/**
 * @param sent the send that is not answered yet
 * @param intent the value of the button that saves, also for Ctrl+S (by the physical key)
 * @param take what a send takes with it
 * @param answer called once the answer is shown
 * @returns the form's `onSubmit`
 */
export function useSends(
  form: RefObject<HTMLFormElement | null>,
  sent: RefObject<Sent | null>,
  {
    intent,
    take,
    answer,
  }: { intent: string; take: (button: string) => Pick<Sent, 'edits' | 'kept'>; answer: (sent: Sent) => void },
) {
  const waiting = useRef<{ button: string }>(null)
  const { state } = useNavigation()
  const { key: entry } = useLocation()
  const { wasRefused } = useDeskAnswer()

  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (!form.current || form.current !== formToSave()) return
      event.preventDefault()
      form.current.requestSubmit(buttonOf(form.current, intent))
    }
    document.addEventListener('keydown', save)
    return () => document.removeEventListener('keydown', save)
  }, [form, intent])

  const settle = useEffectEvent(() => {
    // The answer to another form, which the router had and React shows only now.
    if (sent.current?.entry === entry) return
    if (sent.current) answer(sent.current)
    sent.current = null
    const next = waiting.current
    waiting.current = null
    // What was refused is to be read first; this form stays as it is typed.
    if (next && !wasRefused) form.current?.requestSubmit(buttonOf(form.current, next.button))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown may be newer than the router's state
  useEffect(() => {
    if (state === 'idle') settle()
  }, [state, entry, wasRefused])

  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    const button = (submitter as HTMLButtonElement | null)?.value ?? intent
    // The router would drop the form that is being sent.
    if (state === 'submitting') {
      event.preventDefault()
      if (!sent.current) waiting.current = { button }
      return
    }
    // Whoever types on stays in the field: see `form-errors.tsx` and `navigation-focus.tsx`.
    delete event.currentTarget.dataset.typing
    sent.current = { button, entry: currentEntry(), ...take(button) }
  }
}

/** The key of the history's entry, as React Router stores it: the router may be ahead of what is rendered. */
const currentEntry = (): string => window.history.state?.key ?? 'default'

const buttonOf = (form: HTMLFormElement, value: string) =>
  form.querySelector<HTMLButtonElement>(`button[value="${value}"]`)

/** Which of the forms of a page Ctrl+S saves: two sent at once would drop one of them. */
const formToSave = () =>
  document.activeElement?.closest('form[data-edit]') ??
  document.querySelector('form[data-edit]:has([data-changed])') ??
  document.querySelector('form[data-edit]')
