/** Sessions are planned in two steps, which work without scripts: a weekly pattern, then the sessions to keep. */
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { formatWeekday } from '../../../locales/format.ts'
import { formatClock, formatWeekdays } from '../../../locales/format-week.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { FormFailure, PageRequest } from '../../../request-context.ts'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { endsNextDay, patternOf, type SessionPlan } from '../sessions.ts'
import styles from './runs.module.css'

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

type Query = Record<string, string>
type Proposal = Awaited<ReturnType<PageRequest['api']['runs']['sessionPattern']>>
export type Proposed = Proposal['sessions'][number]

/** The pattern in the address; several days are several fields of the same name. */
export function patternIn(request: Request): { query: Query; isAsked: boolean } {
  const { searchParams } = new URL(request.url)
  const query = Object.fromEntries([...searchParams].filter(([, value]) => value !== ''))
  const days = searchParams.getAll('day').join(',')
  return { query: { ...query, ...(days ? { weekdays: days } : {}) }, isAsked: searchParams.has('firstDay') }
}

/** The fields of the pattern that sessions follow now. */
export function queryOfSessions(sessions: readonly SessionPlan[]): Query {
  const pattern = patternOf(sessions)
  if (!pattern) return {}
  const { weekdays, firstDay, lastDay, from, to, ramadan } = pattern
  const hours: Query = ramadan ? { ramadanFrom: ramadan.from, ramadanTo: ramadan.to } : {}
  return { weekdays: weekdays.join(), firstDay, lastDay, from, to, ...hours, skipsHolidays: 'on' }
}

/** The proposed sessions, or what is wrong with the pattern. */
export async function proposalFor({ api, describe }: PageRequest, { query, isAsked }: ReturnType<typeof patternIn>) {
  if (!isAsked) return { proposal: undefined, failure: undefined }
  try {
    return { proposal: await api.runs.sessionPattern(query as never), failure: undefined }
  } catch (error) {
    const failure = describe(error)
    if (failure?.code !== 'validation') throw error
    return { proposal: undefined, failure }
  }
}

/** The chosen sessions of the second form. */
export function sessionsIn(form: FormData) {
  const room = String(form.get('room') ?? '').trim()
  const joinLink = String(form.get('joinLink') ?? '').trim()
  const trainerId = String(form.get('trainerId') ?? '').trim()
  return form.getAll('session').map((chosen) => {
    const [day = '', from = '', to = ''] = String(chosen).split(' ')
    return {
      ...{ day, from, to },
      ...(room ? { room } : {}),
      ...(joinLink ? { joinLink } : {}),
      ...(trainerId ? { trainerId } : {}),
    }
  })
}

/** What is wrong with the sessions is said once, at the field that all of them have in common. */
export function failureOfSessions(failure: FormFailure | undefined): FormFailure | undefined {
  if (!failure) return undefined
  const fields: FormFailure['fields'] = {}
  for (const [name, errors] of Object.entries(failure.fields)) fields[name.replace(/^sessions\.\d+\./, '')] ??= errors
  return { ...failure, fields }
}

/** @param children fields that are asked together with the pattern */
export function PatternForm({
  query,
  failure,
  children,
}: {
  query: Query
  children?: ReactNode
  failure: { fields: Record<string, string[] | undefined> } | undefined
}) {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const chosen = (query.weekdays ?? 'sun,tue').split(',')
  const field = (name: string) => ({ name, errors: failure?.fields[name], defaultValue: query[name] })
  return (
    <Form className={styles.form} noValidate preventScrollReset>
      {query.course ? <input type="hidden" name="course" value={query.course} /> : null}
      {children}
      <fieldset className={styles.days}>
        <legend>{t.weekdays}</legend>
        {WEEKDAYS.map((day) => (
          <CheckField
            key={day}
            name="day"
            id={`day-${day}`}
            value={day}
            label={formatWeekdays([day], lang)}
            defaultChecked={chosen.includes(day)}
          />
        ))}
      </fieldset>
      <FieldRow width="narrow">
        <TextField type="date" label={t.firstDay} required {...field('firstDay')} />
        <TextField type="date" label={t.lastDay} required {...field('lastDay')} />
        <TextField type="time" label={t.fromTime} required {...field('from')} defaultValue={query.from ?? '17:00'} />
        <TextField type="time" label={t.toTime} required {...field('to')} defaultValue={query.to ?? '20:00'} />
      </FieldRow>
      <FieldRow width="narrow">
        <TextField type="time" label={t.ramadanFrom} {...field('ramadanFrom')} />
        <TextField type="time" label={t.ramadanTo} {...field('ramadanTo')} />
      </FieldRow>
      <CheckField
        name="skipsHolidays"
        label={t.skipsHolidays}
        defaultChecked={!query.firstDay || Boolean(query.skipsHolidays)}
      />
      <SubmitButton variant="quiet">{t.show}</SubmitButton>
    </Form>
  )
}

/** Each proposed session with a box and what is special about its day, and the holidays without one. */
export function ProposedSessions({ proposal: { sessions, leftOut } }: { proposal: Proposal }) {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const holidays = leftOut.map(({ day, warnings }) =>
    t.holiday(formatWeekday(`${day}T12:00:00+03:00`, lang), warnings.map((warning) => t.warnings[warning]).join(' · ')),
  )
  return (
    <>
      {sessions.length > 0 ? <Sessions sessions={sessions} /> : <p className={styles.note}>{t.noSessions}</p>}
      {holidays.length > 0 ? <p className={styles.note}>{t.leftOut(holidays)}</p> : null}
    </>
  )
}

function Sessions({ sessions }: { sessions: readonly Proposed[] }) {
  const t = useDeskTexts('runs')
  const lang = useLang()
  return (
    <ol className={styles.rows} id="sessions">
      {sessions.map(({ day, from, to, warnings }) => (
        <li key={`${day} ${from}`}>
          <CheckField
            name="session"
            id={`session-${day}`}
            value={`${day} ${from} ${to}`}
            label={formatWeekday(`${day}T12:00:00+03:00`, lang)}
            defaultChecked
          />
          <span>
            {formatClock(from, lang)} – {formatClock(to, lang)}
            {endsNextDay({ from, to }) ? ` ${t.nextDay}` : null}
          </span>
          <Warnings warnings={warnings} />
        </li>
      ))}
    </ol>
  )
}

export function Warnings({ warnings }: { warnings: Proposed['warnings'] }) {
  const t = useDeskTexts('runs')
  if (warnings.length === 0) return null
  return <span className={styles.note}>{warnings.map((warning) => t.warnings[warning]).join(' · ')}</span>
}
