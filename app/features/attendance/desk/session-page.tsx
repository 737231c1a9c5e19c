import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { useLoaderData, useParams, useSearchParams } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatTime, formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { MarkState } from '../contract.ts'
import styles from './attendance.module.css'
import { readSession, type SessionAttendee, type Verdicts } from './attendance-calls.ts'
import { AttendeeMarks, STATES } from './attendee-marks.tsx'
import { CheckIn } from './check-in.tsx'
import { NOT_BEGUN } from './early-question.tsx'
import { useMarks } from './use-marks.ts'
import { WaitingAlert } from './waiting-alert.tsx'

const sessionIdIn = (params: Readonly<Record<string, string | undefined>>) => Number(params.sessionId) || 0

export const loader = deskLoader(({ api }, { params }) => api.attendance.session({ id: sessionIdIn(params) }))

/** No other page of the site may use the camera. */
export const headers = () => ({
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(self)',
})

/** For browsers without scripts; with them the page makes these calls itself, see `attendance-calls.ts`. */
export const action = deskAction({
  mark: async ({ api, lang }, form, { params }) => {
    const id = sessionIdIn(params)
    const orderId = String(form.get('orderId') ?? '')
    const early = form.has('early')
    await api.attendance.mark({ id, orderId, state: String(form.get('state')) as MarkState, early })
    return { to: `${deskLink(lang, `attendance/${id}`, early ? { early: 'true' } : {})}#a-${orderId}` }
  },
  scan: async ({ api, now }, form, { params }) => {
    const scans = [{ id: randomUUID(), code: String(form.get('code') ?? ''), at: now.toISOString() }]
    const asked = { id: sessionIdIn(params), scans, early: form.has('early') }
    return { result: (await api.attendance.scan(asked)).verdicts }
  },
})

export const meta = deskMeta<'attendance', { course: string }>('attendance', (t, data) => data?.course ?? t.title)

/** Who is there: by name, by the badge before the camera, and without a connection. */
export default function SessionPage() {
  // What waits on this device belongs to one session.
  return <Session key={sessionIdIn(useParams())} />
}

function Session() {
  const t = useDeskTexts('attendance')
  const lang = useLang()
  const sessionId = sessionIdIn(useParams())
  const loaded = useLoaderData<typeof loader>()
  const answer = useDeskAnswer()
  const [query] = useSearchParams()
  const [hasAgreed, setAgreed] = useState(false)
  const early = hasAgreed || query.has('early')
  // What this page and other devices have marked since it was loaded.
  const [read, setRead] = useState<{ from: typeof loaded; attendees: SessionAttendee[] }>()
  const attendees = read?.from === loaded ? read.attendees : loaded.attendees

  async function readAgain(): Promise<void> {
    const now = await readSession(lang, sessionId)
    if (now.is === 'done') setRead({ from: loaded, attendees: now.data.attendees })
  }
  const marks = useMarks(sessionId, showMark)
  const shown = attendees.map((one) => ({
    ...one,
    state: marks.kept.findLast(({ orderId }) => orderId === one.orderId)?.state ?? one.state,
  }))
  const attended = shown.filter(({ state }) => state === 'present' || state === 'late').length
  const waits = new Set(marks.waiting ? marks.kept.map(({ orderId }) => orderId) : [])

  function showMark(orderId: string, state: MarkState): void {
    setRead((before) => {
      const known = before?.from === loaded ? before.attendees : loaded.attendees
      return { from: loaded, attendees: known.map((one) => (one.orderId === orderId ? { ...one, state } : one)) }
    })
  }

  const failure = answer.failureOf('mark') ?? answer.failureOf('scan')
  const asks = failure?.code === NOT_BEGUN
  function refusedMark(orderId: string) {
    const typed = answer.typedIn('mark')
    const asksOf = STATES.find((state) => state === typed.state)
    return asks && asksOf && typed.orderId === orderId ? { message: failure.message, asksOf } : undefined
  }
  const typedCode = answer.typedIn('scan').code
  return (
    <>
      <DeskHead
        title={loaded.course}
        above={{ title: t.title, path: 'attendance' }}
        lead={
          <>
            {formatWeekday(loaded.startsAt, lang)} ·{' '}
            {t.hours(formatTime(loaded.startsAt, lang), formatTime(loaded.endsAt, lang))}
            {loaded.room ? (
              <>
                {' '}
                · <bdi>{loaded.room}</bdi>
              </>
            ) : null}
          </>
        }
      />
      {failure && !asks ? (
        <Alert kind="error" about={failure}>
          {failure.message}
        </Alert>
      ) : null}
      <div className={styles.session}>
        <CheckIn
          sessionId={sessionId}
          early={early}
          onAgree={() => setAgreed(true)}
          refused={asks && typedCode ? { message: failure.message, code: typedCode } : undefined}
          verdicts={answer.resultOf('scan') as Verdicts | undefined}
          onVerdicts={() => void readAgain()}
        />
        <Panel title={t.byName} actions={<p className={styles.count}>{t.attended(attended, attendees.length)}</p>}>
          {marks.waiting && waits.size > 0 ? (
            <WaitingAlert title={t.marks.waiting(waits.size)} why={t.marks.why} reason={marks.waiting} />
          ) : null}
          {attendees.length === 0 ? (
            <EmptyState title={t.nobody} body={t.nobodyBody} />
          ) : (
            <ul className={styles.attendees}>
              {shown.map((attendee) => (
                <AttendeeMarks
                  key={attendee.orderId}
                  attendee={attendee}
                  waits={waits.has(attendee.orderId)}
                  early={early}
                  onAgree={() => setAgreed(true)}
                  failure={marks.failures[attendee.orderId] ?? refusedMark(attendee.orderId)}
                  onMark={marks.mark}
                />
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  )
}
