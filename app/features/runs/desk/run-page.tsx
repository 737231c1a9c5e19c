import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { halalasIn } from '../../../desk/riyals.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Facts, Panel, RecordSides, Trail } from '../../../desk/ui/panel.tsx'
import { UndoForm } from '../../../desk/ui/undo-form.tsx'
import { formatMoney, formatNumber, formatTime, formatWeekday } from '../../../locales/format.ts'
import { formatClock } from '../../../locales/format-week.ts'
import type { Lang } from '../../../locales/lang.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { endsNextDay } from '../sessions.ts'
import { RunBadge } from './run-badge.tsx'
import { CapacityForm, PriceForm } from './run-forms.tsx'
import styles from './runs.module.css'
import { Warnings } from './session-plan.tsx'
import { WaitingList } from './waiting-list.tsx'

export const loader = deskLoader(async (page, { request, params }) => {
  const { api } = page
  const id = Number(params.id) || 0
  const run = await api.runs.run({ id })
  const { rights } = await api.desk.me({})
  const isOpen = run.phase === 'coming' || run.phase === 'running'
  const mayPlan = isOpen && rights.includes('runs.plan')
  return {
    ...{ run, mayPlan, done: queryOf(request).done, toConfirm: await proofForExport(page, queryOf(request)) },
    mayExport: rights.includes('learners.export'),
    line: rights.includes('runs.plan') ? (await api.runs.waitingList({ id })).people : [],
    mayWrite: run.paid > 0 && rights.includes('runs.plan'),
    mayCancel: isOpen && rights.includes('runs.cancel'),
    mayGive: rights.includes('runs.materials'),
    mayChangeCourse: rights.includes('courses.change'),
    mayTakeAttendance: rights.includes('attendance.take'),
    mayPrice: run.phase === 'coming' && rights.includes('prices.change'),
  }
})

export const action = deskAction({
  undo: async ({ api, lang }, _, { params }) => {
    const { rows } = await api.runs.changeRuns({ ids: [Number(params.id) || 0], action: 'undo' } as never)
    return { to: deskLink(lang, `runs/${params.id}`, rows[0]?.isDone ? { done: 'undone' } : {}) }
  },
  export: exportIntent(({ id }) => `runs/${id}/waiting`),
  capacity: async ({ api, lang }, form, { params }) => {
    const id = Number(params.id)
    const { seats = '', heldSeats } = fieldsOf(form, 'seats', 'heldSeats')
    await api.runs.setRunCapacity({ id, seats, heldSeats: heldSeats ?? 0 })
    return { to: deskLink(lang, `runs/${id}`, { done: 'saved' }) }
  },
  price: async ({ api, lang }, form, { params }) => {
    const id = Number(params.id)
    const priceHalalas = halalasIn(form.get('priceHalalas'))
    await api.runs.setRunPrice({ id, priceHalalas })
    return { to: deskLink(lang, `runs/${id}`, { done: 'saved' }) }
  },
  offer: async ({ api, lang }, form, { params }) => {
    await api.runs.offerSeat({ id: String(form.get('placeId') ?? '') })
    return { to: deskLink(lang, `runs/${Number(params.id)}`, { done: 'offered' }) }
  },
  remove: async ({ api, lang }, form, { params }) => {
    const { placeId = '', reason = '' } = fieldsOf(form, 'placeId', 'reason')
    await api.runs.removeWaiting({ id: placeId, reason })
    return { to: deskLink(lang, `runs/${Number(params.id)}`, { done: 'removed' }) }
  },
})

/** After a refusal, too: somebody may have left the waiting list, or taken a seat. */
export const shouldRevalidate = () => true

export const meta = deskMeta('runs', (t, data) => (data as Loaded | undefined)?.run.course.name ?? t.title)

type Loaded = Awaited<ReturnType<typeof loader>>

const moment = (iso: string, lang: Lang) => `${formatWeekday(iso, lang)} ${formatTime(iso, lang)}`

export default function RunPage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const {
    run,
    line,
    done,
    toConfirm,
    mayExport,
    mayPlan,
    mayWrite,
    mayPrice,
    mayCancel,
    mayTakeAttendance,
    mayChangeCourse,
    mayGive,
  } = useLoaderData<typeof loader>()
  const attendance = useDeskTexts('attendance')
  const { open: materials } = useDeskTexts('materials')
  const said = done && Object.hasOwn(t.done, done) ? t.done[done as keyof typeof t.done] : undefined
  return (
    <>
      <DeskHead
        title={run.course.name}
        lead={moment(run.startsAt, lang)}
        above={{ title: t.title, path: 'runs' }}
        badge={<RunBadge phase={run.phase} />}
      >
        {mayChangeCourse ? (
          <ButtonLink to={deskLink(lang, `courses/${run.course.id}`)} variant="quiet" icon="book">
            {t.course}
          </ButtonLink>
        ) : null}
        {mayTakeAttendance ? (
          <ButtonLink to={deskLink(lang, `runs/${run.id}/attendees`)} variant="quiet" icon="people">
            {attendance.attendees}
          </ButtonLink>
        ) : null}
        {mayGive ? (
          <ButtonLink to={deskLink(lang, `runs/${run.id}/materials`)} variant="quiet" icon="document">
            {materials}
          </ButtonLink>
        ) : null}
        {mayWrite ? (
          <ButtonLink to={deskLink(lang, 'runs/message', { run: run.id })} variant="quiet" icon="mail">
            {t.message}
          </ButtonLink>
        ) : null}
        {mayPlan ? (
          <ButtonLink to={deskLink(lang, `runs/${run.id}/edit`)} variant="quiet" icon="pen">
            {t.edit}
          </ButtonLink>
        ) : null}
        {mayPlan ? (
          <ButtonLink to={deskLink(lang, `runs/${run.id}/move`)} variant="quiet" icon="calendar">
            {t.move}
          </ButtonLink>
        ) : null}
      </DeskHead>
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      <ExportProof asked={toConfirm} />
      <RecordSides
        aside={
          <>
            {mayPlan ? <CapacityForm seats={run.seats} heldSeats={run.heldSeats} /> : null}
            <UndoForm until={run.undoUntil} />
            {mayPrice ? <PriceForm priceHalalas={run.priceHalalas} /> : null}
            <Happened actions={run.actions} />
            {mayCancel ? (
              <ButtonLink to={deskLink(lang, `runs/${run.id}/cancel`)} variant="quiet">
                {t.cancel}
              </ButtonLink>
            ) : null}
          </>
        }
      >
        <Panel title={t.facts}>
          <Facts
            facts={[
              [t.starts, moment(run.startsAt, lang)],
              [t.ends, moment(run.endsAt, lang)],
              [t.place, run.city ?? t.online],
              [t.venue, run.venueNames && inLang(run.venueNames, lang)],
              [t.seats, formatNumber(run.seats)],
              [t.paid, formatNumber(run.paid)],
              [t.pending, formatNumber(run.pending)],
              [t.held, formatNumber(run.heldSeats)],
              [t.companySeats, run.companySeats > 0 ? formatNumber(run.companySeats) : null],
              [t.waiting, formatNumber(run.waiting)],
              [t.minimum, run.minimum === null ? null : formatNumber(run.minimum)],
              [t.tags, run.tags.length > 0 ? run.tags.join(lang === 'ar' ? '، ' : ', ') : null],
              [t.price, formatMoney(run.priceHalalas ?? run.coursePriceHalalas, lang)],
              [t.money, run.money && formatMoney(run.money.paidHalalas, lang)],
              [t.refunded, run.money && formatMoney(run.money.refundedHalalas, lang)],
              [t.enrolmentOpens, run.enrolmentOpensAt && moment(run.enrolmentOpensAt, lang)],
              [t.enrolmentCloses, moment(run.enrolmentClosesAt, lang)],
            ]}
          />
        </Panel>
        <Panel
          title={t.sessions}
          actions={mayPlan ? <Link to={deskLink(lang, `runs/${run.id}/sessions/new`)}>{t.addSession}</Link> : null}
        >
          <ol className={styles.rows}>
            {run.sessions.map((session) => (
              <li key={session.id}>
                <strong>{formatWeekday(session.startsAt, lang)}</strong>
                <span>
                  {formatClock(session.from, lang)} – {formatClock(session.to, lang)}
                  {endsNextDay(session) ? ` ${t.nextDay}` : null}
                </span>
                {session.room ? <bdi>{session.room}</bdi> : null}
                {session.joinLink ? <a href={session.joinLink}>{t.online}</a> : null}
                {session.trainer ? <bdi>{session.trainer.name}</bdi> : null}
                <Warnings warnings={session.warnings} />
                <span className={styles.end}>
                  {mayTakeAttendance ? (
                    // A document of its own: only that page may use the camera.
                    <Link reloadDocument to={deskLink(lang, `attendance/${session.id}`)}>
                      {attendance.title}
                      <span className="visually-hidden"> {formatWeekday(session.startsAt, lang)}</span>
                    </Link>
                  ) : null}
                  {mayPlan ? (
                    <Link to={deskLink(lang, `runs/${run.id}/sessions/${session.id}`)}>
                      {t.change}
                      <span className="visually-hidden"> {formatWeekday(session.startsAt, lang)}</span>
                    </Link>
                  ) : null}
                </span>
              </li>
            ))}
          </ol>
        </Panel>
        {line.length > 0 ? (
          <WaitingList people={line} exportPath={mayExport ? `runs/${run.id}/waiting` : undefined} />
        ) : null}
      </RecordSides>
    </>
  )
}

function Happened({ actions }: { actions: Loaded['run']['actions'] }) {
  const t = useDeskTexts('runs')
  if (actions.length === 0) return null
  return (
    <Panel title={t.actions}>
      <Trail
        events={actions.map(({ id, kind, reason, by, at, orders, ordersDone, purchases, purchasesDone }) => ({
          key: id,
          title: t.actionNames[kind],
          when: <DateText iso={at} />,
          who: by ? <bdi>{by}</bdi> : undefined,
          detail: (
            <>
              <bdi>{reason}</bdi>
              <br />
              {t.progress(formatNumber(ordersDone), formatNumber(orders))}
              {purchases > 0 ? (
                <>
                  <br />
                  {t.companyProgress(formatNumber(purchasesDone), formatNumber(purchases))}
                </>
              ) : null}
            </>
          ),
        }))}
      />
    </Panel>
  )
}
