import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { periodsOf } from '../../../desk/periods.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { PeriodChoice } from '../../../desk/ui/lists/period-choice.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { dayOf } from '../../../platform/days.ts'
import { DateText } from '../../../ui/content/date-text.tsx'
import { Stars } from '../../../ui/content/stars.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ReportParts } from './report-parts.tsx'
import styles from './reports.module.css'

const PATH = 'reports/teaching'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const periods = periodsOf(dayOf(page.now))
  const [report, { rights }] = await Promise.all([
    page.api.reports.teachingReport({ ...periods.thisQuarter, ...query } as never),
    page.api.desk.me({}),
  ])
  return { periods, report, rights, toConfirm: await proofForExport(page, queryOf(request)) }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('reports', (t) => t.teaching.title)

export default function TeachingPage() {
  const { teaching: t } = useDeskTexts('reports')
  const lang = useLang()
  const { periods, report, rights, toConfirm } = useLoaderData<typeof loader>()
  const { from, to, runs, isOwn, minPercent, hasMore } = report
  const share = (percent: number | null) => (percent === null ? '—' : t.percent(formatNumber(percent)))
  return (
    <>
      <DeskHead title={t.title} lead={isOwn ? t.ownLead : t.lead} />
      <ReportParts current="teaching" rights={rights} />
      <ExportProof asked={toConfirm} />
      <PeriodChoice path={PATH} periods={periods} from={from} to={to} query={{}} />
      <RecordList
        label={t.title}
        rows={runs}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `runs/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'course', title: t.columns.course, cell: ({ course }) => <bdi>{course}</bdi> },
          { name: 'starts', title: t.columns.starts, cell: ({ startsAt }) => <DateText iso={startsAt} /> },
          {
            name: 'enrolled',
            title: t.columns.enrolled,
            numeric: true,
            cell: ({ enrolled, seats }) => t.ofSeats(formatNumber(enrolled), formatNumber(seats)),
          },
          {
            name: 'attended',
            title: t.columns.attended,
            numeric: true,
            cell: ({ id, attendedPercent }) => (
              <Link to={deskLink(lang, `runs/${id}/attendees`)}>{share(attendedPercent)}</Link>
            ),
          },
          {
            name: 'completed',
            title: t.columns.completed,
            numeric: true,
            cell: ({ completedPercent }) => share(completedPercent),
          },
          {
            name: 'rating',
            title: t.columns.rating,
            cell: ({ rating, ratings }) => (rating === null ? '—' : <Stars rate={rating} count={ratings} size={16} />),
          },
        ]}
      />
      <p className={styles.hint}>{t.meaning(formatNumber(minPercent))}</p>
      {hasMore ? <p className={styles.hint}>{t.more(formatNumber(runs.length))}</p> : null}
      {runs.length > 0 ? <ExportLinks path={PATH} query={{ from, to }} /> : null}
    </>
  )
}
