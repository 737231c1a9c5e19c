import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/export-links.tsx'
import { ExportProof } from '../../../desk/ui/export-proof.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatDay, formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { RunBadge } from './run-badge.tsx'

const PATH = 'runs'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const [list, me] = [await page.api.runs.runs(query as object), await page.api.desk.me({})]
  const toConfirm = await proofForExport(page, queryOf(request))
  return { query, list, toConfirm, mayPlan: me.rights.includes('runs.plan') }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('runs', (t) => t.title)

export default function RunsPage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { query, list, toConfirm, mayPlan } = useLoaderData<typeof loader>()
  const choices = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {mayPlan ? (
          <ButtonLink to={deskLink(lang, 'runs/new')} icon="plus">
            {t.plan}
          </ButtonLink>
        ) : null}
      </DeskHead>
      <ExportProof asked={toConfirm} />
      <Filters
        path={PATH}
        query={query}
        selects={[{ name: 'state', label: t.state, choices: choices(t.states) }]}
        days={(['from', 'to'] as const).map((name) => ({ name, label: t[name] }))}
        texts={[{ name: 'room', label: t.room }]}
      />
      <RecordList
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query, sort: 'first' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        columns={[
          { name: 'course', title: t.course, cell: ({ course }) => course.name },
          {
            name: 'starts',
            title: t.starts,
            cell: ({ startsAt }) => formatDay(startsAt, lang),
            sorts: { ascending: 'first', descending: 'last' },
          },
          { name: 'state', title: t.state, cell: ({ phase }) => <RunBadge phase={phase} /> },
          { name: 'city', title: t.place, cell: ({ city }) => city ?? t.online, wideOnly: true },
          {
            name: 'sessions',
            title: t.sessions,
            cell: ({ sessionCount }) => formatNumber(sessionCount),
            numeric: true,
            wideOnly: true,
          },
          {
            name: 'seats',
            title: t.seats,
            cell: ({ paid, pending, heldSeats, companySeats, seats }) =>
              t.seatsOf(formatNumber(paid + pending + heldSeats + companySeats), formatNumber(seats)),
            numeric: true,
          },
          { name: 'waiting', title: t.waiting, cell: ({ waiting }) => formatNumber(waiting), numeric: true },
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        <ExportLinks path={PATH} query={query} />
      </RecordListFoot>
    </>
  )
}
