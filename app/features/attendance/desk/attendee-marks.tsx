import type { FormEvent } from 'react'
import { useDeskTexts } from '../../../desk/texts.tsx'
import type { MarkState } from '../contract.ts'
import styles from './attendance.module.css'
import type { SessionAttendee } from './attendance-calls.ts'
import { EarlyQuestion } from './early-question.tsx'
import type { MarkFailure } from './use-marks.ts'

export const STATES = ['present', 'late', 'absent'] as const satisfies MarkState[]

/** One person with a button for each state. A form where there are no scripts. */
export function AttendeeMarks({
  attendee: { orderId, name, reference, state },
  waits,
  early,
  onAgree,
  failure,
  onMark,
}: {
  attendee: SessionAttendee
  /** Their mark is kept on this device, as the server is away. */
  waits: boolean
  /** Whether the person has said that they mean a session that is still to come. */
  early: boolean
  onAgree: () => void
  failure: MarkFailure | undefined
  onMark: (orderId: string, state: MarkState, early: boolean) => void
}) {
  const t = useDeskTexts('attendance')
  const place = `#a-${orderId}`

  function press(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const wanted = STATES.find((one) => one === (submitter as HTMLButtonElement | null)?.value)
    if (wanted) onMark(orderId, wanted, early)
  }

  return (
    <li id={`a-${orderId}`}>
      <form method="post" action={place} onSubmit={press}>
        <input type="hidden" name="intent" value="mark" />
        {early ? <input type="hidden" name="early" value="true" /> : null}
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
        {waits ? <p className={styles.waits}>{t.marks.waits}</p> : null}
        {failure && !failure.asksOf ? (
          <p role="alert" className={styles.failure}>
            {failure.message}
          </p>
        ) : null}
      </form>
      {failure?.asksOf ? (
        <EarlyQuestion
          message={failure.message}
          fields={{ intent: 'mark', orderId, state: failure.asksOf }}
          action={`?early=true${place}`}
          submit={t.early.mark}
          onAgree={() => {
            onAgree()
            onMark(orderId, failure.asksOf!, true)
          }}
        />
      ) : null}
    </li>
  )
}
