import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { RunDetails } from '../run-fields-contract.ts'
import styles from './runs.module.css'
import { inputOf, placeLabels, SessionPlace, trainerChoices } from './session-place.tsx'
import { failureOfSessions } from './session-plan.tsx'

export const loader = deskLoader(async (page, { params }) => {
  const id = Number(params.id) || 0
  // Whoever may not plan is refused here.
  const preview = await page.api.runs.reschedulePreview({ id })
  const run = await page.api.runs.run({ id })
  const session = run.sessions.find((one) => String(one.id) === params.sessionId)
  if (!session && params.sessionId !== 'new') throw new Response(null, { status: 404 })
  return {
    ...{ id, course: run.course.name, version: run.version, isOnly: run.sessions.length === 1, preview },
    session: session ?? null,
    trainers: await trainerChoices(page),
  }
})

/** The other sessions of the run, as they are, with another one or without. */
async function reschedule(
  { api, lang }: PageRequest,
  form: FormData,
  run: RunDetails,
  without: string,
  added: object[],
) {
  const others = run.sessions.filter((one) => String(one.id) !== without).map(inputOf)
  const { fingerprint = '', reason } = fieldsOf(form, 'fingerprint', 'reason')
  // Where nobody is enrolled, nobody reads a reason.
  const isUnread = run.paid + run.pending === 0
  await api.runs.rescheduleRun({
    id: run.id,
    fingerprint,
    sessions: [...others, ...added] as never,
    reason: reason ?? (isUnread ? REASON[lang] : ''),
  })
  return { to: deskLink(lang, `runs/${run.id}`, { done: isUnread ? 'saved' : 'moved' }) }
}

const REASON = { ar: 'لا متدربين بعد', en: 'No learners yet' }

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const action = deskAction({
  save: async (page, form, { params }) => {
    const { api, lang } = page
    const id = Number(params.id) || 0
    const run = await api.runs.run({ id })
    const typed = fieldsOf(form, 'day', 'from', 'to', 'room', 'joinLink', 'trainerId')
    const session = run.sessions.find((one) => String(one.id) === params.sessionId)
    const isSameTime = session && (['day', 'from', 'to'] as const).every((name) => typed[name] === session[name])
    if (!isSameTime) return reschedule(page, form, run, params.sessionId ?? '', [typed])
    const before = JSON.parse(String(form.get('original') ?? '{}')) as Record<string, string | number | null>
    const after = { room: typed.room ?? null, joinLink: typed.joinLink ?? null, trainerId: typed.trainerId ?? null }
    const changes = Object.entries(after)
      .filter(([name, to]) => String(before[name] ?? '') !== String(to ?? ''))
      .map(([name, to]) => [name, { from: before[name] ?? null, to }])
    const version = Number(form.get('version')) || 0
    await api.runs.editSession({ id: session.id, version, changes: Object.fromEntries(changes) })
    return { to: deskLink(lang, `runs/${id}`, { done: 'saved' }) }
  },
  remove: async (page, form, { params }) => {
    const run = await page.api.runs.run({ id: Number(params.id) || 0 })
    return reschedule(page, form, run, params.sessionId ?? '', [])
  },
})

export const meta = deskMeta('runs', (t) => t.sessionTitle)

/** One session: its room, link and trainer without more ado; another day or time after what it means for learners. */
export default function RunSessionPage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { id, course, version, isOnly, preview, session, trainers } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOfSessions(failureOf('save') ?? failureOf('remove'))
  const typed = { ...typedIn('remove'), ...typedIn('save') }
  const before = {
    room: session?.room ?? null,
    joinLink: session?.joinLink ?? null,
    trainerId: session?.trainer?.id ?? null,
  }
  const orders = preview.paid + preview.pending
  const values = {
    room: typed.room ?? before.room ?? '',
    joinLink: typed.joinLink ?? before.joinLink ?? '',
    trainerId: typed.trainerId ?? String(before.trainerId ?? ''),
  }
  return (
    <>
      <DeskHead
        title={session ? formatWeekday(session.startsAt, lang) : t.newSession}
        above={{ title: course, path: `runs/${id}` }}
      />
      <Panel title={session ? t.sessionTitle : t.newSession}>
        <KeptForm className={styles.form}>
          <FormErrors
            failure={failure}
            labels={{ ...placeLabels(t), day: t.day, from: t.fromTime, to: t.toTime, reason: t.reason }}
          />
          <LabelledConflicts
            failure={failure}
            labels={{ room: t.room, joinLink: t.joinLink, trainerId: t.trainer }}
            inWords={(name, value) =>
              name === 'trainerId' ? trainers.find(({ id }) => id === value)?.name : undefined
            }
          />
          <input type="hidden" name="fingerprint" value={preview.fingerprint} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="original" value={JSON.stringify(before)} />
          <FieldRow isFilled>
            <SessionPlace values={values} trainers={trainers} errors={failure?.fields} />
          </FieldRow>
          <FieldRow isFilled>
            <TextField
              type="date"
              name="day"
              label={t.day}
              defaultValue={typed.day ?? session?.day}
              errors={failure?.fields.day}
              required
            />
            <TextField
              type="time"
              name="from"
              label={t.fromTime}
              defaultValue={typed.from ?? session?.from ?? '17:00'}
              errors={failure?.fields.from}
              required
            />
            <TextField
              type="time"
              name="to"
              label={t.toTime}
              defaultValue={typed.to ?? session?.to ?? '20:00'}
              errors={failure?.fields.to}
              required
            />
          </FieldRow>
          {orders + preview.companies > 0 ? (
            <>
              <Alert kind="info" title={session ? t.timeUntouched : undefined}>
                {t.moveConsequences(orders, preview.companies, preview.mails, preview.leaveDays)}
              </Alert>
              <TextField
                name="reason"
                label={t.reason}
                hint={t.reasonHint}
                defaultValue={typed.reason}
                errors={failure?.fields.reason}
                dir="auto"
              />
            </>
          ) : null}
          <div className={styles.buttons}>
            <SubmitButton name="intent" value="save">
              {t.saveSession}
            </SubmitButton>
            {session && !isOnly ? (
              <SubmitButton name="intent" value="remove" variant="quiet">
                {t.removeSession}
              </SubmitButton>
            ) : null}
            <ButtonLink variant="plain" to={deskLink(lang, `runs/${id}`)}>
              {t.back}
            </ButtonLink>
          </div>
        </KeptForm>
      </Panel>
    </>
  )
}
