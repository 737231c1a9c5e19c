import { useLoaderData, useLocation } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { KeptForm, UnfinishedForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { RunDetails } from '../run-fields-contract.ts'
import { placesDiffer, withOwnPlaces } from './own-places.ts'
import styles from './runs.module.css'
import { inputOf, placeLabels, SessionPlace, trainerChoices } from './session-place.tsx'
import {
  failureOfSessions,
  PatternForm,
  ProposedSessions,
  patternIn,
  proposalFor,
  queryOfSessions,
  sessionsIn,
} from './session-plan.tsx'

export const loader = deskLoader(async (page, { request, params }) => {
  const id = Number(params.id)
  const preview = await page.api.runs.reschedulePreview({ id })
  const run = await page.api.runs.run({ id })
  const pattern = patternIn(request)
  const { room, joinLink, trainer } = run.sessions.at(-1)!
  const begun = begunOf(run, page.now)
  const coming = run.sessions.slice(begun.length)
  return {
    ...(await proposalFor(page, pattern)),
    ...{ preview, id, course: run.course.name, begun: begun.map(({ startsAt }) => startsAt) },
    query: pattern.isAsked ? pattern.query : queryOfSessions(coming),
    differ: placesDiffer(coming.map(inputOf)),
    place: { room: room ?? '', joinLink: joinLink ?? '', trainerId: String(trainer?.id ?? '') },
    trainers: pattern.isAsked ? await trainerChoices(page) : [],
  }
})

/** The sessions that have begun, which come before the others and stay as they are. */
const begunOf = ({ sessions }: RunDetails, now: Date) => sessions.filter(({ startsAt }) => new Date(startsAt) <= now)

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const action = deskAction({
  move: async ({ api, lang, now }, form, { params }) => {
    const id = Number(params.id)
    const run = await api.runs.run({ id })
    const sessions = run.sessions.map(inputOf)
    const begun = begunOf(run, now).length
    const moved = withOwnPlaces(sessionsIn(form), sessions.slice(begun))
    const [fingerprint, reason] = [String(form.get('fingerprint') ?? ''), String(form.get('reason') ?? '')]
    await api.runs.rescheduleRun({ id, fingerprint, reason, sessions: [...sessions.slice(0, begun), ...moved] })
    return { to: deskLink(lang, `runs/${id}`, { done: 'moved' }) }
  },
})

export const meta = deskMeta('runs', (t) => t.moveTitle)

export default function MovePage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { query, proposal, failure, preview, id, course, begun, differ, place, trainers } =
    useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const { search } = useLocation()
  const refusal = failureOfSessions(failureOf('move'))
  return (
    <>
      <DeskHead title={t.moveTitle} lead={t.moveLead} above={{ title: course, path: `runs/${id}` }} />
      <Alert kind="info">
        {t.moveConsequences(preview.paid + preview.pending, preview.companies, preview.mails, preview.leaveDays)}
      </Alert>
      <Panel title={t.pattern}>
        {begun.length > 0 ? (
          <p className={styles.note}>{t.begunStay(begun.map((startsAt) => formatWeekday(startsAt, lang)))}</p>
        ) : null}
        <PatternForm query={query} failure={failure} />
      </Panel>
      {proposal ? (
        <Panel title={t.review}>
          {/* A refusal is here, far below the head of the page: a browser without scripts is led to it. */}
          <KeptForm id="move" action={`${search}#move`} className={styles.form} preventScrollReset>
            <FormErrors
              failure={refusal}
              labels={{ sessions: t.sessions, to: t.toTime, ...placeLabels(t), reason: t.reason }}
            />
            <input type="hidden" name="intent" value="move" />
            <input type="hidden" name="fingerprint" value={preview.fingerprint} />
            <ProposedSessions proposal={proposal} />
            {differ ? <p className={styles.note}>{t.placesDiffer}</p> : null}
            <FieldRow isFilled>
              <SessionPlace values={{ ...place, ...typedIn('move') }} trainers={trainers} errors={refusal?.fields} />
            </FieldRow>
            <TextField
              name="reason"
              label={t.reason}
              hint={t.reasonHint}
              defaultValue={typedIn('move').reason}
              errors={refusal?.fields.reason}
              dir="auto"
              required
            />
            <SubmitButton>{t.doMove}</SubmitButton>
          </KeptForm>
        </Panel>
      ) : (
        <UnfinishedForm />
      )}
    </>
  )
}
