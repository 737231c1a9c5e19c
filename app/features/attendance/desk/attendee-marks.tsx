import { type FormEvent, useState } from 'react'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'
import type { MarkState } from '../contract.ts'
import styles from './attendance.module.css'
import { markAttendee, type SessionAttendee } from './attendance-calls.ts'
import { EarlyQuestion, NOT_BEGUN } from './early-question.tsx'

export const STATES = ['present', 'late', 'absent'] as const satisfies MarkState[]

type Failure = { message: string; asksOf?: MarkState }

/** One person with a button for each state. A form where there are no scripts. */
export function AttendeeMarks({
  sessionId,
  attendee: { orderId, name, reference, state },
  early,
  onAgree,
  refused,
  onMark,
}: {
  sessionId: number
  attendee: SessionAttendee
  /** Whether the person has said that they mean a session that is still to come. */
  early: boolean
  onAgree: () => void
  /** Their mark, if it was sent without scripts and asks. */
  refused: Failure | undefined
  /** Shows the mark at once; and the one before it, when it could not be saved. */
  onMark: (orderId: string, state: MarkState | null) => void
}) {
  const t = useDeskTexts('attendance')
  const lang = useLang()
  const [failed, setFailure] = useState<Failure>()
  const failure = failed ?? refused
  const place = `#a-${orderId}`

  function press(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const wanted = STATES.find((one) => one === (submitter as HTMLButtonElement | null)?.value)
    if (wanted) void mark(wanted, early)
  }

  async function mark(wanted: MarkState, isMeant: boolean): Promise<void> {
    setFailure(undefined)
    onMark(orderId, wanted)
    const answer = await markAttendee(lang, sessionId, { orderId, state: wanted, early: isMeant })
    if (answer.is === 'done') return
    onMark(orderId, state)
    const message = answer.is === 'refused' ? answer.message : t.notSaved[answer.is]
    const asks = answer.is === 'refused' && answer.code === NOT_BEGUN
    setFailure({ message, ...(asks ? { asksOf: wanted } : {}) })
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
            void mark(failure.asksOf!, true)
          }}
        />
      ) : null}
    </li>
  )
}
