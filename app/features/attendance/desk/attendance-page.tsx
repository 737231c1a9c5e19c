import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { formatTime, formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FieldRow, FieldRowControl } from '../../../ui/fields/field-row.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { AttendanceSession } from '../contract.ts'
import styles from './attendance.module.css'

export const loader = deskLoader(({ api }, { request }) => {
  const { day } = queryOf(request)
  return api.attendance.sessionsOfDay(day === undefined ? {} : { day })
})

export const meta = deskMeta('attendance', (t) => t.title)

/** The sessions of a day, today at first, each with its one next action. */
export default function AttendancePage() {
  const t = useDeskTexts('attendance')
  const lang = useLang()
  const { day, sessions } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead(formatWeekday(`${day}T12:00:00+03:00`, lang))} />
      <Form key={day} className={styles.day} action={deskLink(lang, 'attendance')}>
        <FieldRow width="fit">
          <TextField label={t.day} name="day" type="date" defaultValue={day} required />
          <FieldRowControl>
            <SubmitButton variant="quiet">{t.show}</SubmitButton>
          </FieldRowControl>
        </FieldRow>
      </Form>
      {sessions.length === 0 ? <EmptyState title={t.none} body={t.noneBody} /> : null}
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </>
  )
}

function Session({ session }: { session: AttendanceSession }) {
  const t = useDeskTexts('attendance')
  const lang = useLang()
  const { id, runId, course, startsAt, endsAt, room, enrolled, attended } = session
  return (
    <li>
      <div>
        <h2>{course}</h2>
        <p className={styles.facts}>
          <span>{t.hours(formatTime(startsAt, lang), formatTime(endsAt, lang))}</span>
          {room ? <bdi>{room}</bdi> : null}
          <span>{t.attended(attended, enrolled)}</span>
        </p>
      </div>
      <div className={styles.actions}>
        {/* A document of its own: only that page may use the camera. */}
        <ButtonLink reloadDocument to={deskLink(lang, `attendance/${id}`)} icon="check">
          {t.take}
          <span className="visually-hidden"> {course}</span>
        </ButtonLink>
        <ButtonLink to={deskLink(lang, `runs/${runId}/attendees`)} variant="quiet">
          {t.attendees}
          <span className="visually-hidden"> {course}</span>
        </ButtonLink>
      </div>
    </li>
  )
}
