import { type FormEvent, useState } from 'react'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'
import type { MarkState } from '../contract.ts'
import styles from './attendance.module.css'
import { markAttendee, type SessionAttendee } from './attendance-calls.ts'

const STATES = ['present', 'late', 'absent'] as const satisfies MarkState[]

/** One person with a button for each state. A form where there are no scripts. */
export function AttendeeMarks({
  sessionId,
  attendee: { orderId, name, reference, state },
  onMark,
}: {
  sessionId: number
  attendee: SessionAttendee
  /** Shows the mark at once; and the one before it, when it could not be saved. */
  onMark: (orderId: string, state: MarkState | null) => void
}) {
  const t = useDeskTexts('attendance')
  const lang = useLang()
  const [failure, setFailure] = useState<string>()

  async function mark(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const wanted = STATES.find((one) => one === (submitter as HTMLButtonElement | null)?.value)
    if (!wanted) return
    setFailure(undefined)
    onMark(orderId, wanted)
    const answer = await markAttendee(lang, sessionId, { orderId, state: wanted })
    if (answer.is === 'done') return
    onMark(orderId, state)
    setFailure(answer.is === 'refused' ? answer.message : t.notSaved[answer.is])
  }

  return (
    <li id={`a-${orderId}`}>
      <form method="post" onSubmit={mark}>
        <input type="hidden" name="intent" value="mark" />
        <input type="hidden" name="orderId" value={orderId} />
        <p className={styles.person}>
          <bdi>{name}</bdi>
          <bdi className={styles.reference}>{reference}</bdi>
        </p>
        <div className={styles.states}>
          {STATES.map((one) => (
            <button
              key={one}
              type="submit"
              name="state"
              value={one}
              aria-pressed={state === one}
              data-state={one}
              aria-label={t.markAs(t.states[one], name)}
            >
              {t.states[one]}
            </button>
          ))}
        </div>
        {failure ? (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        ) : null}
      </form>
    </li>
  )
}
